package client_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// A delete that is accepted for later (202) is no success yet: the object itself decides, and a 404 of it is confirmed
// by the list. It is not deleted again meanwhile.
func TestDelete_acceptedForLater(t *testing.T) {
	t.Parallel()
	const (
		there   = `{"id":"p1","name":"p"}`
		missing = `{"error":"pod not found","status":404}`
	)
	var (
		accepted = answer{status: http.StatusAccepted, body: `{}`}
		isThere  = answer{status: http.StatusOK, body: there}
		isNot    = answer{status: http.StatusNotFound, body: missing}
		none     = answer{status: http.StatusOK, body: `[]`}
		page     = answer{status: http.StatusNotFound, body: "<html>"}
		boom     = answer{status: http.StatusInternalServerError, body: `{"error":"boom"}`}
	)
	del := http.MethodDelete
	for name, test := range map[string]struct {
		answers []answer
		asked   []string
		deleted bool
	}{
		"gone at once":      {[]answer{accepted, isNot, none}, []string{del, get, get}, true},
		"gone later":        {[]answer{accepted, isThere, isThere, isNot, none}, []string{del, get, get, get, get}, true},
		"a look fails once": {[]answer{accepted, boom, isNot, none}, []string{del, get, get, get}, true},
		"the list still has it": {[]answer{accepted, isNot, {status: http.StatusOK, body: "[" + there + "]"}},
			[]string{del, get, get}, false},
		"somebody else's 404": {[]answer{accepted, page}, []string{del, get}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.answers...)
			err := s.client(t).Pods.Delete(t.Context(), "p1")
			if (err == nil) != test.deleted || !slices.Equal(s.methods(), test.asked) {
				t.Errorf("%v after %v", err, s.methods())
			}
		})
	}
}

// What stays there after its delete was accepted is waited for until the caller's time is up, and that says so.
func TestDelete_acceptedAndNeverDone(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	answers := []answer{{status: http.StatusAccepted}}
	for range 3 {
		answers = append(answers, answer{status: http.StatusOK, body: `{"id":"p1"}`})
	}
	s := serve(t, answers...)
	looks := 0
	c := s.client(t, func(config *client.Config) {
		config.ObserveAttempt = func(_ context.Context, a transport.Attempt) {
			if looks++; looks == len(answers) {
				cancel()
			}
		}
	})
	err := c.Pods.Delete(ctx, "p1")
	if !errors.Is(err, context.Canceled) || fleet.IsGone(err) || len(s.requests()) != len(answers) {
		t.Errorf("%v after %v", err, s.methods())
	}
}

// After an unknown outcome the object decides, too: if it still exists, the client deletes it again; if it is gone, the
// delete is done. An object that no look has found may never have existed, and the error says so.
func TestDelete_unknownOutcome(t *testing.T) {
	t.Parallel()
	var (
		lost    = answer{status: http.StatusBadGateway}
		isThere = answer{status: http.StatusOK, body: `{"id":"p1"}`}
		isNot   = answer{status: http.StatusNotFound, body: `{"error":"pod not found","status":404}`}
		none    = answer{status: http.StatusOK, body: `[]`}
		done    = answer{status: http.StatusNoContent}
		refused = answer{status: http.StatusForbidden}
	)
	del := http.MethodDelete
	for name, test := range map[string]struct {
		answers []answer
		asked   []string
		deleted bool
	}{
		"carried out":        {[]answer{lost, isNot, none}, []string{del, get, get}, true},
		"not carried out":    {[]answer{lost, isThere, done}, []string{del, get, del}, true},
		"lost twice":         {[]answer{lost, isThere, lost, isNot, none}, []string{del, get, del, get, get}, true},
		"never carried out":  {slices.Repeat([]answer{lost, isThere}, 4), slices.Repeat([]string{del, get}, 4), false},
		"nobody may look":    {[]answer{lost, refused, refused, refused}, []string{del, get, get, get}, false},
		"the list cannot be": {[]answer{lost, isNot, refused, refused, refused}, []string{del, get, get, get, get}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.answers...)
			err := s.client(t).Pods.Delete(t.Context(), "p1")
			if neverFound := name == "carried out"; (err == nil) != (test.deleted && !neverFound) ||
				fleet.IsGone(err) != neverFound || !slices.Equal(s.methods(), test.asked) {
				t.Errorf("%v after %v", err, s.methods())
			}
		})
	}
}
