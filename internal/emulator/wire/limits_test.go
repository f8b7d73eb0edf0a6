package wire_test

import (
	"errors"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// retryAfter returns the header of a refusal in seconds; empty for a request that passed.
func retryAfter(t *testing.T, l *wire.Limits, owner string, limit wire.Limit, at time.Duration) string {
	t.Helper()
	_, err := l.Admit(owner, limit, begin.Add(at))
	if err == nil {
		return ""
	}
	var refused *wire.Error
	if !errors.As(err, &refused) || refused.Status != 429 || refused.Message != "rate limit exceeded" {
		t.Errorf("at %v: %v", at, err)
		return ""
	}
	return refused.Header.Get("Retry-After")
}

// The window slides: a request is let through when so many others were let through before, not asked.
func TestLimits_window(t *testing.T) {
	t.Parallel()
	limit := wire.Limit{Name: "n", Rate: 2, Window: 10 * time.Second}
	l := wire.NewLimits()
	for _, c := range []struct {
		at   time.Duration
		want string
	}{
		{0, ""},
		{4 * time.Second, ""},
		{4 * time.Second, "6"},
		{9999 * time.Millisecond, "1"},
		{10 * time.Second, ""},
		{10 * time.Second, "4"},
		{13100 * time.Millisecond, "1"},
		{14 * time.Second, ""},
		{time.Hour, ""},
	} {
		if got := retryAfter(t, l, "", limit, c.at); got != c.want {
			t.Errorf("at %v: retry after %q, not %q", c.at, got, c.want)
		}
	}
}

// A limit that has come down since counts what it let through before.
func TestLimits_comesDown(t *testing.T) {
	t.Parallel()
	high := wire.Limit{Name: "n", Rate: 3, Window: 10 * time.Second}
	low := high
	low.Rate = 1
	l := wire.NewLimits()
	for second := range 3 {
		retryAfter(t, l, "", high, time.Duration(second)*time.Second)
	}
	if got := retryAfter(t, l, "", low, 3*time.Second); got != "9" { // until the last of the three has left the window
		t.Errorf("retry after %q", got)
	}
}

func TestLimits_concurrency(t *testing.T) {
	t.Parallel()
	limit := wire.Limit{Name: "n", Concurrent: 1}
	l := wire.NewLimits()
	release, err := l.Admit("", limit, begin)
	if err != nil {
		t.Fatal(err)
	}
	if got := retryAfter(t, l, "", limit, time.Hour); got != "1" {
		t.Errorf("a second one: retry after %q", got)
	}
	release()
	if got := retryAfter(t, l, "", limit, 0); got != "" {
		t.Errorf("after the release: retry after %q", got)
	}
}

// A request that is refused because of others under way does not use up the window.
func TestLimits_refusedDoesNotCount(t *testing.T) {
	t.Parallel()
	limit := wire.Limit{Name: "n", Rate: 2, Window: time.Minute, Concurrent: 1}
	l := wire.NewLimits()
	release, err := l.Admit("", limit, begin)
	if err != nil {
		t.Fatal(err)
	}
	retryAfter(t, l, "", limit, 0)
	release()
	if got := retryAfter(t, l, "", limit, 0); got != "" {
		t.Errorf("retry after %q", got)
	}
}

// Owners and limits are counted apart, until they are forgotten.
func TestLimits_apart(t *testing.T) {
	t.Parallel()
	one := wire.Limit{Name: "one", Rate: 1, Window: time.Minute}
	two := one
	two.Name = "two"
	l := wire.NewLimits()
	for _, c := range []struct {
		owner string
		limit wire.Limit
		want  string
	}{
		{"a", one, ""}, {"a", one, "60"}, {"a", two, ""}, {"b", one, ""}, {"b", one, "60"},
	} {
		if got := retryAfter(t, l, c.owner, c.limit, 0); got != c.want {
			t.Errorf("%s of %s: retry after %q, not %q", c.limit.Name, c.owner, got, c.want)
		}
	}
	l.Forget("a")
	if a, b := retryAfter(t, l, "a", one, 0), retryAfter(t, l, "b", one, 0); a != "" || b != "60" {
		t.Errorf("a is forgotten: %q and %q", a, b)
	}
	l.Reset()
	if a, b := retryAfter(t, l, "a", one, 0), retryAfter(t, l, "b", one, 0); a != "" || b != "" {
		t.Errorf("all are forgotten: %q and %q", a, b)
	}
}

func TestLimits_none(t *testing.T) {
	t.Parallel()
	l := wire.NewLimits()
	for range 1000 {
		if got := retryAfter(t, l, "", wire.Limit{}, 0); got != "" {
			t.Fatalf("retry after %q", got)
		}
	}
}
