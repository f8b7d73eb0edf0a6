package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
)

// Request is one operation of the contract, ready to be sent.
type Request struct {
	Operation string     // the contract's name of it
	Method    string     // GET, POST, PATCH or DELETE
	Path      []string   // elements below the base URL, not escaped
	Query     url.Values // nil for none
	Body      any        // encoded as JSON; nil for none
	Queue     bool       // for the queue interface instead of the management interface

	// Repeat says whether the request may be sent a second time; the zero value decides by its method.
	Repeat Repetition
	// AnswerGrace is how much longer than its caller's context an attempt may take that is under way when that ends; 0
	// is no longer.
	AnswerGrace time.Duration
	// LeaveBy is the time after which no attempt is sent; one that is under way is finished. The zero time is none.
	LeaveBy time.Time
	// ActsThoughRejected is set if the service may carry it out although it answers with a 5xx that capacity is missing,
	// or that something is in use.
	ActsThoughRejected bool
	// Limit is the rate limit that it counts against.
	Limit pacing.Limit
	// Leaves is called just before an attempt is sent; nil is allowed.
	Leaves func()
	// Dated is set to the time of each answer; nil is allowed.
	Dated *Dated
}

// Dated is the time of an answer by the service's clock, from its header Date, and by this machine's.
type Dated struct {
	Date time.Time // the zero time if the answer has none that can be read
	// Asked and Arrived are when the request was sent, and when the answer's headers arrived.
	Asked, Arrived time.Time
}

// Repetition is the effect of sending a request a second time if the outcome of the first is unknown.
type Repetition int

const (
	// asMethod is Repeatable for GET and DELETE, and NotRepeatable for POST and PATCH.
	asMethod Repetition = iota
	// Repeatable is an idempotent request. A delete that was carried out answers 404 the second time, which is success.
	Repeatable
	// NotRepeatable is a request that has a second effect if it is repeated, such as a create; or one whose caller
	// repeats it by a rule of its own.
	NotRepeatable
	// Submission is a request that is not repeatable, and nothing shows its effect afterwards.
	Submission
)

func (r Request) repetition() Repetition {
	switch {
	case r.Repeat != asMethod:
		return r.Repeat
	case r.Method == http.MethodGet || r.Method == http.MethodDelete:
		return Repeatable
	default:
		return NotRepeatable
	}
}

// http builds the HTTP request, without the headers that all requests of a client have.
func (r Request) http(ctx context.Context, base *url.URL) (*http.Request, error) {
	target, err := JoinURL(base, r.Path...)
	if err != nil {
		return nil, err
	}
	target.RawQuery = r.Query.Encode()
	var body io.Reader
	if r.Body != nil {
		encoded, err := Encode(r.Body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(encoded)
	}
	httpRequest, err := http.NewRequestWithContext(ctx, r.Method, target.String(), body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	httpRequest.Header.Set("Accept", "application/json")
	return httpRequest, nil
}

// Encode writes JSON without the escapes for HTML, which some deployments store instead of the characters.
func Encode(body any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return bytes.TrimRight(buffer.Bytes(), "\n"), nil
}

// JoinURL appends elements to a base URL, each escaped so that it stays one element. An element that would change the
// path even so, such as "..", is an error.
func JoinURL(base *url.URL, elements ...string) (*url.URL, error) {
	joined := *base
	plain, escaped := strings.TrimRight(base.Path, "/"), strings.TrimRight(base.EscapedPath(), "/")
	for _, element := range elements {
		if element == "" || element == "." || element == ".." {
			return nil, fmt.Errorf("%q is not an ID", element)
		}
		plain += "/" + element
		escaped += "/" + url.PathEscape(element)
	}
	joined.Path, joined.RawPath = plain, escaped
	return &joined, nil
}

// IsRead reports whether a request changes nothing.
func (r Request) IsRead() bool { return r.Method == http.MethodGet }
