package contracttest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
)

// unroutedStatuses are the statuses that refuse a request without an operation: for its key, its path, its method.
var unroutedStatuses = []int{http.StatusUnauthorized, http.StatusNotFound, http.StatusMethodNotAllowed}

// anywhere2 are the statuses that any request to version 2 can have, whether or not its operation lists them: a body
// that is too large, an operation that the deployment does not have, and a front end that reaches no service.
var anywhere2 = []int{
	http.StatusRequestEntityTooLarge, http.StatusNotImplemented, http.StatusServiceUnavailable,
}

func (c *contract) checkResponse(ex Exchange) error {
	route, parameters, ok := c.find(ex.Method, ex.Path)
	if !ok || c.version2 && slices.Contains(anywhere2, ex.Status) {
		if err := c.checkUnroutedResponse(ex); err != nil {
			return fmt.Errorf("%s %s: %w", ex.Method, ex.Path, err)
		}
		return nil
	}
	if mayBeEmpty(route.Operation.Responses.Status(ex.Status)) && len(ex.ResponseBody) == 0 {
		if err := checkSilence(ex); err != nil {
			return fmt.Errorf("%s: status %d: %w", route.Operation.OperationID, ex.Status, err)
		}
		return nil
	}
	header := ex.ResponseHeader
	if header == nil {
		header = http.Header{}
	}
	err := openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input(route, parameters, ex),
		Status:                 ex.Status,
		Header:                 header,
		Body:                   io.NopCloser(bytes.NewReader(ex.ResponseBody)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err == nil {
		err = checkPresence(route.Operation.Responses.Status(ex.Status), ex)
	}
	if err != nil {
		return fmt.Errorf("%s: status %d: %w", route.Operation.OperationID, ex.Status, err)
	}
	return nil
}

// mayBeEmpty reports whether an answer may have a body or none, which OpenAPI cannot express.
func mayBeEmpty(response *openapi3.ResponseRef) bool {
	return response != nil && response.Value.Extensions["x-body-may-be-missing"] == true
}

// checkSilence checks an answer without a body.
func checkSilence(ex Exchange) error {
	if contentType := ex.ResponseHeader.Get("Content-Type"); contentType != "" {
		return fmt.Errorf("there is no body, but a Content-Type %q", contentType)
	}
	if ex.ResponseHeader.Get("X-Request-Id") == "" {
		return errors.New("there is no X-Request-Id")
	}
	return nil
}

// checkPresence returns errors that the validation library does not find: a body where the contract has none, and
// anything after the first JSON value.
func checkPresence(response *openapi3.ResponseRef, ex Exchange) error {
	if response == nil || len(response.Value.Content) > 0 {
		if !json.Valid(ex.ResponseBody) {
			return errors.New("the body is not one JSON value")
		}
		return nil
	}
	if len(ex.ResponseBody) > 0 {
		return errors.New("there is a body")
	}
	if contentType := ex.ResponseHeader.Get("Content-Type"); contentType != "" {
		return fmt.Errorf("there is no body, but a Content-Type %q", contentType)
	}
	return nil
}

// checkUnroutedResponse holds even the answer to a request that names no operation to the shape of an error, which is
// that of its interface.
func (c *contract) checkUnroutedResponse(ex Exchange) error {
	expected := unroutedStatuses
	if c.version2 {
		expected = slices.Concat(unroutedStatuses, anywhere2)
	}
	if !slices.Contains(expected, ex.Status) {
		return fmt.Errorf("status %d, but there is no such operation", ex.Status)
	}
	errorType, shape := "application/json", "Error"
	switch {
	case c.version2:
		errorType, shape = "application/problem+json", "Problem"
	case strings.HasPrefix(ex.Path, queue):
		shape = "QueueError"
	}
	if contentType := ex.ResponseHeader.Get("Content-Type"); contentType != errorType {
		return fmt.Errorf("status %d with Content-Type %q", ex.Status, contentType)
	}
	if ex.ResponseHeader.Get("X-Request-Id") == "" {
		return fmt.Errorf("status %d without X-Request-Id", ex.Status)
	}
	var body any
	if err := json.Unmarshal(ex.ResponseBody, &body); err != nil {
		return fmt.Errorf("status %d: %w", ex.Status, err)
	}
	if err := c.document.Components.Schemas[shape].Value.VisitJSON(body, openapi3.VisitAsResponse()); err != nil {
		return fmt.Errorf("status %d: %w", ex.Status, err)
	}
	return nil
}
