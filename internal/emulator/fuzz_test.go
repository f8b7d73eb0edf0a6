package emulator_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Whatever is sent, nothing panics, every error is a JSON error in the contract's shape with a status of the contract,
// and nothing that breaks the contract is accepted.
func FuzzRequest(f *testing.F) {
	const create = `{"name":"n","imageName":"i","env":{"A":"1"},"ports":["1/tcp"],"dockerStartCmd":["a"],"volumeInGb":1}`
	for _, seed := range [][3]string{
		{"GET", "/v1/templates?includePublicTemplates=true", ""},
		{"POST", "/v1/templates", create},
		{"PATCH", "/v1/templates/t", `{"env":{},"readme":"r","category":"CPU"}`},
		{"POST", "/v1/templates/..%2Ft/update", `{"name":null}`},
		{"DELETE", "/v1/templates/t", ""},
		{"POST", "/v1/networkvolumes", `{"name":"v","size":1e3,"dataCenterId":"EU-RO-1"}`},
		{"PATCH", "/v1/networkvolumes/v", `{"size":4001}`},
		{"DELETE", "/v1/networkvolumes/%00", `[[[`},
		{"POST", "/v1/containerregistryauth", `{"name":"a","username":"u","password":"p","password":"q"}`},
		{"DELETE", "/v1/containerregistryauth/a", ""},
		{"GET", "/v1/openapi.json", ""},
		{"POST", "/_emulator/reset", ""},
		{"PUT", "/_emulator/faults", `[{"operation":"*","kind":"status","count":1,"delay":"1ns"}]`},
		{"POST", "/_emulator/state/templates/x", create},
		{"PATCH", "/_emulator/state/networkVolumes/v", `{"size":7,"name":null}`},
		{"POST", "/_emulator/clock", `{"advance":"1h"}`},
		{"GET", "/_emulator/requests?operation=", ""},
		{"GET", "/_emulator/state", ""},
		{"POST", "/containerregistryauth", "x"},
		{"HEAD", "//v1/%zz", "\x00"},
	} {
		f.Add(seed[0], seed[1], []byte(seed[2]))
	}
	f.Fuzz(func(t *testing.T, method, target string, body []byte) {
		address, err := url.ParseRequestURI(target)
		if err != nil || !strings.HasPrefix(target, "/") {
			t.Skip() // net/http would not let it through.
		}
		s := emulator.New(emulator.Options{Observe: func(ex emulator.Exchange) {
			requestErr, responseErr := contracttest.Check(wire(ex))
			if responseErr != nil {
				t.Errorf("the answer breaks the contract: %v", responseErr)
			}
			if requestErr != nil && ex.Status/100 == 2 && !onlyTooLenient(ex) {
				t.Errorf("accepted against the contract: %v", requestErr)
			}
		}})
		defer s.Close()
		for kind, object := range map[string]map[string]any{
			"templates":              {"name": "t", "imageName": "i"},
			"networkVolumes":         {"name": "v", "size": 10},
			"containerRegistryAuths": {"name": "a", "username": "u", "password": "p"},
		} {
			if err := s.PutObject(kind, kind[:1], object); err != nil {
				t.Fatal(err)
			}
		}

		r := (&http.Request{
			Method: method, URL: address, RequestURI: target, Host: "emulator", RemoteAddr: "127.0.0.1:1",
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Authorization": {"Bearer " + s.APIKey()}, "Content-Type": {"application/json"}},
			Body:   http.NoBody,
		}).WithContext(t.Context())
		if len(body) > 0 {
			r.Body = readCloser{bytes.NewReader(body)}
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)

		statuses := []int{200, 204, 400, 404, 405, 500}
		if !slices.Contains(statuses, w.Code) {
			t.Errorf("status %d", w.Code)
		}
		if w.Code == 500 && !strings.Contains(w.Body.String(), "name must be unique") &&
			!strings.Contains(w.Body.String(), "nonexistent") && !strings.Contains(w.Body.String(), "data center") {
			t.Errorf("an error that is not documented: %s", w.Body)
		}
		var object struct{ Error string }
		if w.Code >= 400 && (json.Unmarshal(w.Body.Bytes(), &object) != nil || object.Error == "" ||
			w.Header().Get("Content-Type") != "application/json") {
			t.Errorf("status %d: no JSON error: %v %s", w.Code, w.Header(), w.Body)
		}
		if journal, err := json.Marshal(s.Journal()); err != nil || !json.Valid(journal) {
			t.Errorf("the journal is broken: %v", err)
		}
	})
}

// onlyTooLenient knows what the service ignores and the check of a client's request does not: parameters that are not
// known, and bodies where none belongs.
func onlyTooLenient(ex emulator.Exchange) bool {
	return ex.URL.RawQuery != "" || ex.Method == http.MethodGet || ex.Method == http.MethodDelete
}

// readCloser is a body without a connection.
type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }
