package client_test

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// datedService is a service of one endpoint's creates, with a clock of its own. It is scripted: the create fails, and
// each list after it has these endpoints.
type datedService struct {
	t       *testing.T
	skew    time.Duration // of the service's clock
	noDate  bool
	takes   time.Duration // for each answer after the create, after its Date
	created []string      // createdAt of each endpoint that is listed after the create
	fails   int           // status of the create; 0 cuts the connection
	posted  atomic.Bool
	more    string // members of each endpoint, each after a comma
	// onList is called when a list comes after the create; nil is nothing.
	onList func()
}

func (s *datedService) RoundTrip(r *http.Request) (*http.Response, error) {
	got := response(http.StatusOK, "[]")
	if s.posted.Load() && s.onList != nil && strings.HasSuffix(r.URL.Path, "/endpoints") {
		s.onList()
	}
	if !s.noDate {
		got.Header.Set("Date", time.Now().Add(s.skew).UTC().Format(http.TimeFormat))
	}
	var all []string
	for i, at := range s.created {
		all = append(all, fmt.Sprintf(`{"id":"e%d","name":"x","templateId":"t","computeType":"GPU","gpuTypeIds":[],`+
			`"createdAt":%q%s}`, i+1, at, s.more))
	}
	switch {
	case r.Method == http.MethodPost:
		s.posted.Store(true)
		time.Sleep(time.Millisecond) // No two of the client's times are equal then.
		if s.fails == 0 {
			return nil, errors.New("connection reset by peer")
		}
		return response(s.fails, ""), nil
	case !s.posted.Load():
		return got, nil
	case strings.HasSuffix(r.URL.Path, "/endpoints"):
		got.Body = response(0, "["+strings.Join(all, ",")+"]").Body
		return got, nil
	default:
		time.Sleep(s.takes)
		for i, object := range all {
			if strings.HasSuffix(r.URL.Path, fmt.Sprint("/e", i+1)) {
				got.Body = response(0, object).Body
			}
		}
		return got, nil
	}
}

// An endpoint shows when it was created, by the service's clock, which can differ from this machine's by any amount.
// One that is older than the request is another client's, also if it is only seconds older. Without a Date or a time
// nothing is compared, and the error names it.
func TestCreate_time(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		noDate  bool
		takes   time.Duration
		created []time.Duration // after the request; for each endpoint
		later   []time.Duration // the same, for those that the first list does not show
		as      string          // the layout; empty is RFC 3339
		found   string
		named   int
		doubt   string
	}{
		"at the request":       {created: []time.Duration{0}, found: "e1"},
		"in the other layout":  {created: []time.Duration{0}, as: "2006-01-02 15:04:05.999 -0700 MST", found: "e1"},
		"a second before":      {created: []time.Duration{-time.Second}, found: "e1"},
		"5 s before":           {created: []time.Duration{-5 * time.Second}, named: 1, doubt: "The new objects"},
		"25 s before":          {created: []time.Duration{-25 * time.Second}, named: 1, doubt: "The new objects"},
		"and another client's": {created: []time.Duration{-5 * time.Second, 0}, named: 2, doubt: "More than one"},
		"two of them":          {created: []time.Duration{0, time.Second}, named: 2, doubt: "More than one"},
		"no Date":              {noDate: true, created: []time.Duration{0}, named: 1, doubt: "Nothing shows when"},
		"a Date long ago": {takes: 5 * time.Second, created: []time.Duration{-5 * time.Second}, named: 1,
			doubt: "Nothing shows when"},
		"after its Date": {created: []time.Duration{5 * time.Second}, named: 1, doubt: "Nothing shows when"},
		"and its own, late": {created: []time.Duration{5 * time.Second}, later: []time.Duration{0}, named: 2,
			doubt: "Nothing shows when"},
		"no time that is a time": {created: []time.Duration{0}, as: "Monday", named: 1, doubt: "Nothing shows when"},
	} {
		for _, skew := range []time.Duration{0, 72 * time.Hour, -72 * time.Hour} {
			t.Run(fmt.Sprint(name, ", skew ", skew), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					time.Sleep(700 * time.Millisecond) // Date has whole seconds.
					s := &datedService{t: t, skew: skew, noDate: test.noDate, takes: test.takes, fails: 500}
					c := newClient(t, "http://endpoints.test/v1", func(config *client.Config) { config.Times.Look = time.Minute })
					c.SetTransport(s)
					show := func(all []time.Duration) {
						for _, after := range all {
							at := time.Now().Add(skew + after).UTC()
							s.created = append(s.created, at.Format(cmp.Or(test.as, time.RFC3339Nano)))
						}
					}
					show(test.created)
					lists := 0
					s.onList = func() {
						if lists++; lists == 2 {
							show(test.later)
						}
					}
					created, err := c.Endpoints.Create(t.Context(), api.EndpointCreate{EndpointFields: api.EndpointFields{
						Name: members.Some("x"), TemplateID: members.Some("t")}})
					if test.found != "" {
						if err != nil || created.Object.ID != test.found || created.Failure == nil {
							t.Errorf("%+v %v", created, err)
						}
						return
					}
					if failed := outcomeOf(t, err); len(failed.Found) != test.named || failed.Found[0].CreatedAt == "" ||
						!strings.HasPrefix(failed.Doubt, test.doubt) {
						t.Error(told(failed))
					}
				})
			})
		}
	}
}
