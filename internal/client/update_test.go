package client_test

import (
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

func TestUpdate_unknownOutcomeSendsWhatIsLeft(t *testing.T) {
	t.Parallel()
	change := api.TemplateFields{
		Readme: members.Some("new"), IsPublic: members.Some(true), Env: members.Some(map[string]string{"A": "1"}),
		Ports: members.Some([]string{}),
	}
	t.Run("all was done", func(t *testing.T) {
		t.Parallel()
		s := serve(t, answer{status: 502}, answer{
			status: 200, body: `{"id":"t1","readme":"new","isPublic":true,"env":{"A":"1"},"ports":[],"name":"n"}`})
		got, err := s.client(t).Templates.Update(t.Context(), "t1", change)
		if err != nil || got.Name.Or("") != "n" {
			t.Errorf("%v %v", got, err)
		}
		if want := []string{"PATCH", "GET"}; !slices.Equal(s.methods(), want) {
			t.Errorf("%v, want %v", s.methods(), want)
		}
	})
	t.Run("half was done", func(t *testing.T) {
		t.Parallel()
		s := serve(t,
			answer{status: 500, body: `{"error":"boom"}`},
			answer{status: 200, body: `{"id":"t1","readme":"new","isPublic":false,"env":{"A":"1"},"ports":["22/tcp"]}`},
			answer{status: 200, body: aTemplate},
		)
		if _, err := s.client(t).Templates.Update(t.Context(), "t1", change); err != nil {
			t.Fatal(err)
		}
		if got, want := s.requests()[2].body, `{"ports":[],"isPublic":true}`; got != want {
			t.Errorf("the rest is %s, want %s", got, want)
		}
	})
	t.Run("it was refused", func(t *testing.T) {
		t.Parallel()
		s := serve(t, answer{status: 500, body: `{"error":"name must be unique"}`})
		if _, err := s.client(t).Templates.Update(t.Context(), "t1", change); !isNameTaken(err) {
			t.Errorf("%v", err)
		}
		if len(s.requests()) != 1 {
			t.Errorf("%v", s.methods())
		}
	})
	t.Run("it stays down", func(t *testing.T) {
		t.Parallel()
		s := serve(t, answer{status: 502}, answer{status: 404})
		_, err := s.client(t).Templates.Update(t.Context(), "t1", change)
		var e *transport.Error
		if !errors.As(err, &e) || e.Status != 502 {
			t.Errorf("%v, want the update's own error", err)
		}
	})
}

func TestUpdate_withPost(t *testing.T) {
	t.Parallel()
	s := serve(t, answer{status: 200, body: aTemplate})
	c := s.client(t, func(config *client.Config) { config.UpdateWithPost = true })
	if _, err := c.Templates.Update(t.Context(), "t1", api.TemplateFields{Readme: members.Some("")}); err != nil {
		t.Fatal(err)
	}
	if got := s.requests()[0]; got.method != http.MethodPost || got.path != "/v1/templates/t1/update" ||
		got.body != `{"readme":""}` {
		t.Errorf("%+v", got)
	}
}
