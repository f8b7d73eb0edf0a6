package emulator_test

import (
	"net/http"
	"testing"
	"time"
)

// A machine without a public address is ready all the same.
func TestPods_publicAddress(t *testing.T) {
	t.Parallel()
	a := start(t)
	for members, public := range map[string]bool{
		``:                        true,
		`"cloudType":"COMMUNITY"`: false,
		`"supportPublicIp":false`: false,
		`"cloudType":"COMMUNITY","supportPublicIp":true`: true,
		`"computeType":"CPU"`:                            true,
	} {
		p := a.call(http.MethodPost, "/pods", with(`"imageName":"i"`, members)).object()
		ports, _ := p["portMappings"].(map[string]any)
		if ports == nil || (len(ports) == 1) != public || (p["publicIp"] != nil) != public || p["machineId"] == "" {
			t.Errorf("%s: %v", members, p)
		}
	}
}

// A pod that direct access has put without an address becomes ready after its first reset, like after a start.
func TestPods_resetOfAPodThatWasPut(t *testing.T) {
	t.Parallel()
	a := delayed(t)
	a.must(a.PutObject("pods", "put", map[string]any{"imageName": "i", "ports": []any{"22/tcp"}}))
	a.Advance(time.Minute)
	if p := a.pod("put"); ready(p) {
		t.Errorf("nothing has started it: %v", p)
	}
	a.operate("put", "reset")
	if p := a.pod("put"); ready(p) {
		t.Errorf("at once: %v", p)
	}
	a.Advance(2 * time.Second)
	if p := a.pod("put"); !ready(p) {
		t.Errorf("after the delay: %v", p)
	}
}
