package emulator_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// An id that is taken is not given again, even when it was put there by hand.
func TestOptions_seedStepsOverTakenIDs(t *testing.T) {
	t.Parallel()
	first := start(t).create("/templates", `{"name":"a","imageName":"i"}`)
	a := start(t)
	a.must(a.PutObject("templates", first, map[string]any{"name": "b", "imageName": "i"}))
	if id := a.create("/templates", `{"name":"a","imageName":"i"}`); id == first {
		t.Error("a taken id was given again")
	}
}

func TestOptions_latency(t *testing.T) {
	t.Parallel()
	const latency = 30 * time.Millisecond
	a := start(t, emulator.Options{Latency: latency})
	for _, path := range []string{"/templates", "/nope"} {
		begin := time.Now()
		a.call(http.MethodGet, path, "")
		if took := time.Since(begin); took < latency {
			t.Errorf("%s took %v", path, took)
		}
	}
	if now := a.Now(); now != a.Requests()[0].Time {
		t.Errorf("latency moved the clock to %v", now)
	}
}

func TestOptions_validate(t *testing.T) {
	t.Parallel()
	for _, bad := range []emulator.Options{
		{APIKeys: []string{"k", ""}},
		{ReadOnlyAPIKeys: []string{""}},
		{Latency: -1},
		{RESTRateLimit: -1},
		{StepPerRequest: -1},
		{PodStartDelay: -1},
		{WorkersQuota: -1},
		{ColdStart: -1},
		{SubmissionLag: -1},
		{ListLag: -1},
		{UnpauseLag: -1},
		{JournalBytes: -1},
		{PlatformName: "xyz"},
		{PlatformName: "X y"},
		{PlatformName: "Public"},
		{PlatformName: "Serverless"},
		{AnswersAs: []string{"sparse", "Sparse"}},
	} {
		if err := bad.Validate(); err == nil {
			t.Errorf("%+v passed", bad)
		}
		var f failing
		if emulator.Start(&f, bad); f.failures != 1 {
			t.Errorf("%+v started", bad)
		}
	}
	good := emulator.Options{APIKeys: []string{"k"}, Latency: 1, RESTRateLimit: 1, PlatformName: "X1"}
	if err := good.Validate(); err != nil {
		t.Errorf("%+v: %v", good, err)
	}
}

func TestOptions_logger(t *testing.T) {
	t.Parallel()
	var log lockedText
	a := start(t, emulator.Options{Logger: slog.New(slog.NewTextHandler(&log,
		&slog.HandlerOptions{Level: slog.LevelDebug}))})
	a.call(http.MethodGet, "/templates", "")
	if text := log.String(); !strings.Contains(text, "operation=ListTemplates status=200") ||
		strings.Contains(text, a.APIKey()) {
		t.Errorf("the log says %q", text)
	}
}

func TestStart_endsWithTheTest(t *testing.T) {
	t.Parallel()
	var f failing
	s := emulator.Start(&f)
	a := &env{s, t}
	a.call(http.MethodGet, "/templates", "")
	for _, end := range f.cleanups {
		end()
	}
	if r, err := a.try(http.MethodGet, "/templates", ""); err == nil {
		t.Errorf("still answering: %d", r.status)
	}
	s.Close() // Again does nothing.
	if f.failures != 0 {
		t.Errorf("%d failures", f.failures)
	}
}

