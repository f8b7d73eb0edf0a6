package emulator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Whatever is sent, nothing panics, every error is a JSON error in the contract's shape with a status of the contract,
// and nothing that breaks the contract is accepted.
func FuzzRequest(f *testing.F) {
	longtest.ManyCases(f)
	const create = `{"name":"n","imageName":"i","env":{"A":"1"},"ports":["1/tcp"],"dockerStartCmd":["a"],"volumeInGb":1}`
	for _, seed := range [][3]string{
		{"GET", "/v1/templates?includePublicTemplates=true", ""},
		{"POST", "/v1/templates", create},
		{"PATCH", "/v1/templates/t", `{"env":{},"readme":"r","category":"CPU"}`},
		{"POST", "/v1/templates/..%2Ft/update", `{"name":null}`},
		{"DELETE", "/v1/templates/t", ""},
		{"POST", "/v1/networkvolumes", `{"name":"v","size":1e3,"dataCenterId":"EU-RO-1"}`},
		{"PATCH", "/v1/networkvolumes/n", `{"size":4001}`},
		{"DELETE", "/v1/networkvolumes/%00", `[[[`},
		{"POST", "/v1/containerregistryauth", `{"name":"a","username":"u","password":"p","password":"q"}`},
		{"DELETE", "/v1/containerregistryauth/c", ""},
		{"GET", "/v1/openapi.json", ""},
		{"GET", "/v1/endpoints?includeTemplate=true&includeWorkers=true", ""},
		{"POST", "/v1/endpoints", `{"templateId":"s","name":"e","gpuTypeIds":["NVIDIA L4"],"dataCenterIds":["EU-RO-1"],"networkVolumeIds":["n"],"minCudaVersion":"12.0"}`},
		{"POST", "/v1/endpoints", `{"templateId":"s","workersMax":0,"computeType":"CPU","cpuFlavorIds":["cpu3c"]}`},
		{"PATCH", "/v1/endpoints/e", `{"workersMin":1,"workersMax":101,"idleTimeout":3600,"networkVolumeId":"n"}`},
		{"POST", "/v1/endpoints/e/update", `{"templateId":"t","scalerType":"REQUEST_COUNT","flashboot":false}`},
		{"DELETE", "/v1/endpoints/e", ""},
		{"GET", "/v2/e/health", ""},
		{"GET", "/v2/%2F/health", ""},
		{"POST", "/v2/e/run", `{"input":{},"":{}}`},
		{"POST", "/v2/e/run", `{"input":{},"webhook":"ftp://h","policy":{"ttl":10000,"lowPriority":true},"s3Config":{"accessId":"x"}}`},
		{"POST", "/v2/e/runsync?wait=1e3", `{"input":{"a":1},"policy":{"executionTimeout":5e3}}`},
		{"GET", "/v2/e/status/j", ""},
		{"POST", "/v2/e/status-sync/q?wait=x", ""},
		{"GET", "/v2/e/stream/q", ""},
		{"POST", "/v2/e/cancel/q", ""},
		{"POST", "/v2/e/retry/j", ""},
		{"POST", "/v2/e/retry/j", "0"},
		{"POST", "/v2/e/status/j", `{"a":1}`},
		{"POST", "/v2/e/purge-queue", ""},
		{"GET", "/v2/e/requests", ""},
		{"POST", "/v2/e/openai/v1/%2e%2e/x", `[null]`},
		{"POST", "/v2/e/openai/v1/x", `{"stream":true}`},
		{"GET", "/v2/e/openai/v1/models", ""},
		{"POST", "/_emulator/endpoints/e/kill-worker", ""},
		{"PATCH", "/_emulator/state/jobs/q", `{"status":"COMPLETED","output":[null]}`},
		{"POST", "/_emulator/state/jobs/j", `{"endpointId":"e","status":"IN_PROGRESS","chunks":[1]}`},
		{"GET", "/v1/pods?desiredStatus=RUNNING&desiredStatus=EXITED&includeMachine=true&gpuTypeId=x", ""},
		{"GET", "/v1/pods/p?includeNetworkVolume=true&includeTemplate=true&includeSavingsPlans=true", ""},
		{"POST", "/v1/pods", `{"templateId":"t","env":{"B":"2"},"volumeInGb":null,"networkVolumeId":"n","gpuCount":9,"minUploadMbps":0.5}`},
		{"POST", "/v1/pods", `{"imageName":"i","computeType":"CPU","vcpuCount":3,"countryCodes":["US"],"ports":["1/tcp","1/tcp"]}`},
		{"PATCH", "/v1/pods/p", `{"volumeInGb":30,"locked":true,"env":{}}`},
		{"POST", "/v1/pods/p/update", `{"volumeInGb":19,"containerDiskInGb":null}`},
		{"POST", "/v1/pods/p/start", ""},
		{"POST", "/v1/pods/p/stop", "{}"},
		{"POST", "/v1/pods/l/reset", `{"a":{}}`},
		{"POST", "/v1/pods/p/restart", " "},
		{"DELETE", "/v1/pods/l", ""},
		{"DELETE", "/v1/pods/w", ""},
		{"PATCH", "/_emulator/state/pods/p", `{"desiredStatus":"EXITED","gpu":null,"machine":{"dataCenterId":"x"}}`},
		{"POST", "/_emulator/state/endpoints/x", `{"templateId":"gone","version":7}`},
		{"POST", "/_emulator/reset", ""},
		{"PUT", "/_emulator/faults", `[{"operation":"*","kind":"status","count":1,"delay":"1ns"}]`},
		{"POST", "/_emulator/state/templates/x", create},
		{"PATCH", "/_emulator/state/networkVolumes/n", `{"size":7,"name":null}`},
		{"POST", "/_emulator/clock", `{"advance":"1h"}`},
		{"GET", "/_emulator/requests?operation=", ""},
		{"GET", "/_emulator/state", ""},
		{"GET", "/v1/billing/pods?bucketSize=year&startTime=0001-01-01T00:00:00Z&grouping=podId", ""},
		{"GET", "/v1/billing/endpoints?endTime=9999-12-31T23:59:59.9-23:59&gpuTypeId=", ""},
		{"GET", "/v1/billing/networkvolumes?bucketSize=week", ""},
		{"POST", "/containerregistryauth", "x"},
		{"HEAD", "//v1/%zz", "\x00"},
		{"POST", "/management/v2/templates", `{"name":"n","image":"i","args":"a 'b","mounts":{"persistent":{"size":10,"path":"/"}}}`},
		{"PATCH", "/v2/templates/t", `{"args":"{\"cmd\":[\"c\"]}","registry":null,"serverless":false}`},
		{"GET", "/v2/templates?limit=1&cursor=e30", ""},
		{"POST", "/v2/serverless", `{"name":"n","templateId":"t","type":"QUEUE","scaling":{"type":"QUEUE_DELAY","queueDelay":0.5},"gpu":{"pools":["ADA_24"]}}`},
		{"PATCH", "/v2/serverless/e", `{"name":"n","env":{"A":"1"},"cpu":[{"id":"cpu3c","vcpuCount":2}],"workers":{"max":0}}`},
		{"PATCH", "/v2/serverless/x", `{"templateId":"t","gpu":{"minCudaVersion":"","allowedCudaVersions":["1.1"]}}`},
		{"DELETE", "/management/v2/serverless/e", ""},
		{"POST", "/v2/pods", `{"name":"p","templateId":"t","gpu":{"id":"NVIDIA L4","count":1,"minCudaVersion":"9.9"},"mounts":{}}`},
		{"POST", "/v2/pods", `{"name":"p","image":"i","cpu":{"id":"cpu3c","vcpuCount":2},"mounts":{"network":[{"volumeId":"n","path":""}]}}`},
		{"PATCH", "/v2/pods/p", `{"locked":true,"ports":["0/tcp"],"mounts":{"network":[]}}`},
		{"POST", "/v2/pods/p/action", `{"action":"stop"}`},
		{"POST", "/v2/pods/l/action", `{"action":"terminate"}`},
		{"PATCH", "/v2/network-volumes/n", `{"size":4096}`},
		{"DELETE", "/v2/registries/a", ""},
		{"GET", "/v2/catalog/gpus?include=AVAILABILITY&product=POD&count=0&minCudaVersion=1", ""},
		{"GET", "/v2/billing?lastN=999999999&bucketSize=year", ""},
		{"GET", "/v2/billing/pods?startTime=0001-01-01T00:00:00Z&podId=p", ""},
		{"PUT", "/v2/account/ssh-keys", "{}"},
	} {
		f.Add(seed[0], seed[1], []byte(seed[2]))
	}
	// Reading the contract takes a while, and a fuzzing process that does not answer for a while is taken for a hung
	// one.
	contracttest.Document(1)
	contracttest.Document(2)
	f.Fuzz(func(t *testing.T, method, target string, body []byte) {
		address, err := url.ParseRequestURI(target)
		if err != nil || !strings.HasPrefix(target, "/") || strings.HasSuffix(address.Path, "/stream") {
			t.Skip() // net/http would not let it through, or it does not end.
		}
		s := emulator.New(emulator.Options{AutoAdvance: true, Observe: func(ex *emulator.Exchange) {
			requestErr, _ := contracttest.Check(wire(ex))
			if err := breach(ex, false); err != nil {
				t.Errorf("the answer breaks the contract: %v", err)
			}
			if requestErr != nil && ex.Status/100 == 2 && !onlyTooLenient(ex, requestErr) {
				t.Errorf("accepted against the contract: %v", requestErr)
			}
		}})
		defer s.Close()
		objectsForFuzzing(t, s)

		r := (&http.Request{
			Method: method, URL: address, RequestURI: target, Host: "localhost", RemoteAddr: "127.0.0.1:1",
			Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
			Header: http.Header{"Authorization": {"Bearer " + s.APIKey()}, "Content-Type": {"application/json"}},
			Body:   http.NoBody,
		}).WithContext(t.Context())
		if len(body) > 0 {
			r.Body, r.ContentLength = readCloser{bytes.NewReader(body)}, int64(len(body))
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)

		statuses, errorType := []int{200, 201, 204, 400, 404, 405, 500}, "application/json"
		if w.Header().Get("Content-Type") == "application/problem+json" { // Of version 2, which never has a 500.
			statuses, errorType = []int{400, 404, 405, 409, 413, 422, 501}, "application/problem+json"
		}
		if !slices.Contains(statuses, w.Code) {
			t.Errorf("status %d", w.Code)
		}
		documented := func(phrase string) bool { return strings.Contains(w.Body.String(), phrase) }
		bodiless := w.Code == 500 && w.Body.Len() == 0 && r.Method == http.MethodPost && address.Path == "/v1/endpoints"
		if w.Code == 500 && !bodiless && !slices.ContainsFunc(documentedErrors, documented) {
			t.Errorf("an error that is not documented: %s", w.Body)
		}
		said := reply{text: w.Body.String()}.message()
		if w.Code >= 400 && !bodiless && (said == "" || w.Header().Get("Content-Type") != errorType) {
			t.Errorf("status %d: no JSON error: %v %s", w.Code, w.Header(), w.Body)
		}
		if journal, err := json.Marshal(s.Requests()); err != nil || !json.Valid(journal) {
			t.Errorf("the journal is broken: %v", err)
		}
	})
}

