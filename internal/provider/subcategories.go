package provider

import (
	"slices"
	"strings"
)

// subcategories are the groups of the documentation's navigation, each with parts of the names that are in it. The
// first that has a part of a name counts.
var subcategories = []struct {
	group string
	parts []string
}{
	{"Billing", []string{"_billing_"}},
	{"Serverless", []string{"endpoint", "job", "queue", "template", "duration"}},
	{"Pods", []string{"_pod", "_port", "_types"}},
	{"Storage and registries", []string{"volume", "registry", "data_center"}},
}

// Subcategory returns the group in the documentation's navigation of a resource, data source, action, list resource,
// ephemeral resource or function, by its name; empty if it is in none.
func Subcategory(name string) string {
	for _, s := range subcategories {
		if slices.ContainsFunc(s.parts, func(part string) bool { return strings.Contains(name, part) }) {
			return s.group
		}
	}
	return ""
}
