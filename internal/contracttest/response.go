package contracttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// unroutedStatuses are the statuses that refuse a request without an operation: for its key, its path, its method.
var unroutedStatuses = []int{http.StatusUnauthorized, http.StatusNotFound, http.StatusMethodNotAllowed}

// anywhere2 are the statuses that any request to version 2 can have, whether or not its operation lists them: a body
// that is too large, an operation that the deployment does not have, and a front end that reaches no service.
var anywhere2 = []int{
	http.StatusRequestEntityTooLarge, http.StatusNotImplemented, http.StatusServiceUnavailable,
}

func (c *contract) checkResponse(ex Exchange) error {
	route, _, ok := c.find(ex.Method, ex.Path)
	if !ok || c.version2 && slices.Contains(anywhere2, ex.Status) {
		if err := c.checkUnroutedResponse(ex); err != nil {
			return fmt.Errorf("%s %s: %w", ex.Method, ex.Path, err)
		}
		return nil
	}
	if differences := differences(route, ex); len(differences) > 0 {
		return fmt.Errorf("%s: status %d: %v", route.Operation.OperationID, ex.Status, differences)
	}
	return nil
}

// mayBeEmpty reports whether an answer may have a body or none, which OpenAPI cannot express.
func mayBeEmpty(response *openapi3.ResponseRef) bool {
	return response != nil && response.Value.Extensions["x-body-may-be-missing"] == true
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
	errorType, shape := plainType, "Error"
	switch {
	case c.version2:
		errorType, shape = problemType, "Problem"
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
