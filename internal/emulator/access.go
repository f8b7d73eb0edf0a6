package emulator

import (
	"net/http"
	"strings"
)

// permission is what a key may do. The zero value is that of an unknown key.
type permission int

const (
	mayNothing permission = iota
	mayRead
	mayAll
)

func permissions(options Options) map[string]permission {
	keys := make(map[string]permission)
	for _, key := range options.ReadOnlyAPIKeys {
		keys[key] = mayRead
	}
	for _, key := range options.APIKeys {
		keys[key] = mayAll
	}
	if len(options.APIKeys) == 0 {
		keys[DefaultAPIKey] = mayAll
	}
	return keys
}

// authorize is the first of the checks: a key without the permission is refused like a wrong one (contract 1).
func (s *Server) authorize(c *call) error {
	if c.route != nil && c.route.public {
		return nil
	}
	key, hasScheme := strings.CutPrefix(c.request.Header.Get("Authorization"), "Bearer ")
	if hasScheme || c.onQueue() { // The queue takes the bare key too.
		switch s.keys[key] {
		case mayAll:
			return nil
		case mayRead:
			if c.request.Method == http.MethodGet {
				return nil
			}
		case mayNothing:
		}
	}
	if c.onQueue() {
		return errNoKey
	}
	return errUnauthorized
}
