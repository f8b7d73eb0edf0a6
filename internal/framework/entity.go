package framework

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Entity is one kind of object of the service: the parts that its resource, its data sources and its imports share. T
// is the client's type of it.
type Entity[T any] struct {
	// Name is the name of one in messages, in lower case: "network volume". With underscores it is the type name without
	// the provider's prefix: network_volume. An s makes the plural of both.
	Name string
	// Objects returns the objects of the kind. It is a function because a package declares its entity before a client
	// exists.
	Objects func(c *client.Client) client.Objects[T]
	// User is the attribute with the user that an object belongs to; empty if the service returns none.
	User string
	// Named returns the properties that people look for an object by.
	Named func(T) Named
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
func (e Entity[T]) Object(object T) Object {
	named := e.Named(object)
	return Object{e.Name, named.Name, named.ID}
}

// ByName returns the ID of the only object with a name, or as a problem the objects that exist instead.
func (e Entity[T]) ByName(name string, all []T) (id, problem string) {
	var names []Named
	for _, object := range e.EachOnce(all) {
		names = append(names, e.Named(object))
	}
	return theOne(e.Name, name, names)
}

// EachOnce drops objects that were listed before: a service that lists while something changes can list an object
// twice.
func (e Entity[T]) EachOnce(all []T) []T {
	listed := make(map[string]bool, len(all))
	return slices.DeleteFunc(slices.Clone(all), func(object T) bool {
		id := e.Named(object).ID
		isListed := listed[id]
		listed[id] = true
		return isListed
	})
}
