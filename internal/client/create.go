package client

import (
	"context"
	"net/http"
)

// create makes an object and returns it. It is not repeated where its outcome is unknown (see OutcomeUnknown): whoever
// calls it has to look whether the object is there. To know it from others, one needs a list of its kind from before
// the request, and here would be the place to compare the two.
func create[T identified](ctx context.Context, c *Client, operation, collection string, in any) (T, error) {
	r := request{operation: operation, method: http.MethodPost, path: []string{collection}, body: in}
	return doOne[T](ctx, c, r, "")
}
