package client

import (
	"strings"
	"unicode"
)

// resembles reports whether a create may have made an object although values differ, because the service stores them in
// another form: trimmed, in lower case, a size rounded up, an image with its registry, a variable of its own added. The
// client cannot know all of these forms, so it compares names: another create made an object of another name. A create
// without a name may have made any new object, and an object without a name may come from any create. A reference to
// another object rules it out: ids are stored as they are sent.
//
// The client never adopts such an object, but its error names it: otherwise a duplicate pod could be billed unnoticed.
func (n creation[I, T]) resembles(in I, object T) bool {
	if !canBeNew(object) || n.refers != nil && n.refers(in, object) {
		return false
	}
	sent, _ := membersOf(in)["name"].value.(string)
	shown := n.name(object)
	return sent == "" || shown == "" || sameName(strings.TrimSuffix(sent, n.suffix), strings.TrimSuffix(shown, n.suffix))
}

// canBeNew reports whether an object can be the result of a create.
func canBeNew(object any) bool {
	pod, ok := object.(Pod)
	return !ok || pod.CanBeNew()
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
