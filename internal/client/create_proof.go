package client

import "slices"

// identifying has, for a kind, the members that identify an object, by their names on the wire. The client adopts an
// object only if each is shownEqual. A function also returns shownEqual for a member that the response lacks, if the
// create asks for no particular value.
type identifying[I, T any] map[string]func(in I, object T) shownAs

// shownAs compares a member of an object with the value of the request, or with the service's default if the request
// has none.
type shownAs int

const (
	notShown   shownAs = iota // The response leaves it out.
	shownEqual                // It has the value of the request.
	shownOther                // It has another value.
)

// asSent compares a member of a response with the value of the request.
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

// asSentIfAny compares like asSent a member that the create can leave out; then any value is equal.
func asSentIfAny[V comparable](sent, shown Optional[V]) shownAs {
	wanted, ok := sent.Get()
	if !ok {
		return shownEqual
	}
	return asSent(wanted, shown)
}

// oneOf compares the value that the service chose with the list of allowed values; an empty list allows all.
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

// comparison is the result of comparing an object with the request of a create.
type comparison struct {
	// differences and missing are members by their names on the wire, sorted: those whose value differs from the
	// request, and the identifying ones that the response lacks.
	differences, missing []string
}

// isProven reports whether every identifying member is shown and equal.
func (c comparison) isProven() bool { return c.mayBe() && len(c.missing) == 0 }

// mayBe reports whether no shown member contradicts the create.
func (c comparison) mayBe() bool { return len(c.differences) == 0 }

// compare compares an object with the request of a create.
func (n creation[I, T]) compare(in I, object T) comparison {
	c := comparison{differences: n.shown.differences(in, object)}
	for name, shows := range n.identity {
		switch shows(in, object) {
		case notShown:
			c.missing = append(c.missing, name)
		case shownEqual:
		case shownOther:
			c.differences = append(c.differences, name)
		}
	}
	slices.Sort(c.differences)
	c.differences = slices.Compact(c.differences)
	slices.Sort(c.missing)
	return c
}
