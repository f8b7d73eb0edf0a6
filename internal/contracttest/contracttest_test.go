package contracttest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

const template = `{"id":"t1","name":"n","imageName":"i","category":"NVIDIA","containerDiskInGb":50,"volumeInGb":20,
	"volumeMountPath":"/workspace","containerRegistryAuthId":"","dockerEntrypoint":[],"dockerStartCmd":[],"env":{},
	"ports":["22/tcp"],"isPublic":false,"readme":"","isServerless":false,"isPlatform":false,"earned":0,"runtimeInMin":0}`

// good returns an exchange without a fault. Each case of the tables below spoils one part of it.
func good() contracttest.Exchange {
	return contracttest.Exchange{
		Method:         http.MethodPost,
		Path:           "/v1/templates",
		Header:         http.Header{"Authorization": {"Bearer k"}, "Content-Type": {"application/json"}},
		Body:           []byte(`{"name":"n","imageName":"i"}`),
		Status:         http.StatusOK,
		ResponseHeader: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"1"}},
		ResponseBody:   []byte(template),
	}
}

// deleted returns the other shape of an exchange: no body either way.
func deleted() contracttest.Exchange {
	return contracttest.Exchange{
		Method:         http.MethodDelete,
		Path:           "/v1/templates/t1",
		Header:         http.Header{"Authorization": {"Bearer k"}},
		Status:         http.StatusNoContent,
		ResponseHeader: http.Header{"X-Request-Id": {"1"}},
	}
}

func TestCheck_good(t *testing.T) {
	t.Parallel()

	list := deleted()
	list.Method, list.Path = http.MethodGet, "/v1/templates"
	list.Query = url.Values{"includePlatformTemplates": {"true"}}
	list.Status, list.ResponseBody = http.StatusOK, []byte("["+template+"]")
	list.ResponseHeader = good().ResponseHeader

	otherSpelling := good()
	otherSpelling.ResponseBody = []byte(strings.Replace(template, "{", `{"isXyz":true,`, 1))

	escaped := deleted()
	escaped.Path = "/v1/templates/..%2Fpods%2Fx"

	synonym := good()
	synonym.Path, synonym.Body = "/v1/templates/t1/update", []byte(`{"env":{}}`)

	filtered := list
	filtered.Path, filtered.ResponseBody = "/v1/pods", []byte("[]")
	filtered.Query = url.Values{"desiredStatus": {"RUNNING", "EXITED"}, "gpuTypeId": {"a", "b"},
		"includeMachine": {"false"}}

	for name, ex := range map[string]contracttest.Exchange{
		"filtered": filtered, "clamped wait": exchange(http.MethodPost, "/runsync?wait=1", `{"input":{}}`, inQueue),
		"create": good(), "delete": deleted(), "list": list, "own spelling": otherSpelling, "escaped": escaped,
		"synonym": synonym,
	} {
		requestErr, responseErr := contracttest.Check(ex)
		if requestErr != nil || responseErr != nil {
			t.Errorf("%s: request: %v, response: %v", name, requestErr, responseErr)
		}
	}
}