// documentedErrors are in the messages of every 500 there is.
var documentedErrors = []string{
	"name must be unique", "nonexistent", "data center", "in use", "cannot use pod templates", "workers quota",
	"no instances", "not have the resources", "locked",
}

// onlyTooLenient knows what the service ignores and the check of a client's request does not: parameters and, on the
// queue, keys that are not known, and bodies where none belongs.
func onlyTooLenient(ex *emulator.Exchange, requestErr error) bool {
	return errors.Is(requestErr, contracttest.ErrUnknownKey) || ex.URL.RawQuery != "" || ex.Method == http.MethodGet ||
		ex.Method == http.MethodDelete
}

// readCloser is a body without a connection.
type readCloser struct{ *bytes.Reader }

func (readCloser) Close() error { return nil }

// objectsForFuzzing creates the objects that the seeds name.
func objectsForFuzzing(t *testing.T, s *emulator.Server) {
	t.Helper()
	for _, put := range []struct {
		kind, id string
		object   map[string]any
	}{
		{"templates", "t", map[string]any{"name": "t", "imageName": "i"}},
		{"templates", "s", map[string]any{"name": "s", "imageName": "i", "isServerless": true}},
		{"networkVolumes", "n", map[string]any{"name": "v", "size": 10}},
		{"containerRegistryAuths", "c", map[string]any{"name": "a", "username": "u", "password": "p"}},
		{"endpoints", "e", map[string]any{"name": "e", "templateId": "s"}},
		{"pods", "p", map[string]any{"imageName": "i", "templateId": "t"}},
		{"pods", "l", map[string]any{"imageName": "i", "locked": true}},
		{"pods", "w", map[string]any{"imageName": "i", "endpointId": "e", "slsVersion": 1}},
		{"jobs", "j", map[string]any{"endpointId": "e", "status": "FAILED"}},
		{"jobs", "q", map[string]any{"endpointId": "e"}},
	} {
		if err := s.PutObject(put.kind, put.id, put.object); err != nil {
			t.Fatal(err)
		}
	}
}
