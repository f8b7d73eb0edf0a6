package client

import (
	"context"
	"errors"

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

// pages sends the requests of lists and reads all of their pages: see eachPage. Nil items mean that an answer was null.
// arrived is called with the items of each page; nil is allowed.
func pages[T any](
	ctx context.Context, send transport.Sender, lists []transport.Request,
	read func(*transport.Answer) (rest.Page[T], error), arrived func(page []T),
) (all []T, last *transport.Answer, err error) {
	last, err = eachPage(ctx, send, lists, read, func(page []T) {
		if arrived != nil {
			arrived(page)
		}
		all = fleet.Joined(all, page)
	})
	if err != nil && transport.UnreadableItems(err) == nil {
		return nil, nil, err
	}
	return all, last, err
}

// eachPage sends the requests of lists, reads all of their pages, and calls arrived with the items of each. A page that
// refers to an earlier one is an error: it would never end. If items cannot be read, the error is a
// transport.IncompleteList, and arrived has been called with all others.
func eachPage[T any](
	ctx context.Context, send transport.Sender, lists []transport.Request,
	read func(*transport.Answer) (rest.Page[T], error), arrived func(page []T),
) (last *transport.Answer, err error) {
	var unreadable []transport.UnreadableItem
	for _, list := range lists {
		seen := map[string]bool{}
		for next := &list; next != nil; {
			if last, err = send(ctx, *next); err != nil {
				return nil, err
			}
			page, err := read(last)
			if err != nil {
				return nil, err
			}
			arrived(page.Items)
			unreadable = append(unreadable, page.Unreadable...)
			if next = page.Next; next == nil {
				break
			}
			at := next.Query.Encode()
			if seen[at] {
				return nil, last.Undecodable(errors.New("its next page is a page that the list has already returned"))
			}
			seen[at] = true
		}
	}
	if len(unreadable) > 0 {
		return last, &transport.IncompleteList{Unreadable: unreadable}
	}
	return last, nil
}

// everything returns all objects of a list, and none after an error: a list with an item that cannot be read does not
// prove that an object is missing. Neither does an answer that is null, which is an error.
func everything[T any](
	ctx context.Context, send transport.Sender, lists []transport.Request,
	read func(*transport.Answer) (rest.Page[T], error), arrived func(page []T),
) ([]T, error) {
	all, last, err := pages(ctx, send, lists, read, arrived)
	switch {
	case err != nil:
		return nil, err
	case all == nil:
		return nil, nullList(last)
	}
	return all, nil
}

// nullList returns the error of a list whose answer is null.
func nullList(answer *transport.Answer) error {
	return answer.Undecodable(errors.New("it is null instead of a list"))
}

// idsOf returns the IDs of all objects of a kind, and their users.
func idsOf[T any](ctx context.Context, send transport.Sender, of objectsOf[T]) (fleet.Listed, error) {
	all, err := everything(ctx, send, []transport.Request{of.ListIDs()}, of.ReadIDs, nil)
	ids, users := make([]string, len(all)), make([]string, len(all))
	for i, object := range all {
		ids[i], users[i] = object.ID, object.User
	}
	return fleet.Listed{IDs: ids, Users: fleet.UsersOf(users)}, err
}