// Rules of this package, and one broken rule of a schema. The emulator refuses by the same documents, so its tests hold
// what else they refuse.
func TestCheck_badRequest(t *testing.T) {
	t.Parallel()
	create := func(body string) func(*contracttest.Exchange) {
		return func(ex *contracttest.Exchange) { ex.Body = []byte(body) }
	}
	call := func(method, path, query, body string) func(*contracttest.Exchange) {
		return func(ex *contracttest.Exchange) {
			values, err := url.ParseQuery(query)
			if err != nil {
				t.Error(err)
			}
			ex.Method, ex.Path, ex.Query, ex.Body = method, path, values, []byte(body)
		}
	}
	for name, spoil := range map[string]func(*contracttest.Exchange){
		"string for integer":    create(`{"name":"n","imageName":"i","volumeInGb":"1"}`),
		"no body":               create(``),
		"two JSON values":       create(`{"name":"n","imageName":"i"} {}`),
		"no content type":       func(ex *contracttest.Exchange) { ex.Header.Del("Content-Type") },
		"no key":                func(ex *contracttest.Exchange) { ex.Header.Del("Authorization") },
		"other scheme":          func(ex *contracttest.Exchange) { ex.Header.Set("Authorization", "bearer k") },
		"unknown path":          call(http.MethodGet, "/v1/template", "", ""),
		"unknown method":        call(http.MethodPut, "/v1/templates", "", ""),
		"empty ID":              call(http.MethodGet, "/v1/templates/", "", ""),
		"on the other base":     call(http.MethodPost, "/v1/e/run", "", `{"input":{}}`),
		"body on delete":        call(http.MethodDelete, "/v1/templates/t1", "", `{}`),
		"unknown parameter":     call(http.MethodGet, "/v1/templates", "includeWorkers=true", ""),
		"boolean 1":             call(http.MethodGet, "/v1/templates", "includePlatformTemplates=1", ""),
		"boolean twice":         call(http.MethodGet, "/v1/templates", "includePublicTemplates=true&includePublicTemplates=true", ""),
		"two of one value":      call(http.MethodGet, "/v1/pods", "id=a&id=b", ""),
		"unknown filter value":  call(http.MethodGet, "/v1/pods", "desiredStatus=RUNNING&desiredStatus=STOPPED", ""),
		"no bucket size":        call(http.MethodGet, "/v1/billing/pods", "bucketSize=minute", ""),
		"a date for a time":     call(http.MethodGet, "/v1/billing/pods", "startTime=2026-01-01", ""),
		"grouping of another":   call(http.MethodGet, "/v1/billing/pods", "grouping=endpointId", ""),
		"a word for a time":     call(http.MethodGet, "/v1/billing/pods", "endTime=yesterday", ""),
		"no grouping":           call(http.MethodGet, "/v1/billing/endpoints", "grouping=gpuType", ""),
		"filter without value":  call(http.MethodGet, "/v1/billing/pods", "podId=", ""),
		"wait, no number":       call(http.MethodPost, "/v2/e/runsync", "wait=9s", `{"input":{}}`),
		"misspelt key of a job": call(http.MethodPost, "/v2/e/run", "", `{"input":{},"webHook":"https://h"}`),
		"misspelt policy":       call(http.MethodPost, "/v2/e/run", "", `{"input":{},"policy":{"executiontimeout":5000}}`),
	} {
		ex := good()
		spoil(&ex)
		if requestErr, _ := contracttest.Check(ex); requestErr == nil {
			t.Errorf("%s: the request passed", name)
		}
	}
}

func TestCheck_badResponse(t *testing.T) {
	t.Parallel()

	answer := func(status int, text string) func(*contracttest.Exchange) {
		return func(ex *contracttest.Exchange) { ex.Status, ex.ResponseBody = status, []byte(text) }
	}
	replace := func(from, to string) func(*contracttest.Exchange) {
		return answer(http.StatusOK, strings.Replace(template, from, to, 1))
	}
	for name, spoil := range map[string]func(*contracttest.Exchange){
		"missing member":     replace(`"isServerless":false,`, ``),
		"unknown member":     replace(`"readme":"",`, `"readme":"","note":"x",`),
		"null member":        replace(`"isServerless":false`, `"isServerless":null`),
		"wrong type":         replace(`"volumeInGb":20`, `"volumeInGb":"20"`),
		"fraction":           replace(`"volumeInGb":20`, `"volumeInGb":20.5`),
		"null list":          replace(`"ports":["22/tcp"]`, `"ports":null`),
		"not in the choice":  replace(`NVIDIA`, `ARM`),
		"list for an object": answer(http.StatusOK, "["+template+"]"),
		"two values":         answer(http.StatusOK, template+template),
		"no body":            answer(http.StatusOK, ""),
		"unknown status":     answer(http.StatusAccepted, template),
		"no error member":    answer(http.StatusBadRequest, `{"status":400}`),
		"unknown in error":   answer(http.StatusBadRequest, `{"error":"x","detail":"y"}`),
		"text error":         answer(http.StatusInternalServerError, `oops`),
		"429, no Retry-After": answer(http.StatusTooManyRequests,
			`{"error":"x","status":429}`),
		"no content type": func(ex *contracttest.Exchange) { ex.ResponseHeader.Del("Content-Type") },
		"HTML":            func(ex *contracttest.Exchange) { ex.ResponseHeader.Set("Content-Type", "text/html") },
		"no request ID":   func(ex *contracttest.Exchange) { ex.ResponseHeader.Del("X-Request-Id") },
		"no header":       func(ex *contracttest.Exchange) { ex.ResponseHeader = nil },
		"unknown operation answered": func(ex *contracttest.Exchange) {
			ex.Path = "/v1/template"
		},
		"unknown operation, text": func(ex *contracttest.Exchange) {
			ex.Path, ex.Status, ex.ResponseBody = "/v1/template", http.StatusNotFound, []byte("not found")
		},
		"secrets returned": func(ex *contracttest.Exchange) {
			ex.Path, ex.ResponseBody = "/v1/containerregistryauth", []byte(`{"id":"a","name":"n","username":"u"}`)
		},
	} {
		ex := good()
		spoil(&ex)
		if _, responseErr := contracttest.Check(ex); responseErr == nil {
			t.Errorf("%s: the response passed", name)
		}
	}

	for name, spoil := range map[string]func(*contracttest.Exchange){
		"body in 204": func(ex *contracttest.Exchange) { ex.ResponseBody = []byte("{}") },
		"content type in 204": func(ex *contracttest.Exchange) {
			ex.ResponseHeader.Set("Content-Type",
				"application/json")
		},
		"200 for a delete": func(ex *contracttest.Exchange) {
			ex.Status, ex.ResponseHeader, ex.ResponseBody = http.StatusOK, good().ResponseHeader, []byte("{}")
		},
	} {
		ex := deleted()
		spoil(&ex)
		if _, responseErr := contracttest.Check(ex); responseErr == nil {
			t.Errorf("%s: the response passed", name)
		}
	}
}

