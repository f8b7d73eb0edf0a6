package pacing

import (
	"net/http"
	"testing"
	"time"
)

// Each window counts for itself: the next request is sent when all of them have room. Requests under way may be counted
// already, so they count twice until their answers come.
func TestQuota(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for name, test := range map[string]struct {
		answers  []string // values of RateLimit, one after the other
		underWay int
		after    time.Duration // the time of the question
		want     time.Duration // until the next request
		waits    bool          // for an answer
	}{
		"nothing is known":                      {},
		"there is room":                         {answers: []string{`"minute";r=3;t=12, "hour";r=2800;t=1812`}},
		"none in the minute":                    {answers: []string{`"minute";r=0;t=12, "hour";r=2800;t=1812`}, want: 13 * time.Second},
		"none in the hour":                      {answers: []string{`"minute";r=9;t=12, "hour";r=0;t=1812`}, want: 1813 * time.Second},
		"names without quotes":                  {answers: []string{`minute;t=5;x="a";r=0`}, want: 6 * time.Second},
		"it cannot be read":                     {answers: []string{`minute;r=many;t=1, ;, "hour";r=-1;t=3, day`}},
		"the last room may be taken":            {answers: []string{`m;r=2;t=12`}, underWay: 2, waits: true},
		"there is more than under way":          {answers: []string{`m;r=2;t=12`}, underWay: 1},
		"answers out of order":                  {answers: []string{`m;r=0;t=12`, `m;r=1;t=12`}, want: 13 * time.Second},
		"a later window":                        {answers: []string{`m;r=0;t=12`, `m;r=1;t=60`}},
		"a late answer about the window before": {answers: []string{`m;r=0;t=60`, `m;r=1;t=2`}, want: 61 * time.Second},
		"the window is over":                    {answers: []string{`m;r=0;t=12`}, after: 13 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			q := quota{}
			for _, value := range test.answers {
				q.learn(http.Header{"Ratelimit": {value}}, now)
			}
			asked := now.Add(test.after)
			at, byTime := q.until(asked, test.underWay)
			if byTime == test.waits {
				t.Errorf("it waits for an answer: %t", !byTime)
			}
			if want := now.Add(test.want); test.want != 0 && !at.Equal(want) || test.want == 0 && !at.IsZero() {
				t.Errorf("at %s, want %s", at, want)
			}
		})
	}
}
