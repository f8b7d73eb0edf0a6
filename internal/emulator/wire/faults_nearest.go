package wire

import "fmt"

// inForce is a rule, with the requests that came since it was set.
type inForce struct {
	Fault

	Funnel  Funnel `json:"funnel"`
	Matched bool   `json:"matched"`
}

// nearest says how near requests came to a rule that has never matched; empty for one that has.
func (rule *inForce) nearest() string {
	if rule.Matched {
		return ""
	}
	return fmt.Sprintf("operation is %s; %s", rule.Operation, rule.Funnel.Nearest("request",
		"none of that operation", "none over "+rule.Interface, "an earlier rule took each",
		fmt.Sprintf("none chosen by the probability %v", rule.Probability)))
}

// Funnel counts how far requests came towards a rule: all of them, and then those that each step let through.
type Funnel [5]int

// Sees counts a request that some steps let through, and reports whether all of them do.
func (f *Funnel) Sees(steps ...bool) bool {
	f[0]++
	for i, passes := range steps {
		if !passes {
			return false
		}
		f[i+1]++
	}
	return true
}

// Nearest says how many requests, or whatever the noun is, came to the first step that let none through, and what it
// missed; empty if each let some through.
func (f *Funnel) Nearest(noun string, missing ...string) string {
	if f[0] == 0 {
		return "no " + noun + " yet"
	}
	for i, missed := range missing {
		if f[i+1] > 0 {
			continue
		}
		if f[i] > 1 {
			noun += "s"
		}
		return fmt.Sprintf("%d %s, %s", f[i], noun, missed)
	}
	return ""
}
