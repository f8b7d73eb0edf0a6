package wire

import (
	"net/http"
	"slices"
	"strings"
)

// target is an operation of an interface, at which a rule can aim.
type target struct{ of, operation string }

// matches reports whether a rule is for requests of an operation.
func (rule Fault) matches(t target) bool { return rule.matchesOperation(t) && rule.matchesInterface(t) }

func (rule Fault) matchesOperation(t target) bool {
	return rule.Operation == AnyOperation || rule.Operation == t.operation
}

func (rule Fault) matchesInterface(t target) bool {
	return rule.Interface == "" || rule.Interface == t.of
}

// checkFaults returns an error for rules of which one can never have an effect.
func (s *Server) checkFaults(rules []Fault) error {
	var all []target
	taken := map[target]bool{} // by the rules so far, whole
	for _, route := range s.config.Routes {
		for _, operation := range append(slices.Clone(route.Named), route.Operation) {
			all = append(all, target{s.interfaceOf(route.Path).Name, operation})
		}
	}
	for i, rule := range rules {
		named := func(in Interface) bool { return in.Name == rule.Interface }
		if rule.Interface != "" && !slices.ContainsFunc(s.config.Interfaces, named) {
			return BadRequest("fault: no interface %q", rule.Interface)
		}
		own := slices.DeleteFunc(slices.Clone(all), func(t target) bool { return !rule.matches(t) })
		if len(own) == 0 {
			return BadRequest("fault: no operation %q", rule.Operation)
		}
		if err := rule.check(); err != nil {
			return err
		}
		if !slices.ContainsFunc(own, func(t target) bool { return !taken[t] }) {
			return BadRequest("fault: rule %d never matches: earlier rules take all its requests", i+1)
		}
		for _, t := range own {
			taken[t] = taken[t] || rule.takesAll()
		}
		spares := func(later Fault) bool { return slices.ContainsFunc(own, later.matches) }
		if rule.Number == 0 && rule.isIdle() && !slices.ContainsFunc(rules[i+1:], spares) {
			return BadRequest("fault: rule %d changes nothing: it has neither delay, body nor headers, and spares no later rule",
				i+1)
		}
	}
	return nil
}

// takesAll reports whether a rule leaves no request that it matches to later ones.
func (rule Fault) takesAll() bool {
	return rule.Count == 0 && (rule.Probability == 0 || rule.Probability == 1)
}

// isIdle reports whether requests pass a rule as if there were none, but for later rules.
func (rule Fault) isIdle() bool {
	return (rule.Kind == FaultPass || rule.Kind == FaultStall) && rule.Delay == 0 && !rule.changesAnswer()
}

// check returns an error for a rule that is wrong whatever its place.
func (rule Fault) check() error {
	switch {
	case !slices.Contains(FaultKinds(), rule.Kind):
		return BadRequest("fault: kind %q is none of %s", rule.Kind, strings.Join(FaultKinds(), ", "))
	case rule.Status != 0 && (rule.Status < 400 || rule.Status > 599):
		return BadRequest("fault: status %d is no error", rule.Status)
	case rule.Probability < 0 || rule.Probability > 1:
		return BadRequest("fault: probability %v is not from 0 to 1", rule.Probability)
	case rule.Count < 0 || rule.RetryAfter < 0 || rule.Delay < 0:
		return BadRequest("fault: count, retry_after and delay must not be negative")
	case rule.cutsAnswer() && rule.changesAnswer():
		return BadRequest("fault: kind %q has no answer, and so neither body nor headers", rule.Kind)
	}
	return rule.checkHeaders()
}

// cutsAnswer reports whether no answer is sent at all.
func (rule Fault) cutsAnswer() bool { return rule.Kind == FaultReset || rule.Kind == FaultResetAfter }

func (rule Fault) changesAnswer() bool { return rule.Body != "" || len(rule.Headers) > 0 }

// checkHeaders rejects headers that the server sets itself: those that frame the answer, and those that explain it.
func (rule Fault) checkHeaders() error {
	own := []string{
		"Connection", "Content-Length", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "X-Request-Id", RuleHeader,
	}
	for name := range rule.Headers {
		if slices.Contains(own, http.CanonicalHeaderKey(name)) {
			return BadRequest("fault: the header %s is the server's own", name)
		}
	}
	return nil
}
