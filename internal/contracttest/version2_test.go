package contracttest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

const (
	volume2  = `{"id":"v1","name":"n","size":10,"dataCenter":"d","type":"STANDARD"}`
	problem2 = `{"title":"Not Found","status":404,"detail":"no"}`
)

// good2 returns an exchange of version 2 without a fault.
func good2() contracttest.Exchange {
	return contracttest.Exchange{
		Method:         http.MethodPost,
		Path:           "/management/v2/network-volumes",
		Header:         http.Header{"Authorization": {"Bearer k"}, "Content-Type": {"application/json"}},
		Body:           []byte(`{"name":"n","size":10,"dataCenter":"d"}`),
		Status:         http.StatusCreated,
		ResponseHeader: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"1"}},
		ResponseBody:   []byte(volume2),
	}
}

// refused2 returns the same request with an error.
func refused2(status int) contracttest.Exchange {
	ex := good2()
	ex.Status, ex.ResponseBody = status, []byte(problem2)
	ex.ResponseHeader = http.Header{"Content-Type": {"application/problem+json"}, "X-Request-Id": {"1"}}
	return ex
}

func TestCheck2_good(t *testing.T) {
	t.Parallel()
	beside := good2()
	beside.Path = "/v2/network-volumes"
	for name, ex := range map[string]contracttest.Exchange{
		"of its own": good2(), "beside the queue": beside, "refused": refused2(400), "not implemented": refused2(501),
		"too large": refused2(413),
	} {
		if request, response := contracttest.Check(ex); request != nil || response != nil {
			t.Errorf("%s: %v, %v", name, request, response)
		}
	}
}

func TestCheck2_bad(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*contracttest.Exchange){
		"member of version 1": func(ex *contracttest.Exchange) {
			ex.ResponseBody = []byte(strings.Replace(volume2, "dataCenter", "dataCenterId", 1))
		},
		"status of version 1": func(ex *contracttest.Exchange) { ex.Status = http.StatusOK },
		"error of version 1":  func(ex *contracttest.Exchange) { *ex = refused2(400); ex.ResponseBody = []byte(`{"error":"x"}`) },
		"content type of version 1": func(ex *contracttest.Exchange) {
			*ex = refused2(501)
			ex.ResponseHeader.Set("Content-Type", "application/json")
		},
		"undocumented status": func(ex *contracttest.Exchange) { *ex = refused2(418) },
	} {
		ex := good2()
		spoil(&ex)
		if _, response := contracttest.Check(ex); response == nil {
			t.Errorf("%s: the answer passed", name)
		}
	}
	ex := good2()
	ex.Body = []byte(`{"name":"n","size":10,"dataCenterId":"d"}`)
	if request, _ := contracttest.Check(ex); request == nil {
		t.Error("a request with a member of version 1 passed")
	}
}

// Deployments with the document of August answer without pages.
func TestCheck2_august(t *testing.T) {
	t.Parallel()
	list := good2()
	list.Method, list.Path, list.Body = http.MethodGet, "/v2/templates", nil
	list.Status, list.ResponseBody = http.StatusOK, []byte(`{"templates":[]}`)
	if _, response := contracttest.Check(list); response == nil {
		t.Error("a list without pagination passed")
	}
	list.August = true
	if request, response := contracttest.Check(list); request != nil || response != nil {
		t.Errorf("%v, %v", request, response)
	}
}

// Some paths of version 2 differ from others in a literal only, and all from the queue's in the first element.
func TestOperationOf2(t *testing.T) {
	t.Parallel()
	for call, want := range map[[2]string]string{
		{"GET", "/v2/registries/delegations"}:           "ListDelegations",
		{"GET", "/v2/registries/r"}:                     "GetContainerRegistryAuth",
		{"DELETE", "/management/v2/registries/r"}:       "DeleteContainerRegistryAuth",
		{"POST", "/v2/pods/p/action"}:                   "PodAction",
		{"GET", "/v2/pods/health"}:                      "GetPod",
		{"GET", "/v2/abcdefghijklmn/health"}:            "GetHealth",
		{"POST", "/v2/pods/run"}:                        "",
		{"GET", "/management/v2/abcdefghijklmn/health"}: "",
		{"GET", "/v1/pods/p"}:                           "GetPod",
	} {
		if got := contracttest.OperationOf(call[0], call[1]); got != want {
			t.Errorf("%v is %q, want %q", call, got, want)
		}
	}
}
