package wire

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Metrics is text in Prometheus' format.
type Metrics struct{ bytes.Buffer }

// Samples are the values of one name, by their Labels.
type Samples map[string]float64

var labelText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// Labels returns names and values, given in turn, as the format has them.
func Labels(pairs ...string) string {
	var labels []string
	for pair := range slices.Chunk(pairs, 2) {
		labels = append(labels, pair[0]+`="`+labelText.Replace(strings.ToValidUTF8(pair[1], "?"))+`"`)
	}
	return "{" + strings.Join(labels, ",") + "}"
}

// Add writes the samples of a name. Kind is counter, gauge or histogram.
func (m *Metrics) Add(name, kind, help string, samples Samples) {
	fmt.Fprintf(m, "# HELP podfleet_emulator_%s %s\n# TYPE podfleet_emulator_%[1]s %[3]s\n", name, help, kind)
	last := strings.NewReplacer("+", "~") // The bucket of +Inf is the last one.
	for _, labels := range slices.SortedFunc(maps.Keys(samples), func(a, b string) int {
		return cmp.Compare(last.Replace(a), last.Replace(b))
	}) {
		fmt.Fprintf(m, "podfleet_emulator_%s%s %v\n", name, labels, samples[labels])
	}
}

// counters count requests to the service since the start; the journal forgets. They have a lock of their own.
type counters struct {
	mu                          sync.Mutex
	requests, durations, faults Samples
}

// buckets are the upper ends of those of durations, in seconds.
var buckets = [...]float64{0.005, 0.05, 0.5, 5, 60}

func (c *counters) count(of string, e *Entry) {
	labels := Labels("operation", cmp.Or(e.Operation, "none"), "interface", of, "status", strconv.Itoa(e.Status))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests[labels]++
	if e.Fault != "" {
		c.faults[Labels("kind", e.Fault)]++
	}
	c.durations["_sum"] += e.Milliseconds / 1000
	c.durations["_count"]++
	c.durations[`_bucket{le="+Inf"}`]++
	for _, end := range buckets {
		if e.Milliseconds/1000 <= end {
			c.durations["_bucket"+Labels("le", fmt.Sprint(end))]++
		}
	}
}

// Metrics returns what the server has counted.
func (s *Server) Metrics() *Metrics {
	m := &Metrics{}
	_, dropped := s.journal.Select(Filter{Limit: 1})
	m.Add("journal_dropped", "gauge", "Requests that the journal has dropped since it was last cleared.",
		Samples{"": float64(dropped)})
	m.Add("viewers", "gauge", "Clients that follow the journal.", Samples{"": float64(s.journal.changes.viewers.Load())})
	s.counted.mu.Lock()
	defer s.counted.mu.Unlock()
	m.Add("requests_total", "counter", "Requests to the service. Status 0 is a cut connection.", s.counted.requests)
	m.Add("request_duration_seconds", "histogram", "Real time from a request to its answer.", s.counted.durations)
	m.Add("faults_total", "counter", "Injected faults.", s.counted.faults)
	return m
}
