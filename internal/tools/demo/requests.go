package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// request is an entry of the emulator's journal.
type request struct {
	Method    string          `json:"method"`
	Operation string          `json:"operation"`
	Body      json.RawMessage `json:"body"`
}

// String names the operation and, for an update, the changed attributes.
func (r request) String() string {
	var fields map[string]json.RawMessage
	if r.Method != http.MethodPatch || json.Unmarshal(r.Body, &fields) != nil {
		return r.Operation
	}
	return r.Operation + "(" + strings.Join(slices.Sorted(maps.Keys(fields)), ", ") + ")"
}

// writes returns the requests that write, sorted.
func writes(requests []request) []string {
	var names []string
	for _, r := range requests {
		if r.Method != http.MethodGet {
			names = append(names, r.String())
		}
	}
	slices.Sort(names)
	return names
}

// summary returns the cost of a command in a line.
func summary(requests []request) string {
	writes := writes(requests)
	reads := len(requests) - len(writes)
	switch {
	case len(requests) == 0:
		return "The service saw no request."
	case len(writes) == 0:
		return fmt.Sprintf("The service saw %s.", count(reads, "read"))
	default:
		return fmt.Sprintf("The service saw %s and %s: %s.", count(reads, "read"), count(len(writes), "write"),
			strings.Join(writes, ", "))
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
