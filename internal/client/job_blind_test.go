package client

import (
	"testing"
	"time"
)

// While the service holds an answer, it looks itself: so much of the time was not blind.
func TestJobWait_aHoldIsNotBlind(t *testing.T) {
	t.Parallel()
	shown := time.Now()
	known := JobHistory{Shown: shown.Round(0), Retention: SyncRetention}
	began, answered := shown.Add(time.Millisecond), shown.Add(70*time.Second)
	for hold, want := range map[time.Duration]bool{longestHold: false, 0: true} {
		w := jobWait{hold: hold}
		if got := known.Unseen(w.blindUntil(began, answered)); got != want {
			t.Errorf("held for %s: unseen is %t, want %t", hold, got, want)
		}
	}
}
