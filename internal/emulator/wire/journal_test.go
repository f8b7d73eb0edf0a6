package wire_test

import (
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
	kept, dropped := j.Entries()
	if len(kept) < 5 || len(kept) > 3000/len(body) || len(kept)+dropped != 30 || kept[0].Seq != dropped+1 {
		t.Fatalf("%d kept from %d on, %d dropped", len(kept), kept[0].Seq, dropped)
	}
	if _, same := j.Entries("Get"); same != dropped {
		t.Errorf("of one operation: %d dropped", same)
	}
	j.Clear()
	s.call("POST", "/plain/things", `{"a":"`+strings.Repeat("x", 50)+`"}`)
	if left, dropped := j.Entries(); len(left) != 1 || dropped != 0 || left[0].Seq != 31 {
		t.Errorf("after it was cleared: %d, %d dropped", len(left), dropped)
	}
	if left, dropped := j.Entries("Create"); len(left) != 1 || dropped != 0 {
		t.Errorf("after it was cleared: %d, %d dropped", len(left), dropped)
	}
}

// What was just asked is there, however large it is.
func TestJournal_keepsTheLast(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.JournalBytes = 1 })
	for i := range 3 {
		s.call("POST", "/plain/things", `{"a":1}`)
		if kept, dropped := s.Journal().Entries(); len(kept) != 1 || dropped != i || string(kept[0].Body) != `{"a":1}` {
			t.Errorf("%d: %+v, %d dropped", i, kept, dropped)
		}
	}
}
