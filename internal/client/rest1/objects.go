package rest1

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// objects implements rest.Objects for a kind. W is the object as version 1 spells it.
type objects[F, I, U, W any, T transport.Identified] struct {
	// collection is the path of the kind. one and many are the names of an object and of several in operations.
	collection, one, many string
	// get, all and selected are the queries of Get, ListIDs and List; nil for none.
	get, all url.Values
	selected func(F) url.Values
	// object converts an object to the model.
	object func(W) T
	// updateWithPost is Options.UpdateWithPost.
	updateWithPost bool
}

// Name implements rest.Objects.
func (o objects[F, I, U, W, T]) Name() string { return o.collection }

// Create implements rest.Objects.
func (o objects[F, I, U, W, T]) Create(in I) transport.Request {
	return transport.Request{
		Operation: "Create" + o.one, Method: http.MethodPost, Path: []string{o.collection}, Body: in,
	}
}

// Get implements rest.Objects.
func (o objects[F, I, U, W, T]) Get(id string) transport.Request {
	return transport.Request{
		Operation: "Get" + o.one, Method: http.MethodGet, Path: []string{o.collection, id}, Query: o.get,
	}
}

// List implements rest.Objects.
func (o objects[F, I, U, W, T]) List(filter F) []transport.Request {
	list := o.list()
	if o.selected != nil {
		list.Query = o.selected(filter)
	}
	return []transport.Request{list}
}

// Selects implements rest.Objects: the service filters.
func (objects[F, I, U, W, T]) Selects(F, T) bool { return true }

// ListIDs implements rest.Objects.
func (o objects[F, I, U, W, T]) ListIDs() transport.Request {
	list := o.list()
	list.Query = o.all
	return list
}

func (o objects[F, I, U, W, T]) list() transport.Request {
	return transport.Request{Operation: "List" + o.many, Method: http.MethodGet, Path: []string{o.collection}}
}

// Sends implements rest.Objects.
func (objects[F, I, U, W, T]) Sends(change U) U { return change }

// Again implements rest.Objects.
func (objects[F, I, U, W, T]) Again(_, lacking U) U { return lacking }

// NeedsObject implements rest.Objects.
func (objects[F, I, U, W, T]) NeedsObject(U) bool { return false }

// Update implements rest.Objects.
func (o objects[F, I, U, W, T]) Update(id string, change U, _ T) transport.Request {
	r := transport.Request{
		Operation: "Update" + o.one, Method: http.MethodPatch, Path: []string{o.collection, id}, Body: change,
	}
	if o.updateWithPost {
		r.Method, r.Path = http.MethodPost, append(r.Path, "update")
	}
	return r
}

// Delete implements rest.Objects.
func (o objects[F, I, U, W, T]) Delete(id string) transport.Request {
	return transport.Request{Operation: "Delete" + o.one, Method: http.MethodDelete, Path: []string{o.collection, id}}
}

// Read implements rest.Objects.
func (o objects[F, I, U, W, T]) Read(a *transport.Answer, id string) (T, error) {
	w, err := transport.Decode(a, func(w W) error { return transport.IsAbout[T](id)(o.object(w)) })
	if err != nil {
		var none T
		return none, err
	}
	return o.object(w), nil
}

// ReadList implements rest.Objects.
func (o objects[F, I, U, W, T]) ReadList(a *transport.Answer) (rest.Page[T], error) {
	return o.readList(a, func(W) {})
}

// readList reads a list, and calls see with each item that can be decoded.
func (o objects[F, I, U, W, T]) readList(a *transport.Answer, see func(W)) (page rest.Page[T], err error) {
	page.Items, page.Unreadable, err = transport.ReadArray(a, func(w W) (T, error) {
		see(w)
		object := o.object(w)
		return object, transport.HasID(object)
	})
	return page, err
}

// ReadIDs implements rest.Objects.
func (o objects[F, I, U, W, T]) ReadIDs(a *transport.Answer) (rest.Page[rest.Reference], error) {
	items, err := transport.Decode(a, transport.AreIdentified[referenceWire])
	var page rest.Page[rest.Reference]
	if items != nil {
		page.Items = slices.Grow([]rest.Reference{}, len(items))
	}
	for _, item := range items {
		user := item.UserID.Or(item.ConsumerUserID.Or(""))
		page.Items = append(page.Items, rest.Reference{ID: item.ID, User: user})
	}
	return page, err
}

type referenceWire struct {
	ID             string                   `json:"id"`
	UserID         members.Optional[string] `json:"userId"`         // of an endpoint
	ConsumerUserID members.Optional[string] `json:"consumerUserId"` // of a pod
}

// Identifier returns the ID; empty if the answer has none.
func (w referenceWire) Identifier() string { return w.ID }
