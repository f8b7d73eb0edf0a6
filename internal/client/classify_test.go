package client

import (
	"context"
	"errors"
	"testing"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status        int
		message, code string
		want          Kind
	}{
		{500, "Template name must be unique", "", KindNameTaken},
		{500, "template is in use by 1 pod", "", KindInUse},
		{500, "you must remove this network volume from its pods", "", KindInUse},
		{500, "There are no instances currently available", "", KindNoCapacity},
		{500, "There are no longer any instances available with the requested specifications.", "", KindNoCapacity},
		{500, "create pod: could not find any pods with required specifications", "", KindNoCapacity},
		{500, "this machine does not have the resources", "", KindNoCapacity},
		{500, "there are not enough free GPUs on the host", "", KindNoCapacity},
		{500, "cannot use pod templates for serverless", "", KindPodTemplate},
		{400, "spot pods are no longer offered", "", KindNotOffered},
		{500, "max workers quota exceeded", "", KindQuota},
		{403, "your balance is too low", "", KindBalance},
		{500, "pod is locked", "", KindLocked},
		{500, "blocked by firewall", "", KindInternal},
		{500, "resource is locked by another transaction", "", KindInternal},
		{500, "could not acquire: balance service unreachable", "", KindInternal},
		{500, "request quota service timed out", "", KindInternal},
		{500, "transaction failed: name must be unique", "", KindNameTaken},
		{403, "your balance could not be used: transaction refused", "", KindBalance},
		{409, "endpoint is paused", "ENDPOINT_PAUSED", KindPaused},
		{409, "Endpoint is paused.", "", KindPaused},
		{500, "paused", "", KindInternal},
		{409, "busy", "", KindConflict},
		{500, "boom", "", KindInternal},
		{502, "load balance error: no instances", "", KindUnavailable},
		{503, "quota", "", KindUnavailable},
		{404, "template in use not found", "", KindNotFound},
		{429, "request quota", "", KindRateLimited},
		{400, "size: too large", "", KindInvalid},
		{422, "size: too large", "", KindInvalid},
		{401, "unauthorized", "", KindUnauthorized},
		{403, "", "", KindUnauthorized},
		{308, "", "", KindRedirect},
		{418, "", "", KindUnknown},
	} {
		if got := classify(test.status, test.message, test.code); got != test.want {
			t.Errorf("%d %q: kind %d, want %d", test.status, test.message, got, test.want)
		}
	}
}

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
			"GetThing: slow down (HTTP 429); gave up after 2 attempts: the time was up"},
		{network(neverSent, errors.New("refused")), "GetThing: refused; gave up after 2 attempts: the time was up"},
		{network(neverSent, inWords(context.DeadlineExceeded)), "GetThing: the time was up"},
		{network(connectionLost, errors.New("reset")), "GetThing: the time was up"},
	} {
		err := test.failed.gaveUp(2, context.DeadlineExceeded)
		if err.Error() != test.says || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it says %q, want %q", err, test.says)
		}
		if OutcomeUnknown(err) != OutcomeUnknown(test.failed) {
			t.Errorf("%v: the outcome is another one now", err)
		}
	}
}
