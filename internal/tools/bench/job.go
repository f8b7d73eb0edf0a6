package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

const (
	// workTime is the time that a job's work takes: longer than the steps before the wait for it.
	workTime = 300 * time.Millisecond
	// roundTrips is the number of measurements for a median.
	roundTrips = 21
)

// jobConfiguration runs so many jobs, one after the other, on a worker of ours.
const jobConfiguration = providerBlock + `
resource "podfleet_template" "worker" {
  name          = "worker"
  image_name    = "emulator/http"
  is_serverless = true
  env           = { WORKER_URL = %q }
}
resource "podfleet_endpoint" "worker" {
  name        = "worker"
  template_id = podfleet_template.worker.id
  workers_min = 1
  workers_max = 1
}
resource "podfleet_job" "each" {
  count       = %d
  endpoint_id = podfleet_endpoint.worker.id
  mode        = "sync"
  input       = jsonencode({ number = count.index })
}
`

// job measures the time from the end of a job's work until its result is in the state.
func (b *bench) job(ctx context.Context) (figures []figure, err error) {
	service, err := programs.StartEmulator(ctx, b.emulator, serviceFlags...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	worker, err := startWorker(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, worker.server.Close()) }()

	w, err := b.newWorkspace(b.provider, fmt.Sprintf(jobConfiguration, "", worker.url, b.jobs), nil, service.Settings)
	if err != nil {
		return nil, err
	}
	applied, err := w.run(ctx, "apply", "-input=false", "-json", "-auto-approve", "-parallelism=1")
	if err != nil {
		return nil, err
	}
	inState, err := completions(applied.output, "podfleet_job")
	if err != nil {
		return nil, err
	}
	var values []float64
	for number, done := range inState {
		ended, found := worker.ended(number)
		if !found {
			return nil, fmt.Errorf("job %d is in the state, and was never worked on", number)
		}
		values = append(values, milliseconds(done.Sub(ended)))
	}
	if len(values) != b.jobs {
		return nil, fmt.Errorf("%d jobs of %d are in the state", len(values), b.jobs)
	}
	trips, err := measureRoundTrips(ctx, service)
	if err != nil {
		return nil, err
	}
	f := figure{Row: "job", Name: "end of work to result in state", N: b.jobs, Unit: "ms"}
	return []figure{comparedMedians(f, values, "a round trip of the client", trips, atMost(2))}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// worker does the work of the jobs, and knows when it was done.
type worker struct {
	url    string
	server *http.Server

	mu   sync.Mutex
	ends map[int]time.Time // by the number in the job's input
}

func startWorker(ctx context.Context) (*worker, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	w := &worker{url: "http://" + listener.Addr().String() + "/", ends: map[int]time.Time{}}
	w.server = &http.Server{Handler: w, ReadHeaderTimeout: time.Minute}
	go func() { _ = w.server.Serve(listener) }() // It ends with Close.
	return w, nil
}

func (w *worker) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	var task struct {
		Input struct {
			Number int `json:"number"`
		} `json:"input"`
	}
	if err := json.NewDecoder(r.Body).Decode(&task); err != nil {
		http.Error(to, err.Error(), http.StatusBadRequest)
		return
	}
	time.Sleep(workTime)
	w.mu.Lock()
	w.ends[task.Input.Number] = time.Now()
	w.mu.Unlock()
	_, _ = io.WriteString(to, `{"output": "done"}`) // Whoever asked and went away gets nothing.
}

func (w *worker) ended(number int) (at time.Time, found bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at, found = w.ends[number]
	return at, found
}

// completions returns the times at which the CLI reports that resources of a type with count were complete, by index,
// in the JSON lines of an apply.
func completions(output []byte, resource string) (map[int]time.Time, error) {
	found := map[int]time.Time{}
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, mega)
	for lines.Scan() {
		var line struct {
			Type string    `json:"type"`
			At   time.Time `json:"@timestamp"`
			Hook struct {
				Resource struct {
					Type string          `json:"resource_type"`
					Key  json.RawMessage `json:"resource_key"`
				} `json:"resource"`
			} `json:"hook"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("%w in %s", err, lines.Text())
		}
		if line.Type != "apply_complete" || line.Hook.Resource.Type != resource {
			continue
		}
		var index int
		if err := json.Unmarshal(line.Hook.Resource.Key, &index); err != nil {
			return nil, fmt.Errorf("%w in %s", err, lines.Text())
		}
		found[index] = line.At
	}
	return found, lines.Err()
}

// measureRoundTrips returns the times of requests on an open connection, in milliseconds.
func measureRoundTrips(ctx context.Context, service *programs.Emulator) ([]float64, error) {
	var trips []float64
	for range roundTrips {
		started := time.Now()
		if err := service.Call(ctx, http.MethodGet, "/v1/templates", "", nil); err != nil {
			return nil, err
		}
		trips = append(trips, milliseconds(time.Since(started)))
	}
	return trips, nil
}
