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
		"filtered": filtered,
		"create":   good(), "delete": deleted(), "list": list, "own spelling": otherSpelling, "escaped": escaped,
		"synonym": synonym,
	} {
		requestErr, responseErr := contracttest.Check(ex)
		if requestErr != nil || responseErr != nil {
			t.Errorf("%s: request: %v, response: %v", name, requestErr, responseErr)
		}
	}
}

func TestCheck_badRequest(t *testing.T) {
	t.Parallel()

	body := func(text string) func(*contracttest.Exchange) {
		return func(ex *contracttest.Exchange) { ex.Body = []byte(text) }
	}
	for name, spoil := range map[string]func(*contracttest.Exchange){
		"unknown key":        body(`{"name":"n","imageName":"i","nam":"x"}`),
		"missing key":        body(`{"name":"n"}`),
		"null":               body(`{"name":"n","imageName":"i","readme":null}`),
		"string for integer": body(`{"name":"n","imageName":"i","volumeInGb":"1"}`),
		"list":               body(`[]`),
		"no body":            body(``),
		"no JSON":            body(`{`),
		"two values":         body(`{"name":"n","imageName":"i"} {}`),
		"content type":       func(ex *contracttest.Exchange) { ex.Header.Set("Content-Type", "text/plain") },
		"no content type":    func(ex *contracttest.Exchange) { ex.Header.Del("Content-Type") },
		"no key":             func(ex *contracttest.Exchange) { ex.Header.Del("Authorization") },
		"other scheme":       func(ex *contracttest.Exchange) { ex.Header.Set("Authorization", "bearer k") },
		"unknown path":       func(ex *contracttest.Exchange) { ex.Path = "/v1/template" },
		"unknown method":     func(ex *contracttest.Exchange) { ex.Method = http.MethodPut },
		"empty id": func(ex *contracttest.Exchange) {
			ex.Method, ex.Path = http.MethodPatch,
				"/v1/templates/"
		},
		"two values of a filter that takes one": func(ex *contracttest.Exchange) {
			ex.Method, ex.Path, ex.Body = http.MethodGet, "/v1/pods", nil
			ex.Query = url.Values{"id": {"a", "b"}}
		},
		"unknown filter value": func(ex *contracttest.Exchange) {
			ex.Method, ex.Path, ex.Body = http.MethodGet, "/v1/pods", nil
			ex.Query = url.Values{"desiredStatus": {"RUNNING", "STOPPED"}}
		},
		"body of an operation": func(ex *contracttest.Exchange) {
			ex.Path, ex.Body = "/v1/pods/p/start",
				[]byte(`{"a":1}`)
		},
		"unknown parameter": func(ex *contracttest.Exchange) { ex.Query = url.Values{"includeWorkers": {"true"}} },
	} {
		ex := good()
		spoil(&ex)
		if requestErr, _ := contracttest.Check(ex); requestErr == nil {
			t.Errorf("%s: the request passed", name)
		}
	}

	for name, spoil := range map[string]func(*contracttest.Exchange){
		"body on delete": func(ex *contracttest.Exchange) { ex.Body = []byte(`{}`) },
		"boolean 1":      func(ex *contracttest.Exchange) { ex.Query = url.Values{"includePlatformTemplates": {"1"}} },
		"boolean twice": func(ex *contracttest.Exchange) {
			ex.Query = url.Values{"includePublicTemplates": {"true",
				"true"}}
		},
	} {
		ex := deleted()
		if name != "body on delete" {
			ex.Method = http.MethodGet
		}
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
