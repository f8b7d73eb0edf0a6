package framework

import (
	"context"
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
