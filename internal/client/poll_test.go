package client_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
)

// result is the object that a look sees, or its error.
type result struct {
	seen int
	err  error
}

// looks returns a look that gives these results in order, and counts how often it was called.
func looks(t *testing.T, results ...result) (look func(context.Context) (int, error), calls *int) {
	t.Helper()
	calls = new(int)
	return func(context.Context) (int, error) {
		if *calls++; *calls > len(results) {
			t.Errorf("look %d", *calls)
			return 0, errors.New("too many looks")
		}
		return results[*calls-1].seen, results[*calls-1].err
	}, calls
}

var (
	unavailable = &transport.Error{Operation: "GetThing", Status: http.StatusServiceUnavailable,
		Kind: transport.KindUnavailable}
	forbidden   = &transport.Error{Operation: "GetThing", Status: http.StatusForbidden, Kind: transport.KindUnauthorized}
	unreachable = &transport.Error{Operation: "GetThing", Kind: transport.KindNetwork,
		Cause: errors.New("connection reset")}
)

func TestPoll(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		results  []result
		tolerate func(error) bool
		last     int
		err      error
	}{
		"seen at once":       {results: []result{{seen: 3}}, last: 3},
		"seen after a while": {results: []result{{seen: 1}, {seen: 2}, {seen: 3}}, last: 3},
		"a failure ends it":  {results: []result{{seen: 1}, {err: unavailable}}, last: 1, err: unavailable},
		"a tolerated one does not": {
			results: []result{{seen: 1}, {err: unavailable}, {err: unreachable}, {seen: 3}}, tolerate: transport.IsTransient,
			last: 3,
		},
		"one that is not tolerated": {
			results: []result{{seen: 2}, {err: unavailable}, {err: forbidden}}, tolerate: transport.IsTransient, last: 2,
			err: forbidden,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			look, calls := looks(t, test.results...)
			last, err := client.Poll(t.Context(), serve(t).client(t), look, func(seen int) bool { return seen == 3 },
				test.tolerate)
			if last != test.last || !errors.Is(err, test.err) || *calls != len(test.results) {
				t.Errorf("saw %d, %v after %d looks", last, err, *calls)
			}
		})
	}
}

// If the caller's time is up, the error says what was in the way at last.
func TestPoll_endsWithItsContext(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		results []result
		last    int
		says    string
		refusal bool
	}{
		"nothing in the way": {results: []result{{seen: 1}}, last: 1, says: "the operation timed out"},
		"a refusal": {
			results: []result{{seen: 1}, {err: unavailable}}, last: 1,
			says: "(HTTP 503); gave up waiting: the operation timed out", refusal: true,
		},
		"a refusal that is over": {results: []result{{err: unavailable}, {seen: 2}}, last: 2,
			says: "the operation timed out"},
		// The context ends in the middle of the look: it says why that failed, and the refusal before says more.
		"cut short": {results: []result{{err: unreachable}}, says: "the operation timed out"},
		"cut short after a refusal": {
			results: []result{{err: unavailable}, {err: unreachable}},
			says:    "(HTTP 503); gave up waiting: the operation timed out", refusal: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, expire := contexttest.Expiring(t.Context())
			scripted, calls := looks(t, test.results...)
			look := func(ctx context.Context) (int, error) {
				if *calls == len(test.results)-1 {
					expire()
				}
				return scripted(ctx)
			}
			last, err := client.Poll(ctx, serve(t).client(t), look, func(int) bool { return false }, transport.IsTransient)
			var refusal *transport.Error
			if last != test.last || !errors.Is(err, context.DeadlineExceeded) ||
				errors.As(err, &refusal) != test.refusal {
				t.Errorf("saw %d, %v", last, err)
			}
			if err != nil && !strings.HasSuffix(err.Error(), test.says) {
				t.Errorf("it says: %v", err)
			}
		})
	}
}
