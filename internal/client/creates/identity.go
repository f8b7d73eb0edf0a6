package creates

import (
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Shown has the members of a kind's create (I) that an answer (T) does not show as they were sent, by their
// names on the wire. A function reports whether the object has another value than was sent; nil stands for a member
// that the service never returns, or that it changes (by the contract). A member that is not in the table is returned
// under its own name, and must be a member of T.
type Shown[I, T any] map[string]func(in I, object T) bool

// Differences returns the wire names, sorted, of the members that a create sends and the object has with another value:
// none if the create can have made the object. A member that the answer leaves out, or has as null, is no difference,
// and neither is an empty list or map instead of one that was not sent (contract 2.1).
func (s Shown[I, T]) Differences(in I, object T) []string {
	sent, shown := members.Of(in), members.Of(object)
	var names []string
	for name, member := range sent {
		compare, special := s[name]
		switch {
		case special && (compare == nil || !compare(in, object)):
		case !special && member.IsReturnedAs(shown[name]):
		default:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// NotIn reports whether a list that was sent, and is not empty, lacks the value that the service chose, if that is
// returned.
func NotIn(sent members.Optional[[]string], chosen members.Optional[string]) bool {
	list, shown := sent.Or(nil), chosen.Or("")
	return len(list) > 0 && shown != "" && !slices.Contains(list, shown)
}

// OtherThan reports whether another value was returned than was sent.
func OtherThan[T comparable](sent, shown members.Optional[T]) bool {
	wanted, _ := sent.Get()
	got, returned := shown.Get()
	return returned && got != wanted
}

// AnotherSet reports the same for a list in which neither order nor repetition counts.
func AnotherSet(sent, shown members.Optional[[]string]) bool {
	got, returned := shown.Get()
	return returned && !members.SameSet(sent.Or(nil), got)
}

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

// mayBe reports whether no member that an object shows contradicts the create.
func (e Evidence[I, T]) mayBe(in I, object T) bool {
	differences, _ := e.Compare(in, object)
	return len(differences) == 0
}
