package emulator_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// elsewhere starts a server that the emulator calls: a remote worker or a webhook. Handlers that wait must also end
// with their request. The end of the test cuts their connections first, so that a test that failed halfway ends too.
func elsewhere(t *testing.T, handler http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}
