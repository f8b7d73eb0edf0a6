package contracttest

import (
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

// checkResponse holds even the answer to a request that names no operation to the shape of an error, which is that of
// its interface.
func (c *contract) checkResponse(ex Exchange) error {
	route, _, isRouted := c.find(ex.Method, ex.Path)
	var what string
	var response *openapi3.ResponseRef
	switch {
	case !isRouted && slices.Contains(unroutedStatuses, ex.Status), c.version2 && slices.Contains(anywhere2, ex.Status):
		what, response = ex.Method+" "+ex.Path, c.document.Components.Responses["Unauthorized"]
		if !c.version2 && strings.HasPrefix(ex.Path, queue) {
			response = c.document.Components.Responses["QueueUnauthorized"]
		}
	case !isRouted:
		return fmt.Errorf("%s %s: status %d, but there is no such operation", ex.Method, ex.Path, ex.Status)
	default:
		what, response = route.Operation.OperationID, route.Operation.Responses.Status(ex.Status)
	}
	if differences := differences(response, ex); len(differences) > 0 {
		return fmt.Errorf("%s: status %d: %v", what, ex.Status, differences)
	}
	return nil
}

// mayBeEmpty reports whether an answer may have a body or none, which OpenAPI cannot express.
func mayBeEmpty(response *openapi3.ResponseRef) bool {
	return response != nil && response.Value.Extensions["x-body-may-be-missing"] == true
}
