package client

import "slices"

// identifying has, for a kind, the members that must be shown with the value that was sent before an object is adopted,
// by their names on the wire. A function that returns shownEqual although nothing was shown has found that the create
// asks for nothing there.
type identifying[I, T any] map[string]func(in I, object T) shownAs

// shownAs is how an object shows a member that was sent, or the service's default for one that was not.
type shownAs int

const (
	notShown   shownAs = iota // The answer leaves it out.
	shownEqual                // It has the value that was sent.
	shownOther                // It has another value.
)

// asSent compares a member that is shown with the value that was sent.
func asSent[V comparable](sent V, shown Optional[V]) shownAs {
	switch got, returned := shown.Get(); {
	case !returned:
		return notShown
	case got == sent:
		return shownEqual
	default:
		return shownOther
	}
}

// asSentIfAny is asSent for a member that can be left out of the create, which then asks for nothing.
func asSentIfAny[V comparable](sent, shown Optional[V]) shownAs {
	wanted, ok := sent.Get()
	if !ok {
		return shownEqual
	}
	return asSent(wanted, shown)
}

// oneOf compares a value that the service chose with the list that it was to choose from; an empty list allows all.
func oneOf(sent Optional[[]string], chosen string) shownAs {
	switch allowed := sent.Or(nil); {
	case chosen == "":
		return notShown
	case len(allowed) == 0 || slices.Contains(allowed, chosen):
		return shownEqual
	default:
		return shownOther
	}
}

// comparison is what an object shows of a create.
type comparison struct {
	// differences and missing are members by their names on the wire, sorted: those with another value than was sent,
	// and those that identify the object and are not shown.
	differences, missing []string
}

// isProven reports whether the object shows all that identifies what the create asked for.
func (c comparison) isProven() bool { return c.mayBe() && len(c.missing) == 0 }

// mayBe reports whether nothing that the object shows contradicts the create.
func (c comparison) mayBe() bool { return len(c.differences) == 0 }

// compare compares an object with what a create sends.
func (n creation[I, T]) compare(in I, object T) comparison {
	c := comparison{differences: n.shown.differences(in, object)}
	for name, shows := range n.identity {
		switch shows(in, object) {
		case notShown:
			c.missing = append(c.missing, name)
		case shownOther:
			c.differences = append(c.differences, name)
		}
	}
	slices.Sort(c.differences)
	c.differences = slices.Compact(c.differences)
	slices.Sort(c.missing)
	return c
}
