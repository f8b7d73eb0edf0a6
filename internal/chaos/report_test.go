package chaos_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// report is the text that a failing seed prints: configuration, schedule, and each apply's messages and requests.
type report struct {
	text     strings.Builder
	requests int
}

func (r *report) begin(s scenario) {
	fmt.Fprintf(&r.text, "seed %d: versions %+v, %+v, "+
		"%d foreign objects, provider %v, dialects %v, pods start after %s, workers after %s, "+
		"lists lag %s\n", s.seed, s.versions, s.options.Version2,
		s.foreign, s.provider, s.options.AnswersAs, s.options.PodStartDelay, s.options.ColdStart,
		s.options.ListLag)
	fmt.Fprintf(&r.text, "replay: CHAOS_SEED=%d go test ./internal/chaos -run 'TestChaos$' -count=1 -v; "+
		"one resource after the other with CHAOS_SEQUENTIAL=1\n", s.seed)
}

func (r *report) step(i int, s step) {
	fmt.Fprintf(&r.text, "\n=== step %d: %s\n%s", i+1, s.title, hcl(s.config))
}

func (r *report) run(how string, run *acctest.Run, journal []emulator.Request) {
	r.requests += len(journal)
	fmt.Fprintf(&r.text, "--- apply %s: failed %v, interrupted %v, planned", how, run.Failed(), run.Interrupted)
	for _, address := range slices.Sorted(maps.Keys(run.Actions)) {
		fmt.Fprintf(&r.text, " %s=%s", address, run.Actions[address])
	}
	fmt.Fprintf(&r.text, "\n%s\n", indented(run.Text()))
	for _, entry := range journal {
		fmt.Fprintf(&r.text, "    %3d %-26s %3d %s %s\n", entry.Seq, entry.Operation, entry.Status, entry.Path, entry.Body)
	}
}

func (r *report) imported(address, id string, diagnostics []*tfprotov6.Diagnostic) {
	fmt.Fprintf(&r.text, "--- import %s %s\n%s\n", address, id, indented(acctest.Text(diagnostics)))
}

func (r *report) adopted(address string, made creation) {
	fmt.Fprintf(&r.text, "--- %s has adopted %s of another client, created at %s: %v\n", address, made.key(),
		made.at.Format("15:04:05.000"), made.object)
}

func (r *report) tidied(key string) { fmt.Fprintf(&r.text, "--- people delete %s\n", key) }

func (r *report) plan(run *acctest.Run) {
	if run.Failed() || len(run.Actions) > 0 {
		fmt.Fprintf(&r.text, "--- the plan afterwards: failed %v, %v\n%s\n", run.Failed(), run.Actions, indented(run.Text()))
	}
}

func (r *report) String() string { return r.text.String() }

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

// String says what goes wrong, in a line for each rule.
func (s schedule) String() string {
	var parts []string
	for _, rule := range s.rules {
		text := fmt.Sprintf("%s of %s %s", percent(rule.Probability), rule.Operation, rule.Kind)
		if rule.Status != 0 {
			text += fmt.Sprint(" ", rule.Status)
		}
		if rule.Message != "" {
			text += fmt.Sprintf(" %q", rule.Message)
		}
		parts = append(parts, text)
	}
	if s.timeouts > 0 {
		parts = append(parts, fmt.Sprintf("%s time-outs, %s of creates late", percent(s.timeouts), percent(s.late)))
	}
	if s.interrupt > 0 {
		parts = append(parts, fmt.Sprint("interrupt at request ", s.interrupt))
	}
	if s.expire > 0 {
		parts = append(parts, fmt.Sprint("time up at request ", s.expire))
	}
	for _, one := range s.acts {
		parts = append(parts, one.String())
	}
	return strings.Join(parts, ", ")
}

func percent(p float64) string { return fmt.Sprintf("%.0f%%", 100*p) }

// hcl spells a configuration for people, near enough to be tried by hand.
func hcl(config []acctest.Resource) string {
	var text strings.Builder
	for _, r := range config {
		address, _ := strings.CutPrefix(r.Address, r.Type()+".")
		fmt.Fprintf(&text, "resource %q %q {", r.Type(), address)
		for _, name := range slices.Sorted(maps.Keys(r.Config)) {
			if r.Config[name] != nil {
				fmt.Fprintf(&text, " %s = %s;", name, spelled(r.Config[name]))
			}
		}
		if r.CreateBeforeDestroy {
			text.WriteString(" lifecycle { create_before_destroy = true }")
		}
		text.WriteString(" }\n")
	}
	return text.String()
}

func spelled(value any) string {
	switch value := value.(type) {
	case acctest.Ref:
		return value.String()
	case map[string]any:
		var members []string
		for _, name := range slices.Sorted(maps.Keys(value)) {
			members = append(members, fmt.Sprintf("%s = %s", name, spelled(value[name])))
		}
		return "{ " + strings.Join(members, ", ") + " }"
	default:
		text, err := json.Marshal(value)
		if err != nil {
			return fmt.Sprint(value)
		}
		return string(text)
	}
}

// outcome is the result of one scenario.
type outcome struct {
	steps, clean, requests, faults, interrupts int
	changes                                    int // of rest_url
	// twins are the objects that another client created during applies, and adopted those of them that are in a state.
	twins, adopted int
	applies        [maxApplies + 1]int // steps that were clean after so many
}

func (o *outcome) add(applies int, clean bool) {
	o.steps++
	if clean {
		o.clean++
		o.applies[applies]++
	}
}

// totals are the figures of all scenarios.
type totals struct {
	mu    sync.Mutex
	runs  int
	clean int
	all   outcome
}

func (a *totals) add(o outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.runs++
	if o.clean == o.steps {
		a.clean++
	}
	a.all.steps += o.steps
	a.all.clean += o.clean
	a.all.requests += o.requests
	a.all.faults += o.faults
	a.all.interrupts += o.interrupts
	a.all.changes += o.changes
	a.all.twins += o.twins
	a.all.adopted += o.adopted
	for i := range o.applies {
		a.all.applies[i] += o.applies[i]
	}
}

func (a *totals) String() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return fmt.Sprintf("%d runs of %d steps, %d requests, %d faults, %d interrupts and %d changes "+
		"of the version; "+
		"converged: %d runs, %d steps, of "+
		"which after two applies %d, after three %d and after four %d; "+
		"%d objects of another client, %d of them adopted", a.runs, a.all.steps, a.all.requests, a.all.faults,
		a.all.interrupts, a.all.changes, a.clean, a.all.clean, a.all.applies[2], a.all.applies[3], a.all.applies[4],
		a.all.twins,
		a.all.adopted)
}
