package emulatortest

import (
	"encoding/json"
	"net/http"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Answer is one of the emulator's answers on its way to the client.
type Answer struct {
	// Operation is the contract's name of the operation; empty if the contract has no such request.
	Operation string
	Status    int
	Header    http.Header
	Body      []byte
}

// ChangeItems changes the items of a list, or of a page of one, in the form of either version of the management
// interface. It leaves an answer that is no list unchanged.
func (a *Answer) ChangeItems(change func([]map[string]any) []map[string]any) {
	var items []map[string]any
	if json.Unmarshal(a.Body, &items) == nil { // version 1
		a.Body = mustMarshal(change(items))
		return
	}
	var page map[string]json.RawMessage
	if json.Unmarshal(a.Body, &page) != nil {
		return
	}
	for name, member := range page { // The items are its only array.
		if json.Unmarshal(member, &items) == nil && items != nil {
			page[name] = mustMarshal(change(items))
			a.Body = mustMarshal(page)
			return
		}
	}
}

func mustMarshal(value any) []byte {
	body, err := json.Marshal(value)
	if err != nil {
		panic(err) // It was JSON before.
	}
	return body
}

// Rewriter changes answers before they reach the client, to those of deployments that differ from the emulator. The
// service still checks the emulator's own answers against the contract, and the client's requests too.
type Rewriter struct {
	mu     sync.Mutex
	change func(*Answer)
}

// Rewrite returns what changes the answers of this service.
func (s *Service) Rewrite() *Rewriter { return &s.rewriter }

// Use makes a function change every answer from now on; nil leaves answers unchanged. Several goroutines may call the
// function, one at a time.
func (r *Rewriter) Use(change func(*Answer)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.change = change
}

func (r *Rewriter) rewrite(ex *emulator.Exchange) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change == nil || ex.Status == 0 {
		return
	}
	operation := contracttest.OperationOf(ex.Method, ex.URL.EscapedPath())
	answer := Answer{operation, ex.Status, ex.ResponseHeader, ex.ResponseBody}
	r.change(&answer)
	ex.Status, ex.ResponseHeader, ex.ResponseBody = answer.Status, answer.Header, answer.Body
}
