package client

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
)

// request is one operation of the contract, ready to be sent.
type request struct {
	operation string     // the contract's name of it
	method    string     // GET, POST, PATCH or DELETE
	path      []string   // elements below the base URL, not escaped
	query     url.Values // nil for none
	body      any        // encoded as JSON; nil for none
	queue     bool       // for the queue interface instead of the management interface

	// repeat is what sending the request a second time means; the zero value is what its method means.
	repeat repetition
	// answerGrace is how much longer than its caller's context an attempt may take that is under way when that ends; 0
	// is no longer.
	answerGrace time.Duration
	// actsThoughRejected is set if the service may carry it out although it answers with a 5xx that there is no
	// capacity, or that something is in use.
	actsThoughRejected bool
	// limit is the rate limit that it counts against.
	limit limit
	// pass is entered before each attempt, and left after one that is followed by another; nil is none.
	pass pass
	// leaves is called just before an attempt is sent; nil is allowed.
	leaves func()
}

// pass is what a request needs besides its turn at the rate limit.
type pass interface {
	// Enter returns when an attempt may be sent. After an error none is: see withdraw.
	Enter(ctx context.Context) error
	// Leave undoes Enter.
	Leave()
}

// withdraw makes an error of pass.Enter the result of the request as it is: the caller does not want to send it any
// more.
func withdraw(err error) error { return withdrawn{err} }

type withdrawn struct{ error }

// Unwrap returns the caller's error.
func (w withdrawn) Unwrap() error { return w.error }

// repetition is what sending a request a second time means if the outcome of the first is unknown.
type repetition int

const (
	// asMethod is repeatable for GET and DELETE, and notRepeatable for POST and PATCH.
	asMethod repetition = iota
	// repeatable is an idempotent request. A delete that was carried out answers 404 the second time, which is success.
	repeatable
	// notRepeatable is a request that has a second effect if it is repeated, such as a create; or one whose caller
	// repeats it by a rule of its own.
	notRepeatable
	// submission is a request that is not repeatable, and nothing shows afterwards what it did.
	submission
)

func (r request) repetition() repetition {
	switch {
	case r.repeat != asMethod:
		return r.repeat
	case r.method == http.MethodGet || r.method == http.MethodDelete:
		return repeatable
	default:
		return notRepeatable
	}
}

// http builds the HTTP request, without the headers that all requests of a client have.
func (r request) http(ctx context.Context, base *url.URL) (*http.Request, error) {
	target, err := join(base, r.path)
	if err != nil {
		return nil, err
	}
	target.RawQuery = r.query.Encode()
	var body io.Reader
	if r.body != nil {
		encoded, err := encode(r.body)
		if err != nil {
			return nil, err
		}
		body = bytes.NewReader(encoded)
	}
	httpRequest, err := http.NewRequestWithContext(ctx, r.method, target.String(), body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	httpRequest.Header.Set("Accept", "application/json")
	return httpRequest, nil
}

// encode writes JSON without the escapes for HTML, which some deployments store instead of what they stand for.
func encode(body any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return bytes.TrimRight(buffer.Bytes(), "\n"), nil
}

// join appends elements to the base, each escaped so that it stays one element. An element that would change the path
// even so, such as "..", is an error.
func join(base *url.URL, elements []string) (*url.URL, error) {
	joined := *base
	plain, escaped := strings.TrimRight(base.Path, "/"), strings.TrimRight(base.EscapedPath(), "/")
	for _, element := range elements {
		if element == "" || element == "." || element == ".." {
			return nil, fmt.Errorf("%q is not an id", element)
		}
		plain += "/" + element
		escaped += "/" + url.PathEscape(element)
	}
	joined.Path, joined.RawPath = plain, escaped
	return &joined, nil
}
