package creates

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Identity has, for a kind, the members that identify an object, by their names on the wire. The client adopts an
// object only if each is Equal. A function also returns Equal for a member that the response lacks, if the
// create asks for no particular value.
type Identity[I, T any] map[string]func(in I, object T) Equality

// Equality compares a member of an object with the value of the request, or with the service's default if the request
// has none.
type Equality int

// The results of a comparison.
const (
	NotShown Equality = iota // The response leaves it out.
	Equal                    // It has the value of the request.
	Other                    // It has another value.
)

// AsSent compares a member of a response with the value of the request.
func AsSent[V comparable](sent V, shown members.Optional[V]) Equality {
	switch got, returned := shown.Get(); {
	case !returned:
		return NotShown
	case got == sent:
		return Equal
	default:
		return Other
	}
}

// AsSentIfAny compares like AsSent a member that the create can leave out; then any value is equal.
func AsSentIfAny[V comparable](sent, shown members.Optional[V]) Equality {
	wanted, ok := sent.Get()
	if !ok {
		return Equal
	}
	return AsSent(wanted, shown)
}

// OneOf compares the value that the service chose with the list of allowed values; an empty list allows all.
func OneOf(sent members.Optional[[]string], chosen string) Equality {
	switch allowed := sent.Or(nil); {
	case chosen == "":
		return NotShown
	case len(allowed) == 0 || slices.Contains(allowed, chosen):
		return Equal
	default:
		return Other
	}
}

// comparison is the result of Evidence.Compare.
type comparison struct{ differences, missing []string }

// isProven reports whether every identifying member is shown and equal.
func (c comparison) isProven() bool { return c.mayBe() && len(c.missing) == 0 }

// mayBe reports whether no shown member contradicts the create.
func (c comparison) mayBe() bool { return len(c.differences) == 0 }

// Compare compares an object with the request of a create. differences and missing are members by their names on the
// wire, sorted: those whose value differs from the request, and the identifying ones that the response lacks.
func (e Evidence[I, T]) Compare(in I, object T) (differences, missing []string) {
	differences = e.Shown.Differences(in, object)
	for name, shows := range e.Identity {
		switch shows(in, object) {
		case NotShown:
			missing = append(missing, name)
		case Equal:
		case Other:
			differences = append(differences, name)
		}
	}
	slices.Sort(differences)
	slices.Sort(missing)
	return slices.Compact(differences), missing
}

// compare returns the result of Compare as a comparison.
func (e Evidence[I, T]) compare(in I, object T) comparison {
	differences, missing := e.Compare(in, object)
	return comparison{differences, missing}
}
