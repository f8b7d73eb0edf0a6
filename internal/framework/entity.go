package framework

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Entity is one kind of object of the service: the parts that its resource, its data sources and its imports share. T
// is the client's type of it, which has the members ID and Name.
type Entity[T any] struct {
	// Name is the name of one in messages, in lower case: "network volume". With underscores it is the type name without
	// the provider's prefix: network_volume. An s makes the plural of both.
	Name string
	// Objects returns the objects of the kind. It is a function because a package declares its entity before a client
	// exists.
	Objects func(c *client.Client) client.Objects[T]
	// User is the attribute with the user that an object belongs to; empty if the service returns none.
	User string
	// NotCompared names, for messages, the values of a create that the API never returns and without which the object
	// is useless, such as "user name and password"; empty if the entity has none.
	NotCompared string
	// OnImport writes to private state what else an import of the entity records. Nil: nothing.
	OnImport func(ctx context.Context, base Base, private PrivateWriter) diag.Diagnostics
}

// Member returns the entity's name in attributes: network_volume.
func (e Entity[T]) Member() string { return strings.ReplaceAll(e.Name, " ", "_") }

// TypePrefix is the provider's name, with which the names of its types begin.
const TypePrefix = "podfleet"

// TypeName returns the name of the type, for a provider of this name: podfleet_network_volume.
func (e Entity[T]) TypeName(provider string) string { return provider + "_" + e.Member() }

// Object returns how a message names an object.
func (e Entity[T]) Object(object T) Object { return After(Identified{}, object).Object(e.Name) }

// ByName returns the only object with a name, or as a problem the objects that exist instead. Imports and lookups find
// by it, so they say the same.
func (e Entity[T]) ByName(name string, all []T) (found T, problem string) {
	matching := slices.DeleteFunc(slices.Clone(all), func(object T) bool { return e.Object(object).Name != name })
	switch len(matching) {
	case 1:
		return matching[0], ""
	case 0:
		return found, fmt.Sprintf("No %s has the name %q. The service's list has: %s. It may not show a new object yet.\n\n"+
			"Next: use one of these names, or an ID. For a new object, use its ID, or try again in a minute. If the list "+
			"should have others, check that api_key and rest_url are those of the right account.",
			e.Name, name, cmp.Or(e.listed(all), "none"))
	default:
		return found, fmt.Sprintf("%d objects of this kind have the name %q: %s.\n\nNext: use the ID of one of them instead.",
			len(matching), name, e.listed(matching))
	}
}

// Sorted returns objects by name, and those of equal names by ID: the service promises no order. It names each object
// once, not in every comparison: that takes long.
func (e Entity[T]) Sorted(all []T) (sorted []T) {
	named := make(map[Object]T, len(all))
	for _, object := range all {
		named[e.Object(object)] = object
	}
	for _, name := range slices.SortedFunc(maps.Keys(named), func(a, b Object) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
	}) {
		sorted = append(sorted, named[name])
	}
	return sorted
}

// listed lists objects by name and ID.
func (e Entity[T]) listed(all []T) string {
	var lines []string
	for _, one := range e.Sorted(all) {
		object := e.Object(one)
		lines = append(lines, fmt.Sprintf("%q (ID %s)", object.Name, object.ID))
	}
	return AtMost(lines, ", ")
}
