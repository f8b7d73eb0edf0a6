package client_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// The published document declares no body for what is done to a pod: an empty success is one, and the pod is read.
func TestPod_operationsWithoutABody(t *testing.T) {
	t.Parallel()
	for _, action := range []api.PodAction{api.StartPod, api.StopPod, api.ResetPod, api.RestartPod} {
		s := serve(t,
			answer{status: http.StatusOK, body: " \n"},
			answer{status: http.StatusOK, body: `{"id":"p1","desiredStatus":"RUNNING"}`},
			answer{status: http.StatusOK},
			answer{status: http.StatusForbidden, body: `{"error":"no","status":403}`},
			answer{status: http.StatusOK, body: `{}`},
			answer{status: http.StatusOK, body: `<html>`},
		)
		c := s.client(t).Pods
		pod, err := c.Do(t.Context(), "p1", action, 0)
		if err != nil || pod.ID != "p1" || pod.DesiredStatus.Or("") != "RUNNING" {
			t.Errorf("%s: %+v %v", action, pod, err)
		}
		if _, err = c.Do(t.Context(), "p1", action, 0); err == nil ||
			!strings.Contains(err.Error(), "GetPod: no (HTTP 403") ||
			!strings.HasSuffix(err.Error(), "Pod had succeeded before that") {
			t.Errorf("%s: %v", action, err)
		}
		for range 2 { // A proxy's {} and a page are somebody else's answers, and prove nothing.
			if pod, err := c.Do(t.Context(), "p1", action, 0); err == nil {
				t.Errorf("%s: %+v", action, pod)
			}
		}
		if got, want := s.methods(), []string{"POST", "GET", "POST", "GET", "POST", "POST"}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", action, got, want)
		}
	}
}

// An object without an id can be any of them: a list with one does not say what there is.
func TestPod_listWithoutIDs(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`[{"id":"p1"},{"name":"x"}]`, `[null]`, `[{"id":""}]`, `[{"id":7}]`} {
		s := serve(t, answer{status: http.StatusOK, body: body})
		if pods, err := s.client(t).Pods.List(t.Context(), api.PodFilter{}); err == nil {
			t.Errorf("%s: %+v", body, pods)
		}
	}
	s := serve(t, answer{status: http.StatusOK, body: `null`}) // As some servers spell an empty list.
	if pods, err := s.client(t).Pods.List(t.Context(), api.PodFilter{}); err != nil || len(pods) != 0 {
		t.Error(pods, err)
	}
}
