package wire

import (
	"net/http"
	"slices"
	"strings"
)

// shareWith lets a page of an allowed origin read the answer of the service. It reports whether the request was only
// the browser's question whether the page may send another one, which it has answered then. No cookie opens the
// service, so none is allowed.
func (s *Server) shareWith(w http.ResponseWriter, in *http.Request) (isAnswered bool) {
	if len(s.config.CORSOrigins) == 0 {
		return false
	}
	w.Header().Add("Vary", "Origin")
	origin := in.Header.Get("Origin")
	isAllowed := func(allowed string) bool { return strings.EqualFold(allowed, origin) }
	if !slices.ContainsFunc(s.config.CORSOrigins, isAllowed) {
		return false
	}
	w.Header().Set("Access-Control-Allow-Origin", origin)
	w.Header().Set("Access-Control-Expose-Headers", "*")
	if in.Method != http.MethodOptions || in.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	w.Header().Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	w.Header().Set("Access-Control-Allow-Headers", "*, Authorization") // The star leaves that one out.
	w.WriteHeader(http.StatusNoContent)
	return true
}
