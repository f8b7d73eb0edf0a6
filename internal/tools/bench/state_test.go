package main

import (
	"encoding/json"
	"fmt"
	"testing"
)

// partState returns the state that an apply of a part of a fleet leaves.
func partState(t *testing.T, first, count int) *state {
	t.Helper()
	instances := ""
	for i := range count {
		if i > 0 {
			instances += ","
		}
		instances += fmt.Sprintf(`{"index_key":%d,"attributes":{"name":"fleet-%d"},"private":"cA=="}`, i, first+i)
	}
	s, err := parseState([]byte(`{"version":4,"terraform_version":"1.11.4","serial":7,"lineage":"l","outputs":{},
		"resources":[
			{"mode":"managed","type":"podfleet_template","name":"shared","provider":"p",
				"instances":[{"attributes":{"name":"shared"}}]},
			{"mode":"managed","type":"podfleet_pod","name":"fleet","provider":"p","instances":[` + instances + `]}
		],"check_results":null}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestState_putTogether(t *testing.T) {
	t.Parallel()
	whole := partState(t, 0, 0).empty()
	if len(whole.Resources) > 0 {
		t.Fatalf("an empty state has %+v", whole.Resources)
	}
	whole.appendPart(partState(t, 0, 3), func(string) int { return 0 })
	whole.appendPart(partState(t, 3, 2), func(resource string) int {
		if resource != "podfleet_pod" {
			t.Errorf("asked for the first %s", resource)
		}
		return 3
	})
	if len(whole.Resources) != 2 || len(whole.Resources[0].Instances) != 1 || len(whole.Resources[1].Instances) != 5 {
		t.Fatalf("%+v", whole.Resources)
	}
	for i, instance := range whole.Resources[1].Instances {
		if got, want := string(instance["index_key"]), fmt.Sprint(i); got != want {
			t.Errorf("instance %d has the index %s", i, got)
		}
		if got, want := string(instance["attributes"]), fmt.Sprintf(`{"name":"fleet-%d"}`, i); got != want {
			t.Errorf("instance %d: %s", i, got)
		}
		if string(instance["private"]) != `"cA=="` {
			t.Errorf("instance %d has lost its private state", i)
		}
	}
	if shared := whole.only("shared"); len(shared.Resources) != 1 || shared.Lineage != "l" {
		t.Errorf("%+v", shared)
	}
}

func TestParseState_whatIsNotKnownIsAnError(t *testing.T) {
	t.Parallel()
	if s, err := parseState([]byte(`{"version":5,"encrypted_data":"x"}`)); err == nil {
		t.Errorf("%+v", s)
	}
}

func TestDataState(t *testing.T) {
	t.Parallel()
	text, err := newFleet(21).dataState().text()
	if err != nil || !json.Valid(text) {
		t.Fatalf("%v: %s", err, text)
	}
	s, err := parseState(text)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, resource := range s.Resources {
		n += len(resource.Instances)
	}
	if n != 21 {
		t.Errorf("%d instances", n)
	}
}
