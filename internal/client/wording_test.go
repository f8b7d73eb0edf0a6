package client

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest1"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status        int
		message, code string
		want          Kind
	}{
		{status: 500, message: "Template name must be unique", want: KindNameTaken},
		{status: 500, message: "template is in use by 1 pod", want: KindInUse},
		{status: 500, message: "you must remove this network volume from its pods", want: KindInUse},
		{status: 500, message: "There are no instances currently available", want: KindNoCapacity},
		{
			status: 500, message: "There are no longer any instances available with the requested specifications.",
			want: KindNoCapacity,
		},
		{status: 500, message: "create pod: could not find any pods with required specifications", want: KindNoCapacity},
		{status: 500, message: "this machine does not have the resources", want: KindNoCapacity},
		{status: 500, message: "there are not enough free GPUs on the host", want: KindNoCapacity},
		{status: 500, message: "cannot use pod templates for serverless", want: KindWrongKind},
		{status: 400, message: "spot pods are no longer offered", want: KindNotOffered},
		{status: 500, message: "max workers quota exceeded", want: KindQuota},
		{status: 403, message: "your balance is too low", want: KindBalance},
		{status: 500, message: "pod is locked", want: KindLocked},
		{status: 500, message: "blocked by firewall", want: KindInternal},
		{status: 500, message: "resource is locked by another transaction", want: KindInternal},
		{status: 500, message: "could not acquire: balance service unreachable", want: KindInternal},
		{status: 500, message: "request quota service timed out", want: KindInternal},
		{status: 500, message: "transaction failed: name must be unique", want: KindNameTaken},
		{status: 403, message: "your balance could not be used: transaction refused", want: KindBalance},
		{status: 409, message: "endpoint is paused", code: "ENDPOINT_PAUSED", want: KindPaused},
		{status: 409, message: "Endpoint is paused.", want: KindPaused},
		{status: 500, message: "paused", want: KindInternal},
		{status: 409, message: "busy", want: KindConflict},
		{status: 500, message: "boom", want: KindInternal},
		{status: 502, message: "load balance error: no instances", want: KindUnavailable},
		{status: 503, message: "quota", want: KindUnavailable},
		{status: 404, message: "template in use not found", want: KindNotFound},
		{status: 429, message: "request quota", want: KindRateLimited},
		{status: 400, message: "size: too large", want: KindInvalid},
		{status: 422, message: "size: too large", want: KindInvalid},
		{status: 401, message: "unauthorized", want: KindUnauthorized},
		{status: 403, want: KindUnauthorized},
		{status: 308, want: KindRedirect},
		{status: 418, want: KindUnknown},
	} {
		if got := wordingOf(rest1.New()).Classify(test.status, test.message, test.code); got != test.want {
			t.Errorf("%d %q: kind %d, want %d", test.status, test.message, got, test.want)
		}
	}
}
