package wire_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

func TestJournal_entries(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.call("POST", "/plain/things?b=2&a=%20", `{"a":1}`)
	s.call("GET", "/plain/things/x%2Fy", "")
	for _, authorization := range []string{"", "Bearer", "Bearer other", "Basic all", "all"} { // Nothing of these is kept.
		s.call("POST", "/plain/planted?planted", `{"planted":1}`, "Authorization", authorization)
		s.call("GET", "/plain/about?planted", "", "Authorization", authorization)
	}
	s.call("POST", "/plain/things", `{"a":2}`, "Authorization", "Bearer read")
	got, err := json.Marshal(s.entries())
	if err != nil {
		t.Fatal(err)
	}
	const want = `[` +
		`{"seq":1,"time":"2026-01-01T00:00:00Z","method":"POST","path":"/plain/things","query":"b=2\u0026a=%20",` +
		`"operation":"Create","status":204,"body":{"a":1}},` +
		`{"seq":2,"time":"2026-01-01T00:00:00Z","method":"GET","path":"/plain/things/x%2Fy","query":"",` +
		`"operation":"Get","status":204,"body":null},` +
		`{"seq":3,"time":"2026-01-01T00:00:00Z","method":"POST","path":"/plain/things","query":"",` +
		`"operation":"Create","status":401,"body":{"a":2}}]`
	if string(got) != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestJournal_filterAndClear(t *testing.T) {
	t.Parallel()
	s := start(t)
	for range 2 {
		s.call("GET", "/plain/things", "")
	}
	s.call("POST", "/plain/things", "")
	s.call("GET", "/nope", "")
	j := s.Journal()
	for want, operations := range map[int][]string{4: nil, 2: {"List"}, 3: {"List", "Create"}, 1: {""}, 0: {"Get"}} {
		if got := s.entries(operations...); len(got) != want || got == nil {
			t.Errorf("%q: %d entries, not %d", operations, len(got), want)
		}
	}
	j.Clear()
	s.call("GET", "/plain/things", "")
	if left := s.entries(); len(left) != 1 || left[0].Seq != 5 {
		t.Errorf("after it was cleared: %+v", left)
	}
}

// No value of the secret is kept, wherever it is and however it is spelled; everything else is kept as it was sent.
func TestJournal_secrets(t *testing.T) {
	t.Parallel()
	const plain, strict, unknown = "/plain/things", "/strict/o/run", "/nope"
	for _, c := range []struct{ path, body, want string }{
		{plain, `{ "a" : 1.0 }`, `{"a":1.0}`},
		{plain, `{"topSecret":{"user":"u","pass":"p"}}`, `{"topSecret":{"user":"(redacted)"}}`},
		{plain, `{"topSecret":"p"}`, `{"topSecret":"(redacted)"}`},
		{plain, `[{"a":{"top_secret":{"user":"u"}}}]`, `[{"a":{"top_secret":{"user":"(redacted)"}}}]`},
		{plain, `{"TOP-ſECRET":["p"]}`, `{"TOP-ſECRET":"(redacted)"}`},
		{plain, `{"TOP-_secret-":["p"]}`, `{"TOP-_secret-":"(redacted)"}`},
		{plain, `{"topSecre":"p","t":"top secret"}`, `{"topSecre":"p","t":"top secret"}`},
		{plain, `{"a":"{\"topSecret\":\"p\"}"}`, `{"a":"(redacted)"}`},
		{plain, `{"a":{"topSecret":"p"},"a":1}`, `{"a":1}`}, // The first is hidden from whoever decodes it.
		{plain, `{"a":1e999,"topSecret":"p"}`, `{"a":1e999,"topSecret":"(redacted)"}`},
		{plain, `topSecret=p`, `"(redacted)"`},
		{plain, `a=p`, `"a=p"`},
		{plain, `"p"`, `"p"`},
		{strict, `{"a":1}`, `{"a":1}`},
		{strict, `"p"`, `"(redacted)"`},
		{strict, `p`, `"(redacted)"`},
		{unknown, `"p"`, `"(redacted)"`},
		{unknown, `{"a":1}`, `{"a":1}`},
		{plain, ``, `null`},
		{plain, `"` + string(make([]byte, 100)) + `"`, `null`}, // larger than it may be
	} {
		s := start(t)
		s.call("POST", c.path, c.body)
		text, err := json.Marshal(s.entries()[0].Body)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(text); got != c.want {
			t.Errorf("%s %s\n got %s\nwant %s", c.path, c.body, got, c.want)
		}
	}
}

// Without a secret, bodies are kept as they are.
func TestJournal_noSecret(t *testing.T) {
	t.Parallel()
	s := start(t, func(c *wire.Config) { c.Secret = wire.Secret{} })
	s.call("POST", "/plain/things", `{"topSecret":"p"}`)
	if got := string(s.entries()[0].Body); got != `{"topSecret":"p"}` {
		t.Errorf("kept: %s", got)
	}
}

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
	if _, err := j.Complete("Get"); err == nil || !strings.Contains(err.Error(), strconv.Itoa(dropped)) {
		t.Errorf("Complete returns the error %v", err)
	}
	j.Clear()
	s.call("POST", "/plain/things", `{"a":"`+strings.Repeat("x", 50)+`"}`)
	if left, dropped := j.Entries(); len(left) != 1 || dropped != 0 || left[0].Seq != 31 {
		t.Errorf("after it was cleared: %d, %d dropped", len(left), dropped)
	}
	if left, err := j.Complete("Create"); len(left) != 1 || err != nil {
		t.Errorf("after it was cleared: %d, %v", len(left), err)
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

// BenchmarkJournal adds a request to a journal that is full.
func BenchmarkJournal(b *testing.B) {
	journal := wire.NewJournal(1 << 20)
	entry := wire.Entry{Method: "POST", Path: "/v2/abc/run", Operation: "RunJob", Body: make([]byte, 1024)}
	b.ReportAllocs()
	for b.Loop() {
		journal.Add(entry)
	}
}
