package emulator

import (
	"encoding/json"
	"math"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// Script is a rule of what a worker does with a job, in the place of its image. The first one that matches applies.
type Script struct {
	// Image is that of the worker, whole or without tag and registry; empty is any.
	Image string `json:"image,omitempty"`
	// Input is what the job's input has. An object matches objects that have its members; empty is any.
	Input json.RawMessage `json:"input,omitempty"`
	// Count is how many runs of jobs the rule applies to; 0 is all.
	Count int `json:"count,omitempty"`

	// Chunks are streamed, and the output is the list of them.
	Chunks []json.RawMessage `json:"chunks,omitempty"`
	// Output completes the job, and Error fails it, after its chunks if it has any.
	Output json.RawMessage `json:"output,omitempty"`
	Error  string          `json:"error,omitempty"`
	// Delay passes before each chunk and before the end, on the emulator's clock.
	Delay Duration `json:"delay,omitempty"`

	// Matched counts the runs that the rule has applied to, and Nearest says how near jobs came to a rule that has never
	// matched. Both are for reading.
	Matched int    `json:"matched"`
	Nearest string `json:"nearest,omitempty"`
}

// leaves reports whether the rule leaves a job to the image, and so spares it from later rules.
func (rule Script) leaves() bool {
	return len(rule.Output) == 0 && rule.Error == "" && len(rule.Chunks) == 0
}

// check returns an error for a rule that is wrong whatever its place.
func (rule Script) check() error {
	switch {
	case len(rule.Input) > 0 && inputOf(rule.Input) == nil:
		return wire.BadRequest("script: input must be an object, as that of each job")
	case rule.Count < 0 || rule.Delay < 0:
		return wire.BadRequest("script: count and delay must not be negative")
	case len(rule.Output) > 0 && (rule.Error != "" || len(rule.Chunks) > 0):
		return wire.BadRequest("script: output stands alone: with error the job fails, and with chunks they are the output")
	case rule.leaves() && rule.Delay > 0:
		return wire.BadRequest("script: delay needs output, error or chunks")
	}
	return nil
}

// result is what the worker does.
func (rule Script) result() WorkerResult {
	delay := time.Duration(rule.Delay)
	result := WorkerResult{Output: rule.Output, Error: rule.Error, After: delay}
	for _, chunk := range rule.Chunks {
		result.Chunks = append(result.Chunks, engine.WorkerChunk{Output: chunk, After: delay})
	}
	return result
}

// scriptInForce is a rule with the runs that came since it was set.
type scriptInForce struct {
	Script

	input  map[string]any // Script.Input, read once: a rule is compared with all others, and with each run
	Funnel wire.Funnel    `json:"funnel"`
}

// covers reports whether the rule matches everything that another one does.
func (rule scriptInForce) covers(other scriptInForce) bool {
	return coversImage(rule.Image, other.Image) && contains(other.input, rule.input)
}

// coversImage reports whether a rule's image is any, or among the names of another's.
func coversImage(image, other string) bool {
	return image == "" || slices.Contains(engine.ImageNames(other), image)
}

// scriptsOf returns rules in force, or an error for one whose jobs an earlier rule takes, or that spares no later one.
func scriptsOf(rules []Script) (scripts []scriptInForce, err error) {
	for i, rule := range rules {
		if err := rule.check(); err != nil {
			return nil, err
		}
		rule.Matched, rule.Nearest = 0, ""
		next := scriptInForce{Script: rule, input: inputOf(rule.Input)}
		takesAll := func(earlier scriptInForce) bool { return earlier.Count == 0 && earlier.covers(next) }
		if slices.ContainsFunc(scripts, takesAll) {
			return nil, wire.BadRequest("script: rule %d never matches: an earlier rule takes all its jobs", i+1)
		}
		spares := func(later Script) bool {
			return coversImage(rule.Image, later.Image) || coversImage(later.Image, rule.Image)
		}
		if rule.leaves() && !slices.ContainsFunc(rules[i+1:], spares) {
			return nil, wire.BadRequest("script: rule %d changes nothing: it has neither output, error nor chunks, "+
				"and spares no later rule", i+1)
		}
		scripts = append(scripts, next)
	}
	return scripts, nil
}

// SetScripts replaces the scripts of workers until the next Reset, or returns an error for one that is wrong, or
// of no use in its place.
func (s *Server) SetScripts(rules ...Script) error {
	scripts, err := scriptsOf(rules)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scripts = scripts
	return nil
}

// Scripts returns the scripts of workers, with the runs that each has applied to; never nil.
func (s *Server) Scripts() []Script {
	s.mu.Lock()
	defer s.mu.Unlock()
	rules := []Script{}
	for _, script := range s.scripts {
		rule := script.Script
		rule.Nearest = script.Funnel.Nearest("job",
			"none on an image "+rule.Image, "none with that input", "an earlier rule took each")
		rules = append(rules, rule)
	}
	return rules
}

// scripted returns the result of the first script for a run of a job; false leaves the run to the image. Rules behind
// it see the run. The caller holds mu.
func (s *Server) scripted(image string, j WorkerJob) (result WorkerResult, ok bool) {
	if len(s.scripts) == 0 {
		return result, false
	}
	var first *scriptInForce
	input := inputOf(j.Input)
	for i := range s.scripts {
		rule := &s.scripts[i]
		isSpent := rule.Count > 0 && rule.Matched == rule.Count
		if !isSpent && rule.Funnel.Sees(coversImage(rule.Image, image), contains(input, rule.input), first == nil) {
			first = rule
		}
	}
	if first == nil {
		return result, false
	}
	first.Matched++
	return first.result(), !first.leaves()
}

// inputOf returns an input with its numbers as they are spelled; nil if it is no object.
func inputOf(text json.RawMessage) (input map[string]any) {
	if jsontext.Decode(text, &input) != nil {
		return nil
	}
	return input
}

// contains reports whether a value has all of a part: the members of objects and, in lists of the same length, those of
// their elements.
func contains(value, part any) bool {
	switch part := part.(type) {
	case map[string]any:
		members, ok := value.(map[string]any)
		for name, want := range part {
			if member, there := members[name]; !there || !contains(member, want) {
				return false
			}
		}
		return ok
	case []any:
		elements, ok := value.([]any)
		return ok && slices.EqualFunc(elements, part, contains)
	case json.Number:
		number, ok := value.(json.Number)
		return ok && sameNumber(number, part)
	}
	return value == part
}

// sameNumber takes 1 and 1.0 for one number, as far as a float64 tells numbers apart.
func sameNumber(a, b json.Number) bool {
	x, errX := a.Float64()
	y, errY := b.Float64()
	return a == b || errX == nil && errY == nil && x == y && math.Abs(x) < 1<<53
}

// ParseScripts reads scripts from JSON: a list, or one in the place of a list.
func ParseScripts(text []byte) ([]Script, error) { return rulesOf[Script](text) }
