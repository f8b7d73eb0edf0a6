package rest

import (
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Collection is where the objects of a kind are.
type Collection struct {
	// Shared is the name of the kind in records that processes share. It is the same for all versions.
	Shared string
	// Path is the first element of paths.
	Path string
	// One is the name of an object in operations; that of several has an s.
	One string
	// PostsUpdates sends updates as POST …/update, for proxies that reject PATCH.
	PostsUpdates bool
	// Paths are those of the members of an object.
	Paths members.Paths
	// Items reads the items of a page, and returns the request for the next one; nil after the last. Nil items are a list
	// that is null.
	Items func(a *transport.Answer) (items []members.Members, next *transport.Request, err error)
}

// All is the request for the list of the kind.
func (c Collection) All() transport.Request {
	return transport.Request{Operation: "List" + c.One + "s", Method: http.MethodGet, Path: []string{c.Path}}
}

// Kind are the requests about one kind of object and their answers. F selects objects of a list, I is the body of a
// create, U the body of an update, and T an object. A version has only what differs from the other: nil functions are
// allowed.
type Kind[F, I, U any, T transport.Identified] struct {
	Collection
	// Complete completes an object that has the members with a path. query is that of the request. Nil: it is complete.
	Complete func(object *T, answer members.Members, query url.Values)
	// Deleted reports whether an answer shows a deleted object, which counts as a 404, and as missing in a list. Nil: an
	// answer never does.
	Deleted func(T) bool
	// Body and Change convert the bodies of a create and an update. Nil: a body is sent as it is.
	Body   func(I) any
	Change func(change U, now T) any
	// Needs reports whether Update needs the object as it is now, because the interface replaces a group of members as a
	// whole, and the change has a part of it. Nil: never.
	Needs func(change U) bool
	// Sends returns the part of a change that an update can have; nil: the whole.
	Sends func(change U) U
	// Again returns the part of a change that an update sends again after one of unknown outcome. lacking is the part that
	// the object does not have. Members that the interface takes only together stay together. Nil: the part that is
	// lacking.
	Again func(change, lacking U) U
	// Whole, Everything and Filtered are the queries of Get, ListIDs and List; nil for none.
	Whole, Everything url.Values
	Filtered          func(F) url.Values
	// Others are further lists of List; nil for none.
	Others func(F) []transport.Request
	// Selects reports whether a filter selects an object of the list, if the service has no filters. Nil: every object.
	Selects func(F, T) bool
}

// Create is the request for a create.
func (k *Kind[F, I, U, T]) Create(in I) transport.Request {
	r := transport.Request{Operation: "Create" + k.One, Method: http.MethodPost, Path: []string{k.Path}, Body: in}
	if k.Body != nil {
		r.Body = k.Body(in)
	}
	return r
}

// Get is the request for an object.
func (k *Kind[F, I, U, T]) Get(id string) transport.Request {
	return transport.Request{
		Operation: "Get" + k.One, Method: http.MethodGet, Path: []string{k.Path, id}, Query: k.Whole,
	}
}

// List returns the lists that together have at least the objects that a filter selects: see Selects.
func (k *Kind[F, I, U, T]) List(filter F) []transport.Request {
	list := k.All()
	if k.Filtered != nil {
		list.Query = k.Filtered(filter)
	}
	lists := []transport.Request{list}
	if k.Others != nil {
		lists = append(lists, k.Others(filter)...)
	}
	return lists
}

// ListIDs lists all objects, also those that List returns only with a filter.
func (k *Kind[F, I, U, T]) ListIDs() transport.Request {
	list := k.All()
	list.Query = k.Everything
	return list
}

// Update is the request for an update; now is the zero value unless it Needs the object.
func (k *Kind[F, I, U, T]) Update(id string, change U, now T) transport.Request {
	r := transport.Request{
		Operation: "Update" + k.One, Method: http.MethodPatch, Path: []string{k.Path, id}, Body: change,
	}
	if k.Change != nil {
		r.Body = k.Change(change, now)
	}
	if k.PostsUpdates {
		r.Method, r.Path = http.MethodPost, append(r.Path, "update")
	}
	return r
}

// Delete is the request for a delete.
func (k *Kind[F, I, U, T]) Delete(id string) transport.Request {
	return transport.Request{Operation: "Delete" + k.One, Method: http.MethodDelete, Path: []string{k.Path, id}}
}

// Read reads an object. An answer without an ID, or about another object, is an error. id is empty if the caller does
// not know it yet.
func (k *Kind[F, I, U, T]) Read(a *transport.Answer, id string) (object T, err error) {
	_, err = transport.Decode(a, func(answer members.Members) error {
		object = k.Object(answer, a.Query)
		return transport.IsAbout[T](id)(object)
	})
	if err == nil && k.Deleted != nil && k.Deleted(object) {
		err = a.NotFound("the response shows a deleted object")
	}
	if err != nil {
		var none T
		return none, err
	}
	return object, nil
}

// Object reads an object from its members. query is that of the request.
func (k *Kind[F, I, U, T]) Object(answer members.Members, query url.Values) (object T) {
	answer.ReadAll(&object, k.Paths)
	if k.Complete != nil {
		k.Complete(&object, answer, query)
	}
	members.DropEmpty(&object)
	return object
}

// Page is a part of a list.
type Page[T any] struct {
	// Items are the objects. Nil if the answer is null: that does not prove that the account has none.
	Items []T
	// Next is the request whose answer continues the list; nil after the last page.
	Next *transport.Request
}

// ReadList reads a page of a list. An item that is no object with an ID makes it an error: it could be any object.
func (k *Kind[F, I, U, T]) ReadList(a *transport.Answer) (page Page[T], err error) {
	items, next, err := k.Items(a)
	if err != nil {
		return page, err
	}
	page.Next = next
	if items != nil {
		page.Items = make([]T, 0, len(items))
	}
	for _, item := range items {
		if object := k.Object(item, a.Query); k.Deleted == nil || !k.Deleted(object) {
			page.Items = append(page.Items, object)
		}
	}
	if err := transport.AreIdentified(page.Items); err != nil {
		return Page[T]{}, a.Undecodable(err)
	}
	return page, nil
}
