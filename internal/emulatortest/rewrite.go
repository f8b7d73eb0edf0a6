package emulatortest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
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

// Use makes a function change every answer from now on; nil leaves answers unchanged. Several goroutines may call the
// function, one at a time.
func (r *Rewriter) Use(change func(*Answer)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.change = change
}

// Rewrite puts a proxy between this service and the clients, providers and workspaces that are made of it afterwards.
func (s *Service) Rewrite() *Rewriter {
	target, err := url.Parse(s.URL())
	s.t.Check(err)
	r := &Rewriter{}
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:        func(request *httputil.ProxyRequest) { request.SetURL(target) },
		ModifyResponse: r.modify,
		// An answer that a fault cut short is cut short here, too.
		ErrorHandler: func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) },
	})
	s.t.Cleanup(proxy.Close)
	s.proxy = proxy.URL
	return r
}

func (r *Rewriter) modify(response *http.Response) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.change == nil {
		return nil
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if err := response.Body.Close(); err != nil {
		return err
	}
	operation := contracttest.OperationOf(response.Request.Method, response.Request.URL.EscapedPath())
	answer := Answer{Operation: operation, Status: response.StatusCode, Header: response.Header, Body: body}
	r.change(&answer)
	response.StatusCode, response.Status = answer.Status, ""
	response.Body, response.ContentLength = io.NopCloser(bytes.NewReader(answer.Body)), int64(len(answer.Body))
	response.Header.Set("Content-Length", strconv.Itoa(len(answer.Body)))
	return nil
}

// RESTURL returns the base of version 1 of the management interface for a client.
func (s *Service) RESTURL() string { return s.at(s.Server.RESTURL()) }

// RESTURL2 returns the base of version 2 of the management interface for a client.
func (s *Service) RESTURL2() string { return s.at(s.Server.RESTURL2()) }

// QueueURL returns the base of the queue interface for a client.
func (s *Service) QueueURL() string { return s.at(s.Server.QueueURL()) }

// at leads a URL of the server to the place where clients of the test find it.
func (s *Service) at(base string) string {
	path := strings.TrimPrefix(base, s.URL())
	switch {
	case s.proxy != "":
		return s.proxy + path
	case s.pipes != nil:
		return inMemory + path
	}
	return base
}
