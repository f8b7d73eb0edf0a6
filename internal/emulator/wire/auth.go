package wire

import (
	"net/http"
	"strings"
)

// Keys are the known API keys, each with whether it may call all operations; else it may GET.
type Keys map[string]bool

// authorize refuses a key without the permission like a wrong one (contract 1), unless the interface has an error for
// such keys. It notes whether it knows the key.
func (k Keys) authorize(r *Request) *Error {
	mayAll := false
	if key, hasScheme := strings.CutPrefix(r.HTTP.Header.Get("Authorization"), "Bearer "); hasScheme || r.of.BareKeys {
		mayAll, r.known = k[key]
	}
	switch {
	case r.route != nil && r.route.Public, mayAll, r.known && r.HTTP.Method == http.MethodGet:
		return nil
	case r.known && r.of.Forbidden != "":
		r.forbidden = true // The path and the method come first.
		return nil
	}
	return &Error{Status: http.StatusUnauthorized, Message: r.of.Unauthorized}
}
