package emulator_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// BenchmarkServer_runAndStatus submits a job and reads it, without the network.
func BenchmarkServer_runAndStatus(b *testing.B) {
	s := emulator.New(emulator.Options{RequestsPerWorker: 1 << 30, RealTime: true})
	defer s.Close()
	call := func(method, path, body string) (answer struct{ ID string }) {
		r := httptest.NewRequestWithContext(b.Context(), method, path, bytes.NewReader([]byte(body)))
		r.Header.Set("Authorization", "Bearer "+s.APIKey())
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body, err)
		}
		return answer
	}
	template := call("POST", "/v1/templates", `{"name":"q","imageName":"emulator/hang","isServerless":true}`)
	endpoint := call("POST", "/v1/endpoints",
		`{"name":"q","templateId":"`+template.ID+`","workersMin":1,"workersMax":1}`)
	call("POST", "/v2/"+endpoint.ID+"/run", `{"input":{}}`) // Keeps the worker.
	b.ReportAllocs()
	for b.Loop() {
		job := call("POST", "/v2/"+endpoint.ID+"/run", `{"input":{"prompt":"a lighthouse at dusk"}}`)
		call("GET", "/v2/"+endpoint.ID+"/status/"+job.ID, "")
	}
}
