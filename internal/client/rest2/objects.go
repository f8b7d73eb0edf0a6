package rest2

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// objects implements rest.Objects for a kind. W is the object as version 2 spells it.
type objects[F, I, U, W any, T transport.Identified] struct {
	collection
	// create and update convert the bodies of requests; update is nil if the kind has none. needs reports whether update
	// needs the object as it is now; nil: it never does.
	create func(I) any
	update func(change U, now T) any
	needs  func(change U) bool
	// sends returns the part of a change that an update can have; nil: the whole.
	sends func(change U) U
	// again is Again of rest.Objects; nil: the part that is lacking.
	again func(change, lacking U) U
	// object converts an object to the model.
	object func(W) T
	// selects reports whether a filter selects an object: the service has no filters. Nil selects every object.
	selects func(F, T) bool
	// deleted reports whether an answer shows a deleted object, which counts as a 404, and as missing in a list. Nil: an
	// answer never does.
	deleted func(W) bool
}

// Name implements rest.Objects.
func (o objects[F, I, U, W, T]) Name() string { return o.name }

// Create implements rest.Objects.
func (o objects[F, I, U, W, T]) Create(in I) transport.Request {
	return transport.Request{
		Operation: "Create" + o.one, Method: http.MethodPost, Path: []string{o.path}, Body: o.create(in),
	}
}

// Get implements rest.Objects.
func (o objects[F, I, U, W, T]) Get(id string) transport.Request {
	return transport.Request{Operation: "Get" + o.one, Method: http.MethodGet, Path: []string{o.path, id}}
}

// List implements rest.Objects. The list has every object, whatever the filter: see Selects.
func (o objects[F, I, U, W, T]) List(F) []transport.Request { return []transport.Request{o.list()} }

// Selects implements rest.Objects.
func (o objects[F, I, U, W, T]) Selects(filter F, object T) bool {
	return o.selects == nil || o.selects(filter, object)
}

// ListIDs implements rest.Objects.
func (o objects[F, I, U, W, T]) ListIDs() transport.Request { return o.list() }

// Sends implements rest.Objects.
func (o objects[F, I, U, W, T]) Sends(change U) U {
	if o.sends == nil {
		return change
	}
	return o.sends(change)
}

// Again implements rest.Objects.
func (o objects[F, I, U, W, T]) Again(change, lacking U) U {
	if o.again == nil {
		return lacking
	}
	return o.again(change, lacking)
}

// NeedsObject implements rest.Objects.
func (o objects[F, I, U, W, T]) NeedsObject(change U) bool { return o.needs != nil && o.needs(change) }

// Update implements rest.Objects.
func (o objects[F, I, U, W, T]) Update(id string, change U, now T) transport.Request {
	return transport.Request{
		Operation: "Update" + o.one, Method: http.MethodPatch, Path: []string{o.path, id}, Body: o.update(change, now),
	}
}

// Delete implements rest.Objects.
func (o objects[F, I, U, W, T]) Delete(id string) transport.Request {
	return transport.Request{Operation: "Delete" + o.one, Method: http.MethodDelete, Path: []string{o.path, id}}
}

// Read implements rest.Objects.
func (o objects[F, I, U, W, T]) Read(a *transport.Answer, id string) (T, error) {
	w, err := transport.Decode(a, func(w W) error { return transport.IsAbout[T](id)(o.object(w)) })
	if err != nil {
		var none T
		return none, err
	}
	if o.deleted != nil && o.deleted(w) {
		var none T
		return none, a.NotFound("the response shows a deleted object")
	}
	return o.object(w), nil
}

// ReadList implements rest.Objects.
func (o objects[F, I, U, W, T]) ReadList(a *transport.Answer) (rest.Page[T], error) {
	return readPage(a, o.collection, o.read)
}

// read reads an object of a list, which must have an ID; exists is false if the list shows it as deleted.
func (o objects[F, I, U, W, T]) read(data json.RawMessage) (object T, exists bool, err error) {
	var w W
	if err := json.Unmarshal(data, &w); err != nil {
		return object, false, err
	}
	object, exists = o.object(w), o.deleted == nil || !o.deleted(w)
	if exists {
		err = transport.HasID(object)
	}
	return object, exists, err
}

// ReadIDs implements rest.Objects. No object shows its user.
func (o objects[F, I, U, W, T]) ReadIDs(a *transport.Answer) (rest.Page[rest.Reference], error) {
	read := func(data json.RawMessage) (rest.Reference, bool, error) {
		object, exists, err := o.read(data)
		return rest.Reference{ID: object.Identifier()}, exists, err
	}
	return readPage(a, o.collection, read)
}

// paginationWire is the part of a list about its pages; the lists of older deployments, and those of kinds without
// pages, say nothing (contract-v2 2).
type paginationWire struct {
	Pagination struct {
		NextCursor  members.Optional[string] `json:"nextCursor"`
		HasNextPage members.Optional[bool]   `json:"hasNextPage"`
	} `json:"pagination"`
}

// next returns the cursor of the next page, and whether one follows. Without a word on that, a cursor says so: a page
// that counts as the whole list would prove that the objects of the others do not exist.
func (w paginationWire) next() (cursor string, follows bool) {
	cursor = w.Pagination.NextCursor.Or("")
	return cursor, w.Pagination.HasNextPage.Or(cursor != "")
}

// readPage reads a page of a list. An answer without the kind's member, and one that promises another page and does not
// say where it is, is an error. read also reports whether the object exists: the page leaves out others.
func readPage[T any](
	a *transport.Answer, of collection, read func(json.RawMessage) (T, bool, error),
) (page rest.Page[T], err error) {
	members, err := transport.Decode(a, func(members map[string]json.RawMessage) error {
		if _, ok := members[of.member]; !ok {
			return fmt.Errorf("it has no member %q", of.member)
		}
		return nil
	})
	if err != nil {
		return page, err
	}
	pagination, err := transport.Decode(a, func(w paginationWire) error {
		if cursor, follows := w.next(); follows && cursor == "" {
			return errors.New("it has no cursor for its next page")
		}
		return nil
	})
	if err != nil {
		return page, err
	}
	var items []json.RawMessage
	if err := json.Unmarshal(members[of.member], &items); err != nil {
		return page, a.Undecodable(err)
	}
	page.Items, page.Unreadable = transport.ReadItems(a, items, read)
	if cursor, follows := pagination.next(); follows {
		next := of.list()
		next.Query = url.Values{"cursor": {cursor}}
		page.Next = &next
	}
	return page, nil
}
