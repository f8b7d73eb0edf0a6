package framework

import (
	"context"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Entity is one kind of object of the service: what its resource, its data sources and its imports have in common. T is
// the client's type of it. The requests are method expressions, such as (*client.Client).GetTemplate, because a package
// declares its entity before there is a client.
type Entity[T any] struct {
	// Name is what messages call one, in lower case: "network volume". With underscores it is the type name without the
	// provider's prefix: network_volume. An s makes the plural of both.
	Name string
	// Find and Read return the object with an id. Either may answer from a list that many readers share. Read confirms
	// that an object is gone (client.IsGone). If doubts returns true for an item of a list, Read sends a GET for that
	// object: see the Reads of client.
	Find func(c *client.Client, ctx context.Context, id string) (T, error)
	Read func(c *client.Client, ctx context.Context, id string, doubts func(T) bool) (T, error)
	// ReadAll returns the objects among which a name is looked up: those of the account, in any order. It may use a
	// list that many readers share; List sends a request of its own.
	ReadAll, List func(c *client.Client, ctx context.Context) ([]T, error)
	// Delete deletes the object with an id. client.IsGone reports that it was gone already.
	Delete func(c *client.Client, ctx context.Context, id string) error
	// User is the attribute with the user that an object belongs to; empty where the service returns none.
	User string
	// Named is what people look for an object by.
	Named func(T) Named
	// Late returns the objects that appeared after their creates failed: see client.LateObject.
	Late func(c *client.Client) []client.LateObject
	// NotCompared names, for messages, the values of a create that the API never returns and without which the object
	// is useless, such as "user name and password"; empty if the entity has none.
	NotCompared string
}

// member is what attributes call the entity: network_volume.
func (e Entity[T]) member() string { return strings.ReplaceAll(e.Name, " ", "_") }

// TypePrefix is the provider's name, with which the names of its types begin.
const TypePrefix = "podfleet"

func (e Entity[T]) typeName(provider string) string { return provider + "_" + e.member() }
