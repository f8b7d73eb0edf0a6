package client_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
)

// The list that confirms for several readers that templates are gone does not end with the reader that started it.
func TestReads_goneConfirmedForOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var confirmations atomic.Int32
		c := newClient(t, "http://service.test/v1")
		c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
			switch {
			case strings.Contains(r.URL.Path, "/templates/"):
				return response(http.StatusNotFound, `{"error":"template not found","status":404}`), nil
			case !strings.Contains(r.URL.RawQuery, "Public"): // the list that answers reads
				return response(http.StatusInternalServerError, `{"error":"no disk","status":500}`), nil
			default:
				confirmations.Add(1)
				time.Sleep(10 * time.Second)
				return response(http.StatusOK, `[]`), nil
			}
		}))
		first := inBackground(func() {
			if _, err := c.Templates.Read(interruptedAfter(t, 5*time.Second), "a", nil); err == nil || fleet.IsGone(err) {
				t.Error(err)
			}
		})
		time.Sleep(time.Second)
		if _, err := c.Templates.Read(t.Context(), "b", nil); !fleet.IsGone(err) {
			t.Error(err)
		}
		if first(); confirmations.Load() != 1 {
			t.Errorf("%d lists", confirmations.Load())
		}
	})
}

// A reader with two minutes waits for a list in line for one of them. Its own GET waits in the same line, so it costs
// no time; and only the readers that wait at the same time send one.
func TestReads_listInLineForShortReaders(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		until := began.Add(70 * time.Second)
		s := &slowService{objects: 300, oneTakes: oneTakes(50 * time.Millisecond), manyTakes: listTakes(5 * time.Second)}
		s.refuses = func() (time.Duration, bool) {
			now := time.Now()
			return until.Sub(now), now.After(began) && now.Before(until)
		}
		c := s.of(t)
		readEndpoint(t, c, 0, 2*time.Minute)
		took := inParallel(s.objects-1, 10, func(i int) { readEndpoint(t, c, i+1, 2*time.Minute) })
		if took > 80*time.Second || s.got() > 1+10 || s.listed() != 1 {
			t.Errorf("it took %s, %d GETs and %d lists", took, s.got(), s.listed())
		}
	})
}
