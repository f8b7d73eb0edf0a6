package creates

import (
	"net/http"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/model"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// The service can carry out a create that timed out at any later time. A search does not adopt such an object, but it
// has to be named once a list shows it. An object that was there before the request is another's, and so is a later one
// if the service answered the create.
func TestLostCreates_lateByAnyTime(t *testing.T) {
	t.Parallel()
	errAnswered := &transport.Error{Kind: transport.KindInternal, Status: http.StatusInternalServerError}
	sent := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		failure error
		created time.Duration // after the create was sent
		late    bool
	}{
		"in time":                     {failure: errTimeout, created: time.Minute, late: true},
		"after the client looked":     {failure: errTimeout, created: time.Hour, late: true},
		"before the request":          {failure: errTimeout, created: -time.Hour},
		"after a create was answered": {failure: errAnswered, created: time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := sent.Add(test.created).Format(time.RFC3339)
			l := lostVolume("a", "x", func(l *lostCreate[model.NetworkVolume]) {
				l.failure, l.state, l.last.object = test.failure, createAdopted, &model.NetworkVolume{ID: "adopted"}
				l.createdAt = func(model.NetworkVolume) string { return shown }
				l.created = creationTime{from: sent, until: sent.Add(2 * time.Minute)}
			})
			s := &lostCreates[model.NetworkVolume]{claims: &claims{}}
			s.lose(l)
			all := []model.NetworkVolume{{ID: "x"}}
			if got := len(s.possible(all)) == 1; got != test.late {
				t.Errorf("a search reads the object: %t", got)
			}
			s.observe(all)
			if got := len(s.takeLate(func(string) bool { return false })) == 1; got != test.late {
				t.Errorf("it is late: %t", got)
			}
		})
	}
}
