package client_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

func TestDeleteNetworkVolume_goneInBothSpellings(t *testing.T) {
	t.Parallel()
	for body, status := range map[string]int{`{"error":"network volume not found","status":404}`: 404,
		`{"error":"cannot delete nonexistent volume"}`: 500} {
		s := serve(t, answer{status: status, body: body}, answer{status: 200, body: `[{"id":"v2"}]`})
		if err := s.client(t).NetworkVolumes.Delete(t.Context(), "v1"); !fleet.IsGone(err) {
			t.Errorf("%d %s: %v", status, body, err)
		}
		s = serve(t, answer{status: status, body: body}, answer{status: 200, body: `[{"id":"v1"}]`})
		if err := s.client(t).NetworkVolumes.Delete(t.Context(), "v1"); err == nil || fleet.IsGone(err) {
			t.Errorf("%d %s, and it is in the list: %v", status, body, err)
		}
	}
	s := serve(t, answer{status: 500, body: `{"error":"boom"}`})
	if err := s.client(t).NetworkVolumes.Delete(t.Context(), "v1"); err == nil || fleet.IsGone(err) {
		t.Errorf("any other 500 is not gone: %v", err)
	}
	s = serve(t, answer{status: 400, body: `{"error":"nonexistent"}`})
	if err := s.client(t).NetworkVolumes.Delete(t.Context(), "v1"); err == nil || fleet.IsGone(err) {
		t.Errorf("with another status it is not gone: %v", err)
	}
	s = serve(t, answer{status: 500, body: `{"error":"nonexistent"}`})
	if err := s.client(t).Templates.Delete(t.Context(), "t1"); err == nil || fleet.IsGone(err) {
		t.Error("only a volume has the second spelling")
	}
}
