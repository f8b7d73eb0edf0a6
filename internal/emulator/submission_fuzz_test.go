package emulator_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Whatever body is submitted: it is accepted exactly if it has an object as its input and nothing that breaks a rule is
// found, its worker gets what was sent, and nothing of its secret stays behind.
func FuzzSubmission(f *testing.F) {
	longtest.ManyCases(f)
	for _, seed := range []string{
		`{"input":{}}`, `{"input":{"a":[1,2.5e3,"x"]},"policy":{"ttl":10000,"executionTimeout":5000,"lowPriority":true}}`,
		`{"input":{},"webhook":"http://127.0.0.1:1/"}`, `{"input":null}`, `{"input":{},"input":[]}`, `[]`,
		`{"Input":{}}`,
		`{"input":{},"s3Config":{"accessId":"SECRET","accessSecret":"SECRET"}}`, `{"input":{},"S3config":"SECRET"}`,
		`{"input":{},"\u00733Config":["SECRET"]}`, `{"s3Config":{"accessId":"SECRET"`,
		`{"input":{},"policy":{"ttl":1e5}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var got []emulator.WorkerJob
		s := emulator.New(emulator.Options{Workers: map[string]emulator.WorkerFunc{
			"w": func(j emulator.WorkerJob) emulator.WorkerResult {
				got = append(got, j)
				return emulator.WorkerResult{Output: j.Input}
			}}})
		defer s.Close()
		for _, put := range []struct {
			kind   string
			object map[string]any
		}{
			{"templates", map[string]any{"name": "t", "imageName": "w", "isServerless": true}},
			{"endpoints", map[string]any{"templateId": "x", "workersMin": 1}},
		} {
			if err := s.PutObject(put.kind, "x", put.object); err != nil {
				t.Fatal(err)
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v2/x/run", bytes.NewReader(body))
		r.Header.Set("Authorization", s.APIKey())
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)

		var members map[string]json.RawMessage
		isObject := json.Unmarshal(body, &members) == nil
		var input map[string]any
		hasInput := isObject && json.Unmarshal(members["input"], &input) == nil && input != nil
		switch {
		case w.Code == http.StatusOK && (!hasInput || len(got) != 1 || !sameJSON(got[0].Input, members["input"])):
			t.Errorf("accepted: %s, of which the worker got %v", body, got)
		case w.Code == http.StatusBadRequest && len(got)+len(s.Objects("jobs")) > 0:
			t.Errorf("refused, but there: %v %v", got, s.Objects("jobs"))
		case w.Code != http.StatusOK && w.Code != http.StatusBadRequest:
			t.Errorf("status %d", w.Code)
		}
		if !isObject || !onlySecretIn(members) {
			return
		}
		if journal, err := json.Marshal(s.Journal()); err != nil || bytes.Contains(journal, []byte("SECRET")) {
			t.Errorf("the journal has %s, %v", journal, err)
		}
	})
}

// onlySecretIn tells whether the secret is in s3Config and nowhere else.
func onlySecretIn(members map[string]json.RawMessage) bool {
	for name, value := range members {
		if bytes.Contains([]byte(name), []byte("SECRET")) || name != "s3Config" &&
			bytes.Contains(value, []byte("SECRET")) {
			return false
		}
	}
	values := map[string]json.RawMessage{}
	if json.Unmarshal(members["s3Config"], &values) == nil {
		for name := range values { // Names are not secret.
			if bytes.Contains([]byte(name), []byte("SECRET")) {
				return false
			}
		}
	}
	return bytes.Contains(members["s3Config"], []byte("SECRET"))
}

func sameJSON(one, two []byte) bool {
	var a, b bytes.Buffer
	return json.Compact(&a, one) == nil && json.Compact(&b, two) == nil && bytes.Equal(a.Bytes(), b.Bytes())
}
