package client

import (
	"context"
	"errors"
	"slices"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// objectsOf are the parts of rest.Objects that do not depend on the bodies of requests.
type objectsOf[T any] interface {
	Name() string
	Get(id string) transport.Request
	Delete(id string) transport.Request
	ListIDs() transport.Request
	Read(a *transport.Answer, id string) (T, error)
	ReadList(a *transport.Answer) (rest.Page[T], error)
	ReadIDs(a *transport.Answer) (rest.Page[rest.Reference], error)
}

// one sends a request and reads the object in the answer; id is empty if the caller does not know it yet.
func one[T any](
	ctx context.Context, send transport.Sender, of objectsOf[T], r transport.Request, id string,
) (T, error) {
	answer, err := send(ctx, r)
	if err != nil {
		var none T
		return none, err
	}
	return of.Read(answer, id)
}

// pages sends the requests of lists and reads all of their pages. A page that refers to an earlier one is an error: it
// would never end.
func pages[T any](
	ctx context.Context, send transport.Sender, lists []transport.Request,
	read func(*transport.Answer) (rest.Page[T], error),
) (all [][]T, last *transport.Answer, err error) {
	for _, list := range lists {
		seen := map[string]bool{}
		for next := &list; next != nil; {
			if last, err = send(ctx, *next); err != nil {
				return nil, nil, err
			}
			page, err := read(last)
			if err != nil {
				return nil, nil, err
			}
			all = append(all, page.Items)
			if next = page.Next; next == nil {
				break
			}
			at := next.Query.Encode()
			if seen[at] {
				return nil, nil, last.Undecodable(errors.New("its next page is a page that the list has already returned"))
			}
			seen[at] = true
		}
	}
	return all, last, nil
}

// nullList returns an error if a list has no items, and its last page is null: that does not prove that an object is
// missing.
func nullList[T any](pages [][]T, last *transport.Answer) error {
	hasItems := slices.ContainsFunc(pages, func(page []T) bool { return len(page) > 0 })
	if hasItems || len(pages) == 0 || pages[len(pages)-1] != nil {
		return nil
	}
	return last.Undecodable(errors.New("it is null instead of a list"))
}

// idsOf returns the IDs of all objects of a kind, and their users.
func idsOf[T any](ctx context.Context, send transport.Sender, of objectsOf[T]) (fleet.Listed, error) {
	read, last, err := pages(ctx, send, []transport.Request{of.ListIDs()}, of.ReadIDs)
	if err == nil {
		err = nullList(read, last)
	}
	if err != nil { // A list with an item that cannot be read does not prove that an object is missing.
		return fleet.Listed{}, err
	}
	all := slices.Concat(read...)
	ids, users := make([]string, len(all)), make([]string, len(all))
	for i, object := range all {
		ids[i], users[i] = object.ID, object.User
	}
	return fleet.Listed{IDs: ids, Users: fleet.UsersOf(users)}, nil
}
