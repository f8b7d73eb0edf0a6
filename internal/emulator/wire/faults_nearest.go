package wire

import "fmt"

// inForce is a rule, with the requests that came since it was set.
type inForce struct {
	Fault

	requests int // all to which a rule could apply
	named    int // those of the rule's operation
	over     int // those over its interface too
	free     int // those that no earlier rule took
	matched  bool
}

// sees counts a request, and reports whether the rule is for it; taken says that an earlier rule has taken it.
func (rule *inForce) sees(t target, taken bool) bool {
	for _, step := range []struct {
		passes bool
		count  *int
	}{
		{true, &rule.requests},
		{rule.matchesOperation(t), &rule.named},
		{rule.matchesInterface(t), &rule.over},
		{!taken, &rule.free},
	} {
		if !step.passes {
			return false
		}
		*step.count++
	}
	return true
}

// nearest says how near requests came to a rule that has never matched; empty for one that has.
func (rule *inForce) nearest() string {
	requests, missing := rule.requests, ""
	switch {
	case rule.matched:
		return ""
	case rule.requests == 0:
		return fmt.Sprintf("operation is %s; no request yet", rule.Operation)
	case rule.named == 0:
		missing = "none of that operation"
	case rule.over == 0:
		requests, missing = rule.named, "none over "+rule.Interface
	case rule.free == 0:
		requests, missing = rule.over, "an earlier rule took each"
	default:
		requests, missing = rule.free, fmt.Sprintf("none chosen by the probability %v", rule.Probability)
	}
	noun := "requests"
	if requests == 1 {
		noun = "request"
	}
	return fmt.Sprintf("operation is %s; %d %s, %s", rule.Operation, requests, noun, missing)
}
