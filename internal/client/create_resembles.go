package client

import (
	"strings"
	"unicode"
)

// resembles reports whether an object could be what a create made although it differs from what was sent, because the
// service stores that in another form: trimmed, in lower case, a size rounded up, an image with its registry, a
// variable of its own added. Nobody can know all of these forms, so what tells strangers apart is what people call
// things: an object of another name is somebody else's. A create without a name could be any new object, and an object
// without one that of any create. What refers to another object is not ours either: an id is an id.
//
// Such an object is never taken for one's own. But a create is not sent again, and not said to have made nothing, while
// there is one: a second pod bills in silence, and to be stopped by a colleague's object of the same name that came in
// the same minute costs one more apply.
func (n creation[I, T]) resembles(in I, object T) bool {
	if !canBeNew(object) || n.refers != nil && n.refers(in, object) {
		return false
	}
	sent, _ := membersOf(in)["name"].value.(string)
	shown := n.name(object)
	return sent == "" || shown == "" || sameName(strings.TrimSuffix(sent, n.suffix), strings.TrimSuffix(shown, n.suffix))
}

// canBeNew reports whether an object can be what a create made.
func canBeNew(object any) bool {
	pod, ok := object.(Pod)
	return !ok || pod.canBeNew()
}

// sameName reports whether two names have the same letters and digits, in whatever case.
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
