package framework

import (
	"crypto/rand"
	"strings"
)

// suffixLength makes it unlikely enough that two names with one prefix are the same: one in 32^10.
const suffixLength = 10

// UniqueName makes a name of a prefix. Names must be unique in an account, so an object that is replaced before the old
// one goes needs another name.
func UniqueName(prefix string) string {
	return prefix + strings.ToLower(rand.Text()[:suffixLength])
}
