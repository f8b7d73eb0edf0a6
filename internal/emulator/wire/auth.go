package wire

import (
	"net/http"
	"strings"
)

// Permission is what a key may do. The zero value is that of an unknown key.
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

// authorize refuses a key without the permission like a wrong one (contract 1).
func (k Keys) authorize(r *Request) error {
	if r.route != nil && r.route.Public {
		return nil
	}
	key, hasScheme := strings.CutPrefix(r.HTTP.Header.Get("Authorization"), "Bearer ")
	if hasScheme || r.of.BareKeys {
		switch k[key] {
		case MayAll:
			return nil
		case MayRead:
			if r.HTTP.Method == http.MethodGet {
				return nil
			}
		case mayNothing:
		}
	}
	return &Error{Status: http.StatusUnauthorized, Message: r.of.Unauthorized}
}
