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
