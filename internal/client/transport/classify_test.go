package transport

import (
	"context"
	"errors"
	"testing"
)

func TestOutcomeUnknown(t *testing.T) {
	t.Parallel()
	unknown := map[Kind]bool{KindUnknown: true, KindInternal: true, KindUnavailable: true, KindNetwork: true,
		KindDecode: true}
	for kind := KindUnknown; kind <= KindDecode; kind++ {
		if got := OutcomeUnknown(&Error{Kind: kind}); got != unknown[kind] {
			t.Errorf("kind %d: unknown is %v, want %v", kind, got, unknown[kind])
		}
	}
	for connection, want := range map[failure]bool{connectionLost: true, cancelled: true, neverSent: false,
		untrusted: false} {
		if got := OutcomeUnknown(&Error{Kind: KindNetwork, connection: connection}); got != want {
			t.Errorf("connection failure %d: unknown is %v, want %v", connection, got, want)
		}
	}
	// A pod was seen to exist although its create was answered with this (contract 2.6). What else is created may be
	// too.
	for _, test := range []struct {
		acts   bool
		status int
		want   bool
	}{{true, 500, true}, {true, 400, false}, {false, 500, false}} {
		for _, kind := range []Kind{KindNoCapacity, KindInUse} {
			got := OutcomeUnknown(&Error{actsThoughRejected: test.acts, Status: test.status, Kind: kind})
			if got != test.want {
				t.Errorf("kind %d, %t, %d: unknown is %v", kind, test.acts, test.status, got)
			}
		}
	}
	if OutcomeUnknown(nil) || OutcomeUnknown(errors.New("else")) {
		t.Error("only errors of requests have an outcome")
	}
}

// What is said of a call whose caller's time was up: the failure before, unless that says less than the time.
func TestError_gaveUp(t *testing.T) {
	t.Parallel()
	network := func(connection failure, cause error) *Error {
		return &Error{Operation: "GetThing", Kind: KindNetwork, connection: connection, Cause: cause}
	}
	for _, test := range []struct {
		failed *Error
		says   string
	}{
		{&Error{Operation: "GetThing", Status: 429, Message: "slow down"},
			"GetThing: slow down (HTTP 429); gave up after 2 attempts: the operation timed out"},
		{network(neverSent, errors.New("refused")), "GetThing: refused; gave up after 2 attempts: the operation timed out"},
		{network(neverSent, InWords(context.DeadlineExceeded)), "GetThing: the operation timed out"},
		{network(connectionLost, errors.New("reset")), "GetThing: the operation timed out"},
	} {
		err := test.failed.gaveUp(2, context.DeadlineExceeded)
		if err.Error() != test.says || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it says %q, want %q", err, test.says)
		}
		if OutcomeUnknown(err) != OutcomeUnknown(test.failed) {
			t.Errorf("%v: the outcome is another one now", err)
		}
	}
	once := (&Error{Operation: "GetThing", Status: 429, Message: "slow down"}).gaveUp(1, context.Canceled)
	if want := "GetThing: slow down (HTTP 429); gave up after one attempt: the run was interrupted"; once.Error() != want {
		t.Errorf("it says %q, want %q", once, want)
	}
}
