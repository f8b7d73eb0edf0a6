package framework

import (
	"testing"
	"time"
)

func TestShort(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{5 * time.Minute: "5m", 90 * time.Second: "1m30s", time.Hour: "60m"} {
		if got := short(d); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