func TestServer_addresses(t *testing.T) {
	t.Parallel()
	a := start(t)
	if a.RESTURL() != a.URL()+"/v1" || a.QueueURL() != a.URL()+"/v2" ||
		!strings.HasPrefix(a.URL(), "http://127.0.0.1:") {
		t.Errorf("%s, %s, %s", a.URL(), a.RESTURL(), a.QueueURL())
	}
	everywhere, err := emulator.Listen(t.Context(), ":0", emulator.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer everywhere.Close()
	if !strings.HasPrefix(everywhere.URL(), "http://127.0.0.1:") {
		t.Errorf("everywhere is %s", everywhere.URL())
	}
}

// The client's own id comes back; without one the service makes one, a new one each time.
func TestServer_requestID(t *testing.T) {
	t.Parallel()
	a := start(t)
	for _, path := range []string{"/templates", "/nope", "/templates/nope"} {
		if got := a.call(http.MethodGet, path, "", "X-Request-Id", "mine").header.Get("X-Request-Id"); got != "mine" {
			t.Errorf("%s: %q", path, got)
		}
		one := a.call(http.MethodGet, path, "").header.Get("X-Request-Id")
		two := a.call(http.MethodGet, path, "", "Authorization", "").header.Get("X-Request-Id")
		if one == "" || two == "" || one == two {
			t.Errorf("%s: %q, %q", path, one, two)
		}
	}
}

// A reset gives new objects the IDs of the generation before, unless the seed was drawn: then an old state must not
// find other objects under its IDs. The log line has the seed with which another server gives the same IDs.
func TestServer_seedAfterReset(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ drawn bool }{"given": {}, "drawn": {drawn: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log strings.Builder
			a := start(t, emulator.Options{Seed: 7, NewSeedOnReset: test.drawn,
				Logger: slog.New(slog.NewTextHandler(&log, nil))})
			create := func(a *env) string { return a.create("/templates", `{"name":"n","imageName":"i"}`) }
			seen := map[string]bool{}
			for range 3 {
				seen[create(a)] = true
				log.Reset()
				a.Reset()
			}
			if want := map[bool]int{false: 1, true: 3}[test.drawn]; len(seen) != want {
				t.Errorf("%d different IDs of 3, want %d: %v", len(seen), want, seen)
			}
			seed := uint64(7)
			if test.drawn {
				_, text, _ := strings.Cut(log.String(), "msg=reset seed=")
				drawn, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
				if err != nil {
					t.Fatalf("%v: %s", err, log.String())
				}
				seed = drawn
			}
			if got, again := create(a), create(start(t, emulator.Options{Seed: seed})); got != again {
				t.Errorf("%s, and with its seed %s", got, again)
			}
		})
	}
}

// Many clients at once: names stay unique, every request is in the journal once, nothing races.
func TestServer_concurrency(t *testing.T) {
	t.Parallel()
	const clients, rounds = 8, 20
	a := start(t)
	var created sync.Map
	var group sync.WaitGroup
	for range clients {
		group.Go(func() {
			for i := range rounds {
				r := a.call(http.MethodPost, "/templates",
					fmt.Sprintf(`{"name":"n%d","imageName":"i","env":{"A":"1"}}`, i))
				if r.status == http.StatusOK {
					if other, taken := created.LoadOrStore(i, r.id()); taken {
						t.Errorf("name n%d was given to %v and %v", i, other, r.id())
					}
					a.call(http.MethodPatch, "/templates/"+r.id(), `{"env":{"B":"2"}}`)
				}
				a.call(http.MethodGet, "/templates", "")
				a.Advance(time.Millisecond)
				a.Requests()
				a.Objects("templates")
				a.SetFaults()
			}
		})
	}
	group.Wait()
	if got, want := len(a.Requests()), clients*rounds*2+rounds; got != want {
		t.Errorf("%d requests in the journal, not %d", got, want)
	}
	for i, r := range a.Requests() {
		if r.Seq != i+1 {
			t.Fatalf("entry %d has seq %d", i, r.Seq)
		}
	}
}

// failing is a test that notes its failures and cleanups instead of acting on them.
type failing struct {
	failures int
	cleanups []func()
}

func (f *failing) Helper()               {}
func (f *failing) Cleanup(end func())    { f.cleanups = append(f.cleanups, end) }
func (f *failing) Errorf(string, ...any) { f.failures++ }
func (f *failing) Fatalf(string, ...any) { f.failures++ }

// lockedText is a log that handlers write while a test reads.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
