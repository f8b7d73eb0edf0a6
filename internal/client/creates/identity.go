package creates

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Identity compares members of a kind's object (T) with the create (I) that may have made it, by their names on the
// wire: those that identify an object, and those that an answer does not show as they were sent. The client adopts an
// object only if each is Equal. A function also returns Equal for a member that the response lacks, if it does not
// identify the object, or the create asks for no particular value. Nil stands for a member that the service never
// returns, or that it changes (by the contract). Any other member that is sent has to be returned under its own name,
// if it is returned.
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

// Unless returns Equal, unless an object is known to have another value.
func Unless(isOther bool) Equality {
	if isOther {
		return Other
	}
	return Equal
}

// NotIn reports whether a list that was sent, and is not empty, lacks the value that the service chose, if that is
// returned.
func NotIn(sent members.Optional[[]string], chosen members.Optional[string]) bool {
	list, shown := sent.Or(nil), chosen.Or("")
	return len(list) > 0 && shown != "" && !slices.Contains(list, shown)
}

// AnotherSet reports whether another list was returned than was sent, if any was: neither order nor repetition counts.
func AnotherSet(sent, shown members.Optional[[]string]) bool {
	wanted, isSent := sent.Get()
	got, returned := shown.Get()
	return isSent && returned && !members.SameSet(wanted, got)
}

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

// Compare compares an object with the request of a create. differences and missing are members by their names on the
// wire, sorted: those whose value differs from the request, and the identifying ones that the response lacks. Without
// differences, the create can have made the object. A member that the answer leaves out, or has as null, is no
// difference, and neither is an empty list or map instead of one that was not sent (contract 2.1).
func (e Evidence[I, T]) Compare(in I, object T) (differences, missing []string) {
	shown := members.Of(object)
	for name, sent := range members.Of(in) {
		if _, special := e.Identity[name]; !special && !sent.IsReturnedAs(shown[name]) {
			differences = append(differences, name)
		}
	}
	for name, compare := range e.Identity {
		if compare == nil {
			continue
		}
		switch compare(in, object) {
		case NotShown:
			missing = append(missing, name)
		case Equal:
		case Other:
			differences = append(differences, name)
		}
	}
	slices.Sort(differences)
	slices.Sort(missing)
	return differences, missing
}

// mayBe reports whether no member that an object shows contradicts the create.
func (e Evidence[I, T]) mayBe(in I, object T) bool {
	differences, _ := e.Compare(in, object)
	return len(differences) == 0
}
