package wire_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// poll is a Pending answer that is due when the test says so.
type poll struct {
	outcome   wire.Outcome
	due       chan struct{}
	waits     chan struct{} // closed when somebody waits
	cancelled int
}

func newPoll(outcome wire.Outcome) *poll {
	return &poll{outcome: outcome, due: make(chan struct{}), waits: make(chan struct{})}
}

func (p *poll) Wait(ctx context.Context) (wire.Outcome, bool) {
	close(p.waits)
	select {
	case <-p.due:
		return p.outcome, true
	case <-ctx.Done():
		p.Cancel()
		return wire.Outcome{}, false
	}
}

func (p *poll) Cancel() { p.cancelled++ }

func TestPending_isWaitedFor(t *testing.T) {
	t.Parallel()
	for want, outcome := range map[string]wire.Outcome{
		`[1]`:                        {Value: []int{1}},
		``:                           {},
		`{"error":"x","status":400}`: {Err: wire.BadRequest("x")},
	} {
		p := newPoll(outcome)
		s := start(t).answers(p, nil)
		answered := make(chan reply, 1)
		go func() { answered <- s.call("GET", "/plain/things", "") }()
		<-p.waits
		if len(s.entries()) > 0 {
			t.Error("it is in the journal before it ended")
		}
		close(p.due)
		if r := <-answered; r.text != want || p.cancelled != 0 {
			t.Errorf("%+v, cancelled %d times", r, p.cancelled)
		}
	}
}

// A client that goes away, and a server that closes, end the wait.
func TestPending_endsEarly(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(s *service, leave func()){
		"the client left":   func(_ *service, leave func()) { leave() },
		"the server closed": func(s *service, _ func()) { s.Stop() },
	} {
		p := newPoll(wire.Outcome{})
		s := start(t).answers(p, nil)
		ctx, leave := context.WithCancel(t.Context())
		answered := make(chan reply, 1)
		go func() { answered <- s.callIn(ctx, "GET", "/plain/things", "") }()
		<-p.waits
		end(s, leave)
		if r := <-answered; !r.cut || r.status != 0 || p.cancelled != 1 {
			t.Errorf("%s: %+v, cancelled %d times", name, r, p.cancelled)
		}
		if entries := s.entries("List"); len(entries) != 1 || entries[0].Status != 0 {
			t.Errorf("%s: the journal has %+v", name, entries)
		}
		leave()
	}
}

// Nobody waits for an answer that a fault replaces.
func TestPending_isCancelledByFaults(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{wire.FaultResetAfter, wire.FaultStatusAfter} {
		p := newPoll(wire.Outcome{})
		s := start(t).answers(p, nil)
		if err := s.SetFaults([]wire.Fault{{Operation: "*", Kind: kind}}); err != nil {
			t.Fatal(err)
		}
		s.call("GET", "/plain/things", "")
		if p.cancelled != 1 {
			t.Errorf("%s: cancelled %d times", kind, p.cancelled)
		}
	}
}

// Whoever hands out what is there only once learns whether it arrived.
func TestPending_delivery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		fault  string
		leaves string // when
		value  any
		taken  bool
	}{
		{name: "sent", fault: "", leaves: "", value: "x", taken: true},
		{name: "sent without a body", fault: "", leaves: "", value: nil, taken: true},
		{name: "cut in half", fault: wire.FaultTruncate, leaves: "", value: "x", taken: false},
		{name: "the client has left", fault: "", leaves: "before", value: "x", taken: false},
		{name: "the client leaves", fault: "", leaves: "meanwhile", value: "x", taken: false},
	} {
		var delivered []bool
		ctx, leave := context.WithCancel(t.Context())
		p := newPoll(wire.Outcome{Value: c.value, Delivered: func(taken bool) { delivered = append(delivered, taken) }})
		close(p.due)
		s := start(t, func(config *wire.Config) {
			config.Observe = func(wire.Exchange) {
				if c.leaves == "before" {
					leave()
				}
			}
		}).answers(p, nil)
		if c.fault != "" {
			if err := s.SetFaults([]wire.Fault{{Operation: "*", Kind: c.fault}}); err != nil {
				t.Fatal(err)
			}
		}
		if c.leaves == "meanwhile" {
			s.onWrite = leave
		}
		s.callIn(ctx, "GET", "/plain/things", "")
		leave()
		if len(delivered) != 1 || delivered[0] != c.taken {
			t.Errorf("%s: delivered %v", c.name, delivered)
		}
	}
}

// Over a real connection, an answer that was not read in time was not taken.
func TestPending_takeTimeout(t *testing.T) {
	t.Parallel()
	delivered := make(chan bool, 1)
	p := newPoll(wire.Outcome{Value: "x", Delivered: func(taken bool) { delivered <- taken }})
	close(p.due)
	s := start(t, func(c *wire.Config) {
		c.TakeTimeout = func() time.Duration { return -time.Second } // over before it begins
	}).answers(p, nil)
	connection := httptest.NewServer(s)
	defer connection.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, connection.URL+"/plain/things", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer all")
	if response, err := http.DefaultClient.Do(r); err == nil {
		t.Errorf("answered: %d, %v", response.StatusCode, response.Body.Close())
	}
	if <-delivered {
		t.Error("it was taken")
	}
}
