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
		if got := wordingOf(rest1.New(rest1.Options{})).Classify(test.status, test.message, test.code); got != test.want {
			t.Errorf("%d %q: kind %d, want %d", test.status, test.message, got, test.want)
		}
	}
}
