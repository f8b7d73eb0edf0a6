package framework

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxListed keeps a diagnostic readable in an account with thousands of objects.
const maxListed = 20

// AtMost joins the first maxListed texts of a list, and says how many more it has.
func AtMost(list []string, separator string) string {
	if len(list) <= maxListed {
		return strings.Join(list, separator)
	}
	return strings.Join(list[:maxListed], separator) + fmt.Sprintf(", and %d more", len(list)-maxListed)
}

// quotedList returns a list of strings in the syntax of a configuration.
func quotedList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

var (
	capital = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	acronym = regexp.MustCompile(`([A-Z])([A-Z][a-z])`)
)

// snake spells a member of the wire as its attribute: containerDiskInGb is container_disk_in_gb.
func snake(member string) string {
	return strings.ToLower(acronym.ReplaceAllString(capital.ReplaceAllString(member, "${1}_${2}"), "${1}_${2}"))
}
