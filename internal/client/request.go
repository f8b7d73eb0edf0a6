package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/hashicorp/go-retryablehttp"
)

// request is one operation of the contract, ready to be sent.
type request struct {
	operation string     // the contract's name of it
	method    string     // GET, POST, PATCH or DELETE
	path      []string   // elements below the base URL, not escaped
	query     url.Values // nil for none
	body      any        // encoded as JSON; nil for none

	// queue sends it to the queue interface instead of the management interface.
	queue bool
	// idempotent marks a POST that does twice what it does once.
	idempotent bool
	// single leaves sending it again to its caller altogether.
	single bool
	// once marks a request that is better not sent again, whatever it is: its caller knows another way.
	once bool
}

// repeatable reports whether sending the request again is as good as sending it
// once: a delete that was carried out answers 404 the second time, which is what
// was wanted.
func (r request) repeatable() bool {
	return !r.once && (r.idempotent || r.method == http.MethodGet || r.method == http.MethodDelete)
}

// do sends a request and decodes the answer. An empty answer to a request that
// expects one is an error: state must not be made of nothing.
func do[T any](ctx context.Context, c *Client, r request) (T, error) {
	return doChecked(ctx, c, r, func(T) error { return nil })
}

// identified is an answer that must be about the object it was asked for.
type identified interface{ identifier() string }

// doOne is do for a single object. An answer without an id, or about another
// object, is none: a proxy's {} must not become an object in anybody's state.
// The id is empty where it is not known yet.
func doOne[T identified](ctx context.Context, c *Client, r request, id string) (T, error) {
	return doChecked(ctx, c, r, isAbout[T](id))
}

// isAbout checks that an answer has an id, and if one is given, that one.
func isAbout[T identified](id string) func(T) error {
	return func(answer T) error {
		switch got := answer.identifier(); {
		case got == "":
			return errors.New("it has no id")
		case id != "" && got != id:
			return fmt.Errorf("it is about %q", got)
		default:
			return nil
		}
	}
}

// doList is do for all objects of a kind. One without an id cannot be told from
// another, and could be any of them.
func doList[T identified](ctx context.Context, c *Client, r request) ([]T, error) {
	return doChecked(ctx, c, r, areIdentified[T])
}

// areIdentified checks that everything in a list has an id.
func areIdentified[T identified](list []T) error {
	for i, object := range list {
		if object.identifier() == "" {
			return fmt.Errorf("number %d of the list has no id", i+1)
		}
	}
	return nil
}

func doChecked[T any](ctx context.Context, c *Client, r request, check func(T) error) (T, error) {
	body, call, err := c.send(ctx, r)
	if err != nil {
		var none T
		return none, err
	}
	return decodeChecked(body, call, check)
}

// decodeChecked reads the body of a success.
func decodeChecked[T any](body []byte, call *call, check func(T) error) (answer T, err error) {
	var none T
	if err := json.Unmarshal(body, &answer); err != nil {
		return none, call.undecodable(err)
	}
	if err := check(answer); err != nil {
		return none, call.undecodable(err)
	}
	return answer, nil
}

// doNothing sends a request whose answer has nothing to say. A page in its place
// is somebody else's answer, and proves nothing.
func doNothing(ctx context.Context, c *Client, r request) error {
	body, call, err := c.send(ctx, r)
	if err == nil && len(bytes.TrimSpace(body)) > 0 && !json.Valid(body) {
		return call.undecodable(errors.New("it is no JSON"))
	}
	return err
}

// http builds the library's request from ours.
func (r request) http(ctx context.Context, base *url.URL) (*retryablehttp.Request, error) {
	target, err := join(base, r.path)
	if err != nil {
		return nil, err
	}
	target.RawQuery = r.query.Encode()
	var body any
	if r.body != nil {
		encoded, err := encode(r.body)
		if err != nil {
			return nil, err
		}
		body = encoded
	}
	httpRequest, err := retryablehttp.NewRequestWithContext(ctx, r.method, target.String(), body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		httpRequest.Header.Set("Content-Type", "application/json")
	}
	httpRequest.Header.Set("Accept", "application/json")
	return httpRequest, nil
}

// encode writes JSON without the escapes meant for HTML pages, which some
// deployments have been seen to store as they came.
func encode(body any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(body); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	return bytes.TrimRight(buffer.Bytes(), "\n"), nil
}

// join appends elements to the base, each escaped so that it stays one element.
// What would still change the path's meaning is no id of anything.
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
