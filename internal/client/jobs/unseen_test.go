package jobs

import (
	"testing"
	"time"
)

// During a long poll the service looks itself: so much of the time the job was seen.
func TestJobWait_aLongPollSees(t *testing.T) {
	t.Parallel()
	shown := time.Now()
	known := History{Shown: shown.Round(0), Retention: SyncRetention}
	began, answered := shown.Add(time.Millisecond), shown.Add(70*time.Second)
	for longPoll, want := range map[time.Duration]bool{maxLongPoll: false, 0: true} {
		w := jobWait{longPoll: longPoll}
		if got := known.Unseen(w.unseenUntil(began, answered)); got != want {
			t.Errorf("long poll of %s: unseen is %t, want %t", longPoll, got, want)
		}
	}
}
