package wire_test

import (
	"net/http"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// What is counted while a request is under way is released before its client can know the answer.
func TestServer_onFinish(t *testing.T) {
	t.Parallel()
	s := start(t)
	finished := 0
	s.handle = func(r *wire.Request) (any, error) {
		r.OnFinish(func() { finished++ })
		return nil, wire.BadRequest("no")
	}
	w := &noting{onHeader: func() {
		if finished != 1 {
			t.Errorf("finished %d times when the answer began", finished)
		}
	}}
	r, err := http.NewRequestWithContext(t.Context(), "GET", "http://localhost/plain/things", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer all")
	s.ServeHTTP(w, r)
	if err := s.SetFaults([]wire.Fault{{Operation: "*", Kind: wire.FaultResetAfter}}); err != nil {
		t.Fatal(err)
	}
	if r := s.call("GET", "/plain/things", ""); !r.cut || finished != 2 {
		t.Errorf("cut %v, finished %d times", r.cut, finished)
	}
}

// noting calls a function when an answer begins.
type noting struct {
	onHeader func()
}

func (n *noting) Header() http.Header            { return http.Header{} }
func (n *noting) Write(text []byte) (int, error) { return len(text), nil }
func (n *noting) WriteHeader(int)                { n.onHeader() }
