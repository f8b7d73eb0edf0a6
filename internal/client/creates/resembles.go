package creates

import (
	"strings"
	"unicode"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// resembles reports whether a create may have made an object although values differ, because the service stores them in
// another form: trimmed, in lower case, a size rounded up, an image with its registry, a variable of its own added. The
// client cannot know all of these forms, so it compares names: another create made an object of another name. A create
// without a name may have made any new object, and an object without a name may come from any create. A reference to
// another object rules it out: ids are stored as they are sent.
//
// The client never adopts such an object, but its error names it: otherwise a duplicate pod could be billed unnoticed.
func (n *Creator[I, T]) resembles(in I, object T) bool {
	if !n.CanBeNew(object) || n.Refers != nil && n.Refers(in, object) {
		return false
	}
	sent, _ := members.Of(in)["name"].Value.(string)
	shown := n.Name(object)
	return sent == "" || shown == "" || sameName(strings.TrimSuffix(sent, n.Suffix), strings.TrimSuffix(shown, n.Suffix))
}

// sameName reports whether two names have the same letters and digits, in any case.
func sameName(a, b string) bool {
	inA, inB := lettersOf(a), lettersOf(b)
	if inA == "" && inB == "" {
		return strings.TrimSpace(a) == strings.TrimSpace(b)
	}
	return strings.EqualFold(inA, inB)
}

func lettersOf(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
}
