package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// A journal that has grown too large drops its oldest entries, and counts them until it is cleared.
func TestJournal_bound(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.JournalBytes = 3000 })
	body := `{"a":"` + strings.Repeat("x", 40) + `"}`
	for range 30 {
		s.call("POST", "/plain/things", body)
	}
	j := s.Journal()
	kept, dropped := j.Select(wire.Filter{})
	if len(kept) < 5 || len(kept) > 3000/len(body) || len(kept)+dropped != 30 || kept[0].Seq != dropped+1 {
		t.Fatalf("%d kept from %d on, %d dropped", len(kept), kept[0].Seq, dropped)
	}
	if _, same := j.Select(wire.Filter{Operations: []string{"Get"}}); same != dropped {
		t.Errorf("of one operation: %d dropped", same)
	}
	j.Clear()
	s.call("POST", "/plain/things", `{"a":"`+strings.Repeat("x", 50)+`"}`)
	if left, dropped := j.Select(wire.Filter{}); len(left) != 1 || dropped != 0 || left[0].Seq != 31 {
		t.Errorf("after it was cleared: %d, %d dropped", len(left), dropped)
	}
	if left, dropped := j.Select(wire.Filter{Operations: []string{"Create"}}); len(left) != 1 || dropped != 0 {
		t.Errorf("after it was cleared: %d, %d dropped", len(left), dropped)
	}
}

// What was just asked is there, however large it is.
func TestJournal_keepsTheLast(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.JournalBytes = 1 })
	for i := range 3 {
		s.call("POST", "/plain/things", `{"a":1}`)
		if kept, dropped := s.Journal().Select(wire.Filter{}); len(kept) != 1 || dropped != i || string(kept[0].Body) != `{"a":1}` {
			t.Errorf("%d: %+v, %d dropped", i, kept, dropped)
		}
	}
}

// Clients without a key have a ring of their own, without bodies, which leaves the entries of the others in place.
func TestJournal_unknownKeys(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.call("POST", "/plain/things", `{"a":1}`)
	long := strings.Repeat("x", 5000)
	for range 1005 {
		s.call("POST", "/plain/things?"+long, `{"a":"canary"}`, "Authorization", "Bearer no", "User-Agent", long)
	}
	s.call("GET", "/plain/things", "")
	j := s.Journal()
	if kept := s.entries(); len(kept) != 2 || kept[1].Seq != 1007 {
		t.Errorf("%d entries", len(kept))
	}
	if j.Find("6") != nil {
		t.Error("the ring has more than 1,000")
	}
	e := j.Find("7")
	if e == nil || !e.UnknownKey || e.Status != 401 || e.Body != nil || e.Response != nil || len(e.Query) != 1000 ||
		len(e.UserAgent) != 1000 || e.Operation != "Create" {
		t.Errorf("%+v", e)
	}
}

// Responses take at most a quarter more: the oldest go first, and large ones are not kept.
func TestJournal_responses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		journal int64
		want    string
	}{
		{1 << 20, "4003 of 4003, 4003 of 4003, 65536 of 65536, 0 of 65537, 103 of 103"},
		{290_000, "0 of 4003, 4003 of 4003, 65536 of 65536, 0 of 65537, 103 of 103"},
		{40_000, "0 of 4003, 0 of 4003, 0 of 65536, 0 of 65537, 103 of 103"},
	} {
		s := start(t, func(config *wire.Config) { config.JournalBytes = c.journal })
		for _, size := range []int{4000, 4000, 64<<10 - 3, 64<<10 - 2, 100} {
			s.answers(strings.Repeat("x", size), nil).call("GET", "/plain/things", "")
		}
		var got []string
		for _, e := range s.entries() {
			got = append(got, fmt.Sprint(len(e.Response), " of ", e.ResponseBytes))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%d: %v", c.journal, got)
		}
	}
}