// One error has no body, and then no Content-Type either. Everywhere else there is one.
func TestCheck_noBody(t *testing.T) {
	t.Parallel()

	bodiless := func() contracttest.Exchange {
		ex := good()
		ex.Path, ex.Body = "/v1/endpoints", []byte(`{"templateId":"t1","workersMax":0}`)
		ex.Status, ex.ResponseBody = http.StatusInternalServerError, nil
		ex.ResponseHeader = http.Header{"X-Request-Id": {"1"}}
		return ex
	}
	if requestErr, responseErr := contracttest.Check(bodiless()); requestErr != nil || responseErr != nil {
		t.Errorf("request: %v, response: %v", requestErr, responseErr)
	}
	for name, spoil := range map[string]func(*contracttest.Exchange){
		"content type": func(ex *contracttest.Exchange) {
			ex.ResponseHeader.Set("Content-Type",
				"application/json")
		},
		"no request ID":   func(ex *contracttest.Exchange) { ex.ResponseHeader.Del("X-Request-Id") },
		"another status":  func(ex *contracttest.Exchange) { ex.Status = http.StatusBadRequest },
		"another one":     func(ex *contracttest.Exchange) { ex.Path = "/v1/pods" },
		"a body, no type": func(ex *contracttest.Exchange) { ex.ResponseBody = []byte(`{"error":"x","status":500}`) },
		"a success": func(ex *contracttest.Exchange) {
			ex.Status = http.StatusOK
		},
	} {
		ex := bodiless()
		spoil(&ex)
		if _, responseErr := contracttest.Check(ex); responseErr == nil {
			t.Errorf("%s: the response passed", name)
		}
	}
}

// A refusal in the right shape is no fault of the service, whatever was asked.
func TestCheck_judgesTheTwoApart(t *testing.T) {
	t.Parallel()

	for name, spoil := range map[string]func(*contracttest.Exchange){
		"bad body": func(ex *contracttest.Exchange) {
			ex.Body = []byte(`{"x":1}`)
			ex.Status = http.StatusBadRequest
			ex.ResponseBody = []byte(`{"error":"Extra input keys provided in request body","problems":["property 'x' is not known"]}`)
		},
		"no operation": func(ex *contracttest.Exchange) {
			ex.Path, ex.Status = "/v1/template", http.StatusNotFound
			ex.ResponseBody = []byte(`{"error":"not found","status":404}`)
		},
	} {
		ex := good()
		spoil(&ex)
		requestErr, responseErr := contracttest.Check(ex)
		if requestErr == nil || responseErr != nil {
			t.Errorf("%s: request: %v, response: %v", name, requestErr, responseErr)
		}
	}
}
