package chaos_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// submissions are the jobs that the service accepted, whether or not anybody heard of it.
type submissions struct {
	mu    sync.Mutex
	known map[string]bool     // every id that was ever seen
	now   map[string][]string // ids that were accepted since the step began, by the job's address
	asked map[string]bool     // addresses whose job was planned to run since the step began
}

// begin forgets what was before a step.
func (s *submissions) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]bool{}
	}
	s.now, s.asked = map[string][]string{}, map[string]bool{}
}

// look records the ids of new jobs. The driver calls it after each submission, because the service deletes finished
// jobs in time.
func (s *submissions) look(env *acctest.Env) {
	all := env.Objects(emulator.KindJobs)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, object := range all {
		id, _ := object["id"].(string)
		if s.known[id] {
			continue
		}
		s.known[id] = true
		address := addressOf(object["input"])
		s.now[address] = append(s.now[address], id)
	}
}

// addressOf returns the address of the job that an input names.
func addressOf(input any) string {
	text, err := json.Marshal(input)
	if err != nil {
		return err.Error()
	}
	var named struct {
		Job string `json:"job"`
	}
	if err := json.Unmarshal(text, &named); err != nil {
		return err.Error()
	}
	return named.Job
}

// ran notes which jobs an apply was to run.
func (s *submissions) ran(run *acctest.Run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for address, action := range run.Actions {
		if action != acctest.Update && action != acctest.DestroyOnly {
			s.asked[address] = true
		}
	}
}

// sayNoList are the parts of errors of lost submissions that say that no list shows the job.
var sayNoList = []string{"lists no job that this run did not submit", "could not read the list of jobs"}

// problems returns the jobs of a step that ran more often than the configuration requested, without a message that
// names them, or that says that no list shows one.
func (s *submissions) problems(runs []*acctest.Run) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var said strings.Builder
	unlisted := map[string]int{} // errors that no list shows a job, by the job's address
	for _, run := range runs {
		said.WriteString(run.Text())
		for _, d := range run.Diagnostics {
			if slices.ContainsFunc(sayNoList, func(part string) bool { return strings.Contains(d.Detail, part) }) {
				unlisted[d.Address]++
			}
		}
	}
	var found []string
	for address, ids := range s.now {
		unnamed := slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return strings.Contains(said.String(), id) })
		switch {
		case !s.asked[address]:
			found = append(found, fmt.Sprintf("%s ran, and nobody asked for it: %v", address, ids))
		case len(unnamed) > 1+unlisted[address]:
			found = append(found, fmt.Sprintf("%s was submitted %d times, and these were not named: %v", address, len(ids),
				unnamed))
		}
	}
	return found
}
