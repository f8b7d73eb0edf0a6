package rest

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Collection is where the objects of a kind are.
type Collection struct {
	// Shared is the name of the kind in records that processes share. It is the same for all versions.
	Shared string
	// Path is the first element of paths.
	Path string
	// One and Many are the names of an object and of several in operations.
	One, Many string
}

// All is the request for the list of the kind.
func (c Collection) All() transport.Request {
	return transport.Request{Operation: "List" + c.Many, Method: http.MethodGet, Path: []string{c.Path}}
}

// Kind implements Objects for a kind. W is the object as a version spells it. A version has only what differs; of the
// functions, Items and Object are required.
type Kind[F, I, U, W any, T transport.Identified] struct {
	Collection
	// Items reads the items of a page, and returns the request for the next one; nil after the last. Nil items are a list
	// that is null.
	Items func(a *transport.Answer) (items []W, next *transport.Request, err error)
	// Object converts an object to the model.
	Object func(W) T
	// Deleted reports whether an answer shows a deleted object, which counts as a 404, and as missing in a list. Nil: an
	// answer never does.
	Deleted func(W) bool
	// Body and Change convert the bodies of a create and an update. Nil: a body is sent as it is.
	Body   func(I) any
	Change func(change U, now T) any
	// Needs reports whether Change needs the object as it is now; nil: it never does.
	Needs func(change U) bool
	// Part returns the part of a change that an update can have; nil: the whole.
	Part func(change U) U
	// Together is Again of Objects; nil: the part that is lacking.
	Together func(change, lacking U) U
	// Whole, Everything and Filtered are the queries of Get, ListIDs and List; nil for none.
	Whole, Everything url.Values
	Filtered          func(F) url.Values
	// Chosen reports whether a filter selects an object, if the service has no filters. Nil selects every object.
	Chosen func(F, T) bool
	// UpdateWithPost sends updates as POST …/update, for proxies that reject PATCH.
	UpdateWithPost bool
}

// Name implements Objects.
func (k Kind[F, I, U, W, T]) Name() string { return k.Shared }

// Create implements Objects.
func (k Kind[F, I, U, W, T]) Create(in I) transport.Request {
	r := transport.Request{Operation: "Create" + k.One, Method: http.MethodPost, Path: []string{k.Path}, Body: in}
	if k.Body != nil {
		r.Body = k.Body(in)
	}
	return r
}

// Get implements Objects.
func (k Kind[F, I, U, W, T]) Get(id string) transport.Request {
	return transport.Request{
		Operation: "Get" + k.One, Method: http.MethodGet, Path: []string{k.Path, id}, Query: k.Whole,
	}
}

// List implements Objects.
func (k Kind[F, I, U, W, T]) List(filter F) []transport.Request {
	list := k.All()
	if k.Filtered != nil {
		list.Query = k.Filtered(filter)
	}
	return []transport.Request{list}
}

// Selects implements Objects.
func (k Kind[F, I, U, W, T]) Selects(filter F, object T) bool {
	return k.Chosen == nil || k.Chosen(filter, object)
}

// ListIDs implements Objects.
func (k Kind[F, I, U, W, T]) ListIDs() transport.Request {
	list := k.All()
	list.Query = k.Everything
	return list
}

// Sends implements Objects.
func (k Kind[F, I, U, W, T]) Sends(change U) U {
	if k.Part == nil {
		return change
	}
	return k.Part(change)
}

// Again implements Objects.
func (k Kind[F, I, U, W, T]) Again(change, lacking U) U {
	if k.Together == nil {
		return lacking
	}
	return k.Together(change, lacking)
}

// NeedsObject implements Objects.
func (k Kind[F, I, U, W, T]) NeedsObject(change U) bool { return k.Needs != nil && k.Needs(change) }

// Update implements Objects.
func (k Kind[F, I, U, W, T]) Update(id string, change U, now T) transport.Request {
	r := transport.Request{
		Operation: "Update" + k.One, Method: http.MethodPatch, Path: []string{k.Path, id}, Body: change,
	}
	if k.Change != nil {
		r.Body = k.Change(change, now)
	}
	if k.UpdateWithPost {
		r.Method, r.Path = http.MethodPost, append(r.Path, "update")
	}
	return r
}

// Delete implements Objects.
func (k Kind[F, I, U, W, T]) Delete(id string) transport.Request {
	return transport.Request{Operation: "Delete" + k.One, Method: http.MethodDelete, Path: []string{k.Path, id}}
}

// Read implements Objects.
func (k Kind[F, I, U, W, T]) Read(a *transport.Answer, id string) (object T, err error) {
	w, err := transport.Decode(a, func(w W) error { return transport.IsAbout[T](id)(k.Object(w)) })
	switch {
	case err != nil:
		return object, err
	case k.Deleted != nil && k.Deleted(w):
		return object, a.NotFound("the response shows a deleted object")
	default:
		return k.Object(w), nil
	}
}

// ReadList implements Objects.
func (k Kind[F, I, U, W, T]) ReadList(a *transport.Answer) (page Page[T], err error) {
	items, next, err := k.Items(a)
	if err != nil {
		return page, err
	}
	page.Next = next
	if items != nil {
		page.Items = make([]T, 0, len(items))
	}
	for _, item := range items {
		if k.Deleted != nil && k.Deleted(item) {
			continue
		}
		page.Items = append(page.Items, k.Object(item))
	}
	if err := transport.AreIdentified(page.Items); err != nil {
		return Page[T]{}, a.Undecodable(err)
	}
	return page, nil
}
