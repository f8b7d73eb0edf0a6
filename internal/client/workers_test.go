package client_test

import (
	"net/http"
	"testing"
)

// Workers that cannot be read are not none: a rollout would have ended. Over version 1, an answer without the member
// has none.
func TestWorkers_undecodable(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"/v1", "/v2"} {
		for workers, isNone := range map[string]bool{
			`[]`: true, `{}`: false, `"x"`: false, `[7]`: false, `[{"id":"w"},"x"]`: false,
		} {
			s := serve(t, answer{status: http.StatusOK, body: `{"id":"e","version":3,"workers":` + workers + `}`})
			got, err := newClient(t, s.URL+base).Endpoints.Workers(t.Context(), "e")
			if (err == nil) != isNone || len(got.Workers) > 0 {
				t.Errorf("%s: %s: %+v %v", base, workers, got, err)
			}
		}
	}
	s := serve(t, answer{status: http.StatusOK, body: `{"id":"e"}`})
	if got, err := s.client(t).Endpoints.Workers(t.Context(), "e"); err != nil || len(got.Workers) > 0 {
		t.Errorf("without workers: %+v %v", got, err)
	}
}
