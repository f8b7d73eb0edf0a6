package emulator_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"

	"pgregory.net/rapid"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// modelledServer is a server that is compared with a model, and notes the first breach of the contract.
type modelledServer struct {
	*emulator.Server
	breach error
}

func newModelledServer(t *rapid.T, options emulator.Options) *modelledServer {
	s := &modelledServer{}
	options.Seed = rapid.Uint64().Draw(t, "seed")
	options.Observe = func(ex *emulator.Exchange) {
		requestErr, _ := contracttest.Check(wire(ex))
		if s.breach == nil {
			s.breach = breach(ex, false)
		}
		if s.breach == nil && requestErr != nil && ex.Status/100 == 2 {
			s.breach = fmt.Errorf("accepted against the contract: %w", requestErr)
		}
	}
	s.Server = emulator.New(options)
	return s
}

func same(t *rapid.T, what string, got, want any) {
	if fmt.Sprint(got) != fmt.Sprint(want) { // Maps print sorted.
		t.Fatalf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// ask sends a request to the queue of the modelled endpoint.
func (m *queueModel) ask(t *rapid.T, method, path string, body any) (int, map[string]any) {
	text := ""
	if body != nil {
		spelled, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		text = string(spelled)
	}
	r := httptest.NewRequestWithContext(t.Context(), method, "/v2/"+m.endpoint+path, strings.NewReader(text))
	r.Header.Set("Authorization", "emulator-key")
	w := httptest.NewRecorder()
	m.server.ServeHTTP(w, r)
	var object map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &object); err != nil {
		t.Fatalf("%s %s: %s", method, path, w.Body)
	}
	return w.Code, object
}
