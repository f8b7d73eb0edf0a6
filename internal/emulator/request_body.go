package emulator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxBody bounds a REST body: nothing is published, so it is the smaller of the queue's two limits (contract 3.1).
	maxBody = maxRunBody
	// maxDrained is how much beyond it is read, so that the client is done writing when it gets its answer.
	maxDrained = 64 << 20
	// maxDepth bounds the nesting of a body. No schema of the interface comes near.
	maxDepth = 64
)

// mostBody is what no operation of the interface takes more than.
func (c *call) mostBody() int64 {
	if c.onQueue() {
		return maxRunSyncBody
	}
	return maxBody
}

// readBody takes the whole body off the connection. Of one that is too large nothing is kept.
func readBody(r *http.Request, most int64) (body []byte, tooLarge bool, err error) {
	body, err = io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return nil, false, fmt.Errorf("reading the request body: %w", err)
	}
	if int64(len(body)) <= most {
		return body, false, nil
	}
	if _, err := io.Copy(io.Discard, io.LimitReader(r.Body, maxDrained)); err != nil {
		return nil, true, fmt.Errorf("reading the request body: %w", err)
	}
	return nil, true, nil
}

// decodeBody reads the input of an operation, T being a struct of pointers: nil is a key that was left out, which is
// not the same as an empty value (contract 2.1).
func decodeBody[T any](c *call) (T, error) {
	var input T
	if c.bodyTooLarge {
		return input, badRequest("exceeded max body size")
	}
	if err := c.checkContentType(); err != nil {
		return input, err
	}
	return input, decodeOnto(c.body, &input)
}

// checkContentType takes a missing one for the right one.
func (c *call) checkContentType() error {
	contentType := c.request.Header.Get("Content-Type")
	if contentType == "" {
		return nil
	}
	if media, _, err := mime.ParseMediaType(contentType); err != nil || media != "application/json" {
		return badRequest("content type must be application/json")
	}
	return nil
}

// noBody is the rule of operations that take none. An empty object is as good as nothing, whatever its content type.
func (c *call) noBody() error {
	if c.bodyTooLarge {
		return badRequest("exceeded max body size")
	}
	if len(c.body) == 0 {
		return nil
	}
	return decodeOnto(c.body, &struct{}{})
}

// decodeOnto is the strict reading of a JSON object onto the struct that target points to: exactly the keys that it has,
// each of its type, none null but those tagged as nullable.
func decodeOnto(text []byte, target any) error {
	var keys map[string]json.RawMessage
	if !utf8.Valid(text) || json.Unmarshal(text, &keys) != nil || keys == nil {
		return badRequest("request body must be a JSON object")
	}
	known, nullable := inputKeys(reflect.TypeOf(target).Elem())
	if err := refuseExtraKeys(keys, known); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // A number too large for this machine is a wrong type like any other.
	if err := refuseNullsAndTwins(decoder, nullable, "", 0); err != nil {
		return err
	}
	var mismatch *json.UnmarshalTypeError
	if err := json.Unmarshal(text, target); errors.As(err, &mismatch) {
		return badRequest("%s: %s instead of %s", wirePath(mismatch.Field, keys), mismatch.Value, wireType(mismatch.Type))
	} else if err != nil {
		return badRequest("request body: %v", err)
	}
	return nil
}

// inputKeys reads the keys of an input off its type.
func inputKeys(input reflect.Type) (known, nullable map[string]bool) {
	known, nullable = make(map[string]bool), make(map[string]bool)
	for _, field := range reflect.VisibleFields(input) {
		if !field.Anonymous { // An embedded struct is seen through.
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			known[name] = true
			nullable[name] = field.Tag.Get("nullable") == "true"
		}
	}
	return known, nullable
}

// refuseExtraKeys compares names exactly. The standard library would take "NAME" for "name".
func refuseExtraKeys(keys map[string]json.RawMessage, known map[string]bool) error {
	var problems []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !known[key] {
			problems = append(problems, fmt.Sprintf("property '%s' is not known", key))
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return &refusal{
		status:   http.StatusBadRequest,
		message:  "Extra input keys provided in request body",
		problems: problems,
	}
}

// refuseNullsAndTwins walks one value of text that is known to be JSON. The standard library reads null as "left out"
// and lets the last of two equal keys win.
func refuseNullsAndTwins(decoder *json.Decoder, nullable map[string]bool, path string, depth int) error {
	if depth > maxDepth {
		return badRequest("request body is nested too deeply")
	}
	token, err := decoder.Token()
	if err != nil {
		return badRequest("request body: %v", err)
	}
	switch token {
	case nil:
		if nullable[path] {
			return nil
		}
		return badRequest("%s must not be null", path)
	case json.Delim('{'):
		seen := make(map[string]bool)
		for decoder.More() {
			token, err := decoder.Token()
			if err != nil {
				return badRequest("request body: %v", err)
			}
			key := fmt.Sprint(token)
			if seen[key] {
				return badRequest("key %q is there twice", key)
			}
			seen[key] = true
			if err := refuseNullsAndTwins(decoder, nullable, strings.TrimPrefix(path+"."+key, "."), depth+1); err != nil {
				return err
			}
		}
	case json.Delim('['):
		for i := 0; decoder.More(); i++ {
			if err := refuseNullsAndTwins(decoder, nullable, fmt.Sprintf("%s[%d]", path, i), depth+1); err != nil {
				return err
			}
		}
	default:
		return nil
	}
	if _, err := decoder.Token(); err != nil { // the closing bracket
		return badRequest("request body: %v", err)
	}
	return nil
}

// wirePath takes the names of embedded Go structs off the path of a member.
func wirePath(path string, keys map[string]json.RawMessage) string {
	for {
		head, rest, found := strings.Cut(path, ".")
		if _, isKey := keys[head]; isKey || !found {
			return path
		}
		path = rest
	}
}

// wireType names a Go type in the words of the contract.
func wireType(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Int:
		return "an integer"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "an array"
	default:
		return "an object"
	}
}
