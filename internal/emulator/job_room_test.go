package emulator_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Jobs take memory up to a bound. Whoever submits one more is told when to come back, nothing else stops, and what
// ends, is purged or whose retention is over makes room.
func TestJobRoom_submissions(t *testing.T) {
	t.Parallel()
	var log lockedText
	q := unchecked(t, emulator.Options{JobBytes: 20 << 10, Logger: slog.New(slog.NewTextHandler(&log, nil))}).
		queue("emulator/sleep", `"workersMin":1,"workersMax":1`)
	body := fmt.Sprintf(`{"input":{"ms":1000,"text":%q}}`, strings.Repeat("x", 1000))
	fill := func() (accepted int) {
		for {
			r := q.call(http.MethodPost, "/run", body)
			if r.status == http.StatusOK {
				accepted++
				continue
			}
			if r.status != 503 || r.header.Get("Retry-After") != "10" || !strings.Contains(r.text, "--job-bytes") {
				t.Fatalf("after %d jobs: %d %v %s", accepted, r.status, r.header, r.text)
			}
			return accepted
		}
	}
	first := fill()
	if first < 5 || first > 15 {
		t.Fatalf("%d jobs of 2 KB fit into 20 KB", first)
	}
	for _, path := range []string{"/runsync", "/openai/v1/x"} {
		if r := q.call(http.MethodPost, path, body); r.status != 503 {
			t.Errorf("%s: %d %s", path, r.status, r.text)
		}
	}
	if r := q.call(http.MethodGet, "/health", ""); r.status != 200 {
		t.Errorf("it does not go on: %d", r.status)
	}
	q.call(http.MethodPost, "/purge-queue", "")
	if again := fill(); again != first-1 { // One is with the worker.
		t.Errorf("after a purge: %d", again)
	}
	q.Advance(time.Hour) // All have run, and their retention is over.
	if again := fill(); again != first {
		t.Errorf("after an hour: %d", again)
	}
	if err := q.DeleteObject("endpoints", q.id); err != nil {
		t.Fatal(err)
	}
	if left := q.JobBytes(); left != 0 {
		t.Errorf("%d bytes without a job", left)
	}
	if said := strings.Count(log.String(), "jobs are refused"); said != 1 {
		t.Errorf("it is said %d times", said)
	}
}

// An output that does not fit fails its job, and so do chunks; what is kept counts exactly once.
func TestJobRoom_outputs(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", 4000)
	for name, c := range map[string]struct {
		result emulator.WorkerResult
		want   string
	}{
		"output": {emulator.WorkerResult{Output: large + large}, "--job-bytes"},
		"error":  {emulator.WorkerResult{Error: large + large}, "--job-bytes"},
		"chunks": {
			emulator.WorkerResult{Chunks: []emulator.WorkerChunk{{Output: large}, {Output: large}}}, "--job-bytes",
		},
		"small":       {emulator.WorkerResult{Output: "x"}, `"COMPLETED"`},
		"many chunks": {emulator.WorkerResult{Chunks: make([]emulator.WorkerChunk, 100_001)}, "more than 100000 chunks"},
	} {
		options := emulator.Options{JobBytes: 8 << 10, Workers: map[string]emulator.WorkerFunc{
			"w": func(emulator.WorkerJob) emulator.WorkerResult { return c.result },
		}}
		if name == "many chunks" {
			options.JobBytes = 0
		}
		q := unchecked(t, options).queue("w", `"workersMin":1`)
		job := q.run(`{}`)
		if r := q.status(job); !strings.Contains(r.text, c.want) {
			t.Errorf("%s: %.300s", name, r.text)
		}
		q.Advance(time.Hour)
		if left := q.JobBytes(); left != 0 {
			t.Errorf("%s: %d bytes without a job", name, left)
		}
	}
}

// A body with millions of chunks fails its job before anything is made of them. It is measured over the whole process,
// so nothing else may run.
func TestJobRoom_manyChunksInABody(t *testing.T) {
	q := unchecked(t, emulator.Options{}).queue("emulator/stream", `"workersMin":1`)
	commas := `"` + strings.Repeat(",", 200_000) + `"`
	for input, want := range map[string]string{
		`{"chunks":[` + strings.Repeat("1,", 3_000_000) + `1]}`:       "more than 100000 chunks",
		`{"chunks":[` + commas + `],"more":[[` + commas + `],1,2,3]}`: `"COMPLETED"`,
	} {
		before := allocated()
		job := q.run(input)
		if took := allocated() - before; took > 100<<20 {
			t.Errorf("%.20s… took %d MiB", input, took>>20)
		}
		if r := q.status(job); !strings.Contains(r.text[:min(len(r.text), 500)], want) {
			t.Errorf("%.20s…: %.300s", input, r.text)
		}
	}
}

// Ten bodies of ten megabytes cost what they are, once: not again as output, nor in the journal. It is measured over
// the whole process, so nothing else may run.
func TestJobRoom_largeBodies(t *testing.T) {
	longtest.Large(t)
	const bodies, size = 20, 10 << 20
	q := unchecked(t, emulator.Options{JobBytes: (bodies/2)*size + size/2}).queue("emulator/echo", `"workersMin":1`)
	body := `{"input":{"text":"` + strings.Repeat("x", size-100) + `"}}`
	before := held()
	accepted, refused := 0, 0
	for range bodies {
		switch r := q.call(http.MethodPost, "/run", body); r.status {
		case 200:
			accepted++
		case 503:
			refused++
		default:
			t.Fatal(r.status)
		}
	}
	if accepted != bodies/2 || refused != bodies/2 {
		t.Errorf("%d accepted, %d refused", accepted, refused)
	}
	journal := int64(emulator.DefaultJournalBytes)
	if took := held() - before; took > bodies/2*size+journal+5*size {
		t.Errorf("%d bodies of %d MiB take %d MiB", accepted, size>>20, took>>20)
	}
	q.Advance(time.Hour)
	q.ClearJournal()
	if left := held() - before; left > 3*size {
		t.Errorf("%d MiB are left", left>>20)
	}
}

// held returns how many bytes the process holds.
func held() int64 {
	var stats runtime.MemStats
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc) //nolint:gosec // It is no more than there is.
}
