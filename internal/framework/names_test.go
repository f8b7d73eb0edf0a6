package framework

import (
	"regexp"
	"testing"
	"time"
)

func TestUniqueName(t *testing.T) {
	t.Parallel()
	a, b := UniqueName("web-"), UniqueName("web-")
	if a == b || !regexp.MustCompile(`^web-[a-z0-9]{10}$`).MatchString(a) {
		t.Errorf("%q and %q", a, b)
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{5 * time.Minute: "5m", 90 * time.Second: "1m30s", time.Hour: "60m"} {
		if got := short(d); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
