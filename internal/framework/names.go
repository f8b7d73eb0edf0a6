package framework

import (
	"crypto/rand"
	"strings"
)

// suffixLength makes two names with one prefix as unlikely to meet as can be wanted: 32^10.
const suffixLength = 10

// UniqueName makes a name of a prefix. Names must be unique in an account, so an object that is replaced before the old
// one goes needs another name.
func UniqueName(prefix string) string {
	return prefix + strings.ToLower(rand.Text()[:suffixLength])
}
