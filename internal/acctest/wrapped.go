package acctest

import "strings"

// Wrapped makes a pattern that also matches text the CLI has broken into lines, with the bar it draws at their
// beginnings.
func Wrapped(pattern string) string {
	return strings.ReplaceAll(pattern, " ", `[\s│|]+`)
}
