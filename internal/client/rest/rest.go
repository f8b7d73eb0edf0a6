// Package rest describes what a version of the management interface has to provide: see Version. It builds requests and
// reads answers: it knows paths, names of members, envelopes of lists and shapes of errors. It sends nothing and keeps
// nothing, so the rules about retries, lists and lost creates are the same for all versions. Kind has what they have in
// common.
package rest

import (
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Query returns the parameters of a request that have a value.
func Query(parameters map[string][]string) url.Values {
	query := url.Values{}
	for name, values := range parameters {
		for _, value := range values {
			if value != "" {
				query.Add(name, value)
			}
		}
	}
	return query
}

// Traits are what versions differ in besides requests and answers.
type Traits struct {
	Number int
	// Wording has the meanings of the words in errors.
	Wording transport.Wording
	// TakesOneType reports whether the create of a pod takes one GPU type or CPU flavor, and not a list of those that will
	// do: the list of a create has at most one. A create cannot have Locked then, either; an update can.
	TakesOneType bool
	// ListsWorkers reports whether lists of pods can have the workers of endpoints.
	ListsWorkers bool
	// HasContainer reports whether an endpoint has container settings of its own, copies of its template's or others. If
	// not, it follows its template.
	HasContainer bool
	// LeavesTemplates reports whether the service deletes credentials that templates use: the templates then have none.
	LeavesTemplates bool
}

// NoFilter is the filter of kinds whose lists have none.
type NoFilter struct{}

// NoUpdate is the update of kinds that have none.
type NoUpdate struct{}
