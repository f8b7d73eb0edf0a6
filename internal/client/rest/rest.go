// Package rest describes what a version of the management interface has to provide. An implementation builds requests
// and reads answers: it knows paths, names of members, envelopes of lists and shapes of errors. It sends nothing and
// keeps nothing, so the rules about retries, lists and lost creates are the same for all versions. Kind has what they
// have in common.
package rest

import "github.com/podfleet/terraform-provider-podfleet/internal/client/transport"

// Objects are the requests about one kind of object and their answers. F selects objects of a list, I is the body of a
// create, U the body of an update, and T an object.
type Objects[F, I, U, T any] interface {
	// Name returns the name of the kind in records that processes share. It is the same for all versions.
	Name() string
	Create(in I) transport.Request
	Get(id string) transport.Request
	// List returns the lists that together have at least the objects that a filter selects: see Selects.
	List(filter F) []transport.Request
	// Selects reports whether a filter selects an object of the list.
	Selects(filter F, object T) bool
	// ListIDs lists all objects, also those that List returns only with a filter.
	ListIDs() transport.Request
	// Sends returns the part of a change that an update can have.
	Sends(change U) U
	// Again returns the part of a change that an update sends again after one of unknown outcome. lacking is the part that
	// the object does not have. Members that the interface takes only together stay together.
	Again(change, lacking U) U
	// NeedsObject reports whether Update needs the object as it is now, because the interface replaces a group of members
	// as a whole, and the change has a part of it.
	NeedsObject(change U) bool
	// Update updates an object; now is the zero value unless NeedsObject.
	Update(id string, change U, now T) transport.Request
	Delete(id string) transport.Request
	// Read reads an object. An answer without an ID, or about another object, is an error. id is empty if the caller does
	// not know it yet.
	Read(a *transport.Answer, id string) (T, error)
	// ReadList reads a page of a list. An item that is no object with an ID makes it an error: it could be any object.
	ReadList(a *transport.Answer) (Page[T], error)
}

// Traits are what versions differ in besides requests and answers.
type Traits struct {
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

// Page is a part of a list.
type Page[T any] struct {
	// Items are the objects. Nil if the answer is null: that does not prove that the account has none.
	Items []T
	// Next is the request whose answer continues the list; nil after the last page.
	Next *transport.Request
}
