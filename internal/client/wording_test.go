package client

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest1"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

func TestClassify(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		status        int
		message, code string
		want          transport.Kind
	}{
		{status: 500, message: "Template name must be unique", want: transport.KindNameTaken},
		{status: 500, message: "template is in use by 1 pod", want: transport.KindInUse},
		{status: 500, message: "you must remove this network volume from its pods", want: transport.KindInUse},
		{status: 500, message: "There are no instances currently available", want: transport.KindNoCapacity},
		{
			status: 500, message: "There are no longer any instances available with the requested specifications.",
			want: transport.KindNoCapacity,
		},
		{status: 500, message: "create pod: could not find any pods with required specifications",
			want: transport.KindNoCapacity},
		{status: 500, message: "this machine does not have the resources", want: transport.KindNoCapacity},
		{status: 500, message: "there are not enough free GPUs on the host", want: transport.KindNoCapacity},
		{status: 500, message: "cannot use pod templates for serverless", want: transport.KindWrongKind},
		{status: 400, message: "spot pods are no longer offered", want: transport.KindNotOffered},
		{status: 500, message: "max workers quota exceeded", want: transport.KindQuota},
		{status: 403, message: "your balance is too low", want: transport.KindBalance},
		{status: 500, message: "pod is locked", want: transport.KindLocked},
		{status: 500, message: "blocked by firewall", want: transport.KindInternal},
		{status: 500, message: "resource is locked by another transaction", want: transport.KindInternal},
		{status: 500, message: "could not acquire: balance service unreachable", want: transport.KindInternal},
		{status: 500, message: "request quota service timed out", want: transport.KindInternal},
		{status: 500, message: "transaction failed: name must be unique", want: transport.KindNameTaken},
		{status: 403, message: "your balance could not be used: transaction refused", want: transport.KindBalance},
		{status: 409, message: "endpoint is paused", code: "ENDPOINT_PAUSED", want: transport.KindPaused},
		{status: 409, message: "Endpoint is paused.", want: transport.KindPaused},
		{status: 500, message: "paused", want: transport.KindInternal},
		{status: 409, message: "busy", want: transport.KindConflict},
		{status: 500, message: "boom", want: transport.KindInternal},
		{status: 502, message: "load balance error: no instances", want: transport.KindUnavailable},
		{status: 503, message: "quota", want: transport.KindUnavailable},
		{status: 404, message: "template in use not found", want: transport.KindNotFound},
		{status: 429, message: "request quota", want: transport.KindRateLimited},
		{status: 400, message: "size: too large", want: transport.KindInvalid},
		{status: 422, message: "size: too large", want: transport.KindInvalid},
		{status: 401, message: "unauthorized", want: transport.KindUnauthorized},
		{status: 403, want: transport.KindUnauthorized},
		{status: 308, want: transport.KindRedirect},
		{status: 418, want: transport.KindUnknown},
	} {
		if got := withQueue(rest1.Version(false).Wording).Classify(test.status, test.message, test.code); got != test.want {
			t.Errorf("%d %q: kind %d, want %d", test.status, test.message, got, test.want)
		}
	}
}
