// Package contracttest checks requests and answers against api/openapi.yaml and api/openapi-v2.yaml. It is for tests,
// and for make contract-live: the emulator's tests check every answer of the emulator with it, the acceptance tests
// every request of the client too, and contract-live the answers of a real deployment.
package contracttest

import (
	"bufio"
	"bytes"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// An Exchange is one request to either interface and its answer.
type Exchange struct {
	Method string
	// Path is the whole escaped path, with the version segment that tells the interfaces apart: "/v1/templates/abc". For
	// version 2 of the management interface it is "/v2/templates/abc" or "/management/v2/templates/abc".
	Path   string
	Query  url.Values
	Header http.Header
	Body   []byte

	Status         int
	ResponseHeader http.Header
	ResponseBody   []byte

	// August says that the deployment has the document of version 2 without all that was published later.
	August bool
}

// Check returns how the request and the answer break the contract. It judges the two separately: a bad request that the
// service refuses as the contract requires is an error of its sender only. The document does not describe the paths
// below /v2/{endpointId}/openai/, so Check accepts anything there.
func Check(ex Exchange) (requestErr, responseErr error) {
	contract, path := of(ex.Path, ex.August)
	if !contract.version2 && handedOn(ex.Path) {
		return nil, nil
	}
	ex.Path = path
	return contract.checkRequest(ex), contract.checkResponse(ex)
}

// Received returns a request as a server reads it, from its bytes. If a part of the request does not survive the wire,
// or means something else there, a test sees it as the service would.
func Received(sent *http.Request) (*http.Request, error) {
	var wire bytes.Buffer
	if err := sent.Write(&wire); err != nil {
		return nil, err
	}
	return http.ReadRequest(bufio.NewReader(&wire))
}

// Operations names the operationId of every operation of version 1 and of the queue, or of version 2, by its method and
// path, as in "GET /v1/templates/{templateId}".
func Operations(version int) map[string]string {
	ids := map[string]string{}
	for _, op := range ofVersion(version).operations {
		ids[op.route.Method+" "+strings.Join(op.elements, "/")] = op.route.Operation.OperationID
	}
	return ids
}

// OperationOf returns the operationId of a request; empty if the contract has none of its method and path. That of the
// action of a pod over version 2 is PodAction, whatever its body.
func OperationOf(method, escapedPath string) string {
	contract, path := of(escapedPath, false)
	route, _, found := contract.find(method, path)
	if !found {
		return ""
	}
	return route.Operation.OperationID
}

// Document returns the contract of version 1 and of the queue, or of version 2, for tests that hold a schema of theirs
// against it. It is shared: do not change it.
func Document(version int) *openapi3.T { return ofVersion(version).document }
