package contracttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

func (c *contract) checkRequest(ex Exchange) error {
	route, parameters, ok := c.find(ex.Method, ex.Path)
	if !ok {
		return fmt.Errorf("no operation %s %s", ex.Method, ex.Path)
	}
	err := checkQuery(route, ex.Query)
	if err == nil {
		err = openapi3filter.ValidateRequest(context.Background(), input(route, parameters, ex))
	}
	if err == nil && route.Operation.RequestBody != nil && len(ex.Body) > 0 {
		err = checkKeys(route.Operation.RequestBody.Value, ex.Body)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", route.Operation.OperationID, err)
	}
	return nil
}

// checkQuery checks rules that the validation library does not: the service ignores an unknown parameter, so a misspelt
// one would have no effect and no error; the library reads only the first value of a parameter that is no array; and
// "1" or "T" are no booleans on this wire.
func checkQuery(route *routers.Route, query url.Values) error {
	parameters := slices.Concat(route.Operation.Parameters, route.PathItem.Parameters)
	for _, name := range slices.Sorted(maps.Keys(query)) {
		parameter := parameters.GetByInAndName(openapi3.ParameterInQuery, name)
		if parameter == nil {
			return fmt.Errorf("no query parameter %q", name)
		}
		values, of := query[name], parameter.Schema.Value.Type
		if !of.Is(openapi3.TypeArray) && len(values) != 1 {
			return fmt.Errorf("query parameter %q has one value, and not %q", name, values)
		}
		if of.Is(openapi3.TypeBoolean) && values[0] != "true" && values[0] != "false" {
			return fmt.Errorf("query parameter %q must be true or false: %q", name, values)
		}
	}
	return nil
}

// ErrUnknownKey is the error of a request to the queue whose only fault is an unknown key: the queue accepts such keys.
var ErrUnknownKey = errors.New("the contract has no such key")

// checkKeys does the same for the body: the queue accepts keys it does not know, so a misspelt one would have no effect
// without an error. If the document names no keys at all, checkKeys accepts any. The validation library reads only the
// first JSON value of a body.
func checkKeys(wanted *openapi3.RequestBody, body []byte) error {
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		return err
	}
	return unknownKey(wanted.Content.Get(plainType).Schema.Value, value)
}

func unknownKey(schema *openapi3.Schema, value any) error {
	object, ok := value.(map[string]any)
	if !ok || len(schema.Properties) == 0 {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		property := schema.Properties[key]
		if property == nil {
			return fmt.Errorf("%w: %q", ErrUnknownKey, key)
		}
		if err := unknownKey(property.Value, object[key]); err != nil {
			return err
		}
	}
	return nil
}

// input converts an exchange to the form of the validation library. It keeps the library from filling in defaults.
func input(route *routers.Route, parameters map[string]string, ex Exchange) *openapi3filter.RequestValidationInput {
	header := ex.Header
	if header == nil {
		header = http.Header{}
	}
	return &openapi3filter.RequestValidationInput{
		Request: &http.Request{
			Method:        ex.Method,
			URL:           &url.URL{Path: ex.Path, RawQuery: ex.Query.Encode()},
			Header:        header,
			Body:          io.NopCloser(bytes.NewReader(ex.Body)),
			ContentLength: int64(len(ex.Body)),
		},
		PathParams:  parameters,
		QueryParams: ex.Query,
		Route:       route,
		Options: &openapi3filter.Options{
			AuthenticationFunc:                bearerKey,
			IncludeResponseStatus:             true,
			RejectWhenRequestBodyNotSpecified: true,
			SkipSettingDefaults:               true,
		},
	}
}

// bearerKey wants a key to be there. Whether it is the right one is the service's to say.
func bearerKey(_ context.Context, in *openapi3filter.AuthenticationInput) error {
	key, ok := strings.CutPrefix(in.RequestValidationInput.Request.Header.Get("Authorization"), "Bearer ")
	if !ok || key == "" {
		return errors.New("no header \"Authorization: Bearer KEY\"")
	}
	return nil
}
