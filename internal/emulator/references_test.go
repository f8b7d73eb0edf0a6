package emulator

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// holder stands for the kinds to come, which may hold anything.
type holder struct {
	ID     string `json:"id"`
	target reference
}

func (h holder) key() (id, name string) { return h.ID, "" }
func (h holder) holds() []reference     { return []reference{h.target} }

// What a later kind holds cannot be deleted: the rules ask one place, and find every kind that is registered there.
func TestReferences_ofLaterKinds(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct {
		kind, message string
	}{
		"/v1/templates/x":             {kindTemplates, "in use"},
		"/v1/networkvolumes/x":        {kindNetworkVolumes, "must remove this network volume"},
		"/v1/containerregistryauth/x": {kindContainerRegistryAuths, "in use"},
	} {
		s := New(Options{})
		t.Cleanup(s.Close)
		if err := s.PutObject(c.kind, "x", map[string]any{"name": "n"}); err != nil {
			t.Fatal(err)
		}
		holders := newCollection("holder", func(id string) holder { return holder{ID: id} })
		s.kinds["holders"] = holders

		holders.save(holder{"h", reference{c.kind, "other"}})
		holders.save(holder{"i", reference{c.kind, "x"}})
		if status, body := ask(t, s, http.MethodDelete, path); status != 500 || !strings.Contains(body, c.message) {
			t.Errorf("%s held: %d %s", path, status, body)
		}
		holders.remove("i")
		if status, body := ask(t, s, http.MethodDelete, path); status != http.StatusNoContent {
			t.Errorf("%s free: %d %s", path, status, body)
		}
	}
}

func ask(t *testing.T, s *Server, method, path string) (int, string) {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
	r.Header.Set("Authorization", "Bearer "+s.APIKey())
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}
