package wire

import (
	"net/http"
	"strings"
)

// Permission says which operations a key may call. The zero value is that of an unknown key.
type Permission int

const (
	mayNothing Permission = iota
	// MayRead is for GET only.
	MayRead
	// MayAll is for every operation.
	MayAll
)

// Keys are the permissions of API keys.
type Keys map[string]Permission

// authorize refuses a key without the permission like a wrong one (contract 1), unless the interface has an error for
// such keys. It notes whether it knows the key.
func (k Keys) authorize(r *Request) *Error {
	permission := mayNothing
	if key, hasScheme := strings.CutPrefix(r.HTTP.Header.Get("Authorization"), "Bearer "); hasScheme || r.of.BareKeys {
		permission = k[key]
	}
	r.known = permission != mayNothing
	switch {
	case r.route != nil && r.route.Public,
		permission == MayAll,
		permission == MayRead && r.HTTP.Method == http.MethodGet:
		return nil
	case r.known && r.of.Forbidden != "":
		r.forbidden = true // The path and the method come first.
		return nil
	}
	return &Error{Status: http.StatusUnauthorized, Message: r.of.Unauthorized}
}
