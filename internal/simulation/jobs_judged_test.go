package simulation_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// submission is a job that the service accepted, whether or not anybody heard of it.
type submission struct {
	id  string
	job string // provider block and address, as the input has them
	at  time.Time
}

// submitted notes new jobs after a request to the queue.
func (l *ledger) submitted(r *emulator.Exchange) {
	if r.Method != http.MethodPost {
		return
	}
	jobs := l.objects(emulator.KindJobs)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, job := range jobs {
		id, _ := job["id"].(string)
		if slices.ContainsFunc(l.submissions, func(s submission) bool { return s.id == id }) {
			continue
		}
		var input struct{ Job string }
		if text, err := json.Marshal(job["input"]); err == nil && json.Unmarshal(text, &input) == nil {
			l.submissions = append(l.submissions, submission{id, input.Job, time.Now()})
		}
	}
}

// mayBeUnlisted is the part of errors of lost submissions that says that no list may show the job.
const mayBeUnlisted = "The service can list a job late"

// judgeJobs finds jobs that the last apply submitted and that are neither in the state nor in a message.
func (run *moduleRun) judgeJobs(step string, b *providerBlock, since time.Time) {
	run.w.t.Helper()
	excused := map[string]int{} // jobs that no list shows, as an error says, or whose process was killed
	for _, d := range b.lastRun.Diagnostics {
		if strings.Contains(d.Detail, mayBeUnlisted) {
			excused[d.Address]++
		}
	}
	for _, address := range b.lastRun.Killed {
		excused[address]++
	}
	held, text := run.held(), b.lastRun.Text()
	for _, s := range run.w.ledger.submissions {
		name, address, _ := strings.Cut(s.job, " ")
		if name != b.name || s.at.Before(since) {
			continue
		}
		switch {
		case held[s.id]:
		case strings.Contains(text, s.id):
			run.seen.count("a lost job, named")
		case excused[address] > 0:
			excused[address]--
			run.seen.count("a lost job, announced")
		default:
			run.breaks(isLostJob, "%s: %s: %s\n%s", step, s.job, s.id, text)
		}
	}
}
