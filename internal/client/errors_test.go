package client_test

import (
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

func TestError_secretsAreScrubbed(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 200, body: `[]`}, answer{status: 400, body: `{"error":"bad password hunter2 of key the-key","problems":["'hunter2' is short"]}`, header: map[string]string{"X-Request-Id": "r1"}})
	_, err := s.client(t).ContainerRegistryAuths.Create(t.Context(),
		api.ContainerRegistryAuthCreate{Name: "n", Username: "u", Password: "hunter2"})
	if err == nil || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "the-key") {
		t.Errorf("%v", err)
	}
	const want = "CreateContainerRegistryAuth: bad password (redacted) of key (redacted): '(redacted)' is short " +
		"(HTTP 400, request ID r1)"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

// A secret can be an ordinary word. That must not change what an error means.
func TestError_secretsDoNotChangeTheMeaning(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 500, body: `{"error":"name must be unique"}`})
	_, err := s.client(t).PostTemplate(redact.With(t.Context(), "name"), aCreate)
	if !isNameTaken(err) || !strings.Contains(err.Error(), "(redacted) must be unique") {
		t.Errorf("%v", err)
	}
}

func TestError_controlSequencesAreDropped(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 400, body: "bad \x1b[2J\x07 thing"})
	if _, err := s.client(t).Templates.Get(t.Context(), "t1"); err == nil ||
		!strings.Contains(err.Error(), "bad [2J thing") {
		t.Errorf("%q", err)
	}
}
