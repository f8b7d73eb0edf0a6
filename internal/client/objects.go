package client

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// objects implements Reader, Creator, Updater and Deleter for a kind: it connects the requests of the kind with what
// packages fleet and creates do for any kind. F is the filter of its lists.
type objects[F, I, U any, T transport.Identified] struct {
	description[F, I, U, T]
	*fleet.Kind[T] // Reads, finds and awaits objects.
	c              *Client
	send           transport.Sender
	creates        *creates.Creator[I, T]
}

// description tells the kinds apart.
type description[F, I, U any, T transport.Identified] struct {
	// of are its requests.
	of *rest.Kind[F, I, U, T]
	// own selects the objects that a create can have as its result, and shared those that Read can return from a list.
	own, shared F
	// source has ListsSome, User, Rejects and Users of the kind.
	source fleet.Source[T]
	// evidence says how a create recognizes its object.
	evidence creates.Evidence[I, T]
	// fields returns the members that an update can change.
	fields func(T) U
	// mayDelete returns why the client must not send a delete that the service would carry out. Nil: it always may.
	mayDelete func(ctx context.Context, id string) error
	// saw is called with each object that an answer shows. Nil is allowed.
	saw func(object T, isListed bool)
	// complete adds to objects of an answer what other answers show of them. It leaves out what it cannot get. Nil:
	// answers show the whole objects.
	complete func(ctx context.Context, objects []T)
}

// newObjects connects the parts: an object of a state is not the result of a lost create.
func newObjects[F, I, U any, T transport.Identified](
	c *Client, d description[F, I, U, T],
) *objects[F, I, U, T] {
	o := &objects[F, I, U, T]{description: d, c: c, send: c.send}
	d.source.Name, d.source.Get, d.source.List, d.source.All = d.of.Shared, o.Get, o.listShared, o.everything
	d.source.Delete, d.source.Manages = o.deleteOnce, func(id string) { o.creates.Manages(id) }
	o.Kind = fleet.NewKind(c.fleet, d.source)
	o.creates = creates.NewCreator(c.creates, creates.Source[I, T]{
		Kind: o.Kind, Send: o.createOnce, Get: o.getDated, Evidence: d.evidence,
	})
	return o
}

// one sends a request and reads the object in the answer; id is empty if the caller does not know it yet.
func (o *objects[F, I, U, T]) one(ctx context.Context, r transport.Request, id string) (T, error) {
	var none T
	answer, err := o.send(ctx, r)
	if err != nil {
		return none, err
	}
	object, err := o.of.Read(answer, id)
	if err != nil || o.complete == nil {
		return object, err
	}
	completed := []T{object}
	o.complete(ctx, completed)
	return completed[0], nil
}

// see records what an object of an answer shows of the account, and of itself. Lists can lag behind writes.
func (o *objects[F, I, U, T]) see(object T, isListed bool) {
	o.Saw(object)
	if o.saw != nil {
		o.saw(object, isListed)
	}
}

// Get implements Reader.
func (o *objects[F, I, U, T]) Get(ctx context.Context, id string) (T, error) {
	object, _, err := o.getDated(ctx, id)
	return object, err
}

// getDated returns an object, and the time of the answer.
func (o *objects[F, I, U, T]) getDated(ctx context.Context, id string) (T, transport.Dated, error) {
	at, r := transport.Dated{}, o.of.Get(id)
	r.Dated = &at
	object, err := o.one(ctx, r, id)
	if err == nil {
		o.see(object, false)
	}
	return object, at, err
}

// List returns the objects that a filter selects, in no particular order.
func (o *objects[F, I, U, T]) List(ctx context.Context, filter F) ([]T, error) {
	all, _, err := o.ListDated(ctx, filter)
	return all, err
}

// ListDated does what List does, and returns when the service made its first answer; the zero time if it does not say.
func (o *objects[F, I, U, T]) ListDated(ctx context.Context, filter F) (all []T, at time.Time, err error) {
	var dated transport.Dated
	pages, _, err := o.pages(ctx, filter, &dated, func([]T) {})
	return fleet.OnceEach(pages), dated.Date, err
}

// ListAll implements Reader.
func (o *objects[F, I, U, T]) ListAll(ctx context.Context) ([]T, error) { return o.List(ctx, o.own) }

// pages returns the objects that a filter selects, by the pages of the list. null is as for readPages, and dated, which
// can be nil, is set to the time of the first page. arrived is called with each page, before the others are requested.
func (o *objects[F, I, U, T]) pages(
	ctx context.Context, filter F, dated *transport.Dated, arrived func(page []T),
) (all [][]T, null, err error) {
	lists := o.of.List(filter)
	lists[0].Dated = dated
	all, null, err = o.readPages(ctx, lists, func(page []T) {
		if o.complete != nil && len(page) > 0 {
			o.complete(ctx, page)
		}
		arrived(page)
		for _, object := range page {
			o.see(object, true)
		}
	})
	for i, page := range all {
		all[i] = slices.DeleteFunc(page, func(object T) bool { return o.of.Selects != nil && !o.of.Selects(filter, object) })
	}
	return all, null, err
}

// readPages sends the requests of lists and reads all of their pages. A page that refers to an earlier one is an error:
// it would never end. null is an error if the lists have no items, and the last page is null: some servers spell an
// empty list so, but it does not prove that an object is missing.
func (o *objects[F, I, U, T]) readPages(
	ctx context.Context, lists []transport.Request, arrived func(page []T),
) (all [][]T, null, err error) {
	hasItems := false
	for _, list := range lists {
		seen := map[string]bool{}
		for next := &list; next != nil; {
			answer, err := o.send(ctx, *next)
			if err != nil {
				return nil, nil, err
			}
			page, err := o.of.ReadList(answer)
			if err != nil {
				return nil, nil, err
			}
			arrived(page.Items)
			all, hasItems, null = append(all, page.Items), hasItems || len(page.Items) > 0, nil
			if page.Items == nil && !hasItems {
				null = answer.Undecodable(errors.New("it is null instead of a list"))
			}
			if next = page.Next; next == nil {
				break
			}
			at := next.Query.Encode()
			if seen[at] {
				return nil, nil, answer.Undecodable(errors.New("its next page is a page that the list has already returned"))
			}
			seen[at] = true
		}
	}
	return all, null, nil
}

func (o *objects[F, I, U, T]) listShared(ctx context.Context) ([][]T, error) {
	all, null, err := o.pages(ctx, o.shared, nil, o.creates.Saw)
	return all, cmp.Or(err, null)
}

// everything returns all objects of the kind, also those that lists leave out by default. A list with an item that
// cannot be read does not prove that an object is missing.
func (o *objects[F, I, U, T]) everything(ctx context.Context) ([]T, error) {
	pages, null, err := o.readPages(ctx, []transport.Request{o.of.ListIDs()}, func([]T) {})
	return slices.Concat(pages...), cmp.Or(err, null)
}

// createOnce sends a create once, as prepare changes its request.
func (o *objects[F, I, U, T]) createOnce(
	ctx context.Context, in I, prepare func(*transport.Request),
) (T, error) {
	r := o.of.Create(in)
	prepare(&r)
	return o.one(ctx, r, "")
}

// updateOnce sends an update, and repeats it if the service certainly did nothing.
func (o *objects[F, I, U, T]) updateOnce(ctx context.Context, id string, change U) (T, error) {
	var now T
	needsObject := o.of.Needs != nil && o.of.Needs(change)
	if needsObject {
		var err error
		if now, err = o.Get(ctx, id); err != nil {
			return now, err
		}
	}
	r := o.of.Update(id, change, now)
	if needsObject && members.IsEmpty(r.Body) { // Nothing of the change concerns this object.
		return now, nil
	}
	return o.one(ctx, r, id)
}

// deleteOnce sends a delete, and repeats it if the service certainly did nothing.
func (o *objects[F, I, U, T]) deleteOnce(ctx context.Context, id string) error {
	if o.mayDelete != nil {
		if err := o.mayDelete(ctx, id); err != nil {
			return err
		}
	}
	r := o.of.Delete(id)
	r.Repeat = transport.NotRepeatable
	answer, err := o.send(ctx, r)
	switch {
	case err != nil:
		return err
	case answer.Status == http.StatusAccepted:
		return fleet.ErrAcceptedForLater
	default:
		return answer.SaysNothing()
	}
}

// Create implements Creator.
func (o *objects[F, I, U, T]) Create(ctx context.Context, in I) (creates.Created[T], error) {
	return o.create(ctx, ctx, in)
}

// create creates an object, and sends nothing when starting has ended: see creates.Creator.
func (o *objects[F, I, U, T]) create(ctx, starting context.Context, in I) (creates.Created[T], error) {
	created, err := o.creates.Create(ctx, starting, in)
	if err == nil {
		o.see(created.Object, false)
	}
	return created, err
}

// Update implements Updater. If an update can have nothing of a change, the client only reads the object.
func (o *objects[F, I, U, T]) Update(ctx context.Context, id string, change U) (T, error) {
	if o.of.Sends != nil {
		change = o.of.Sends(change)
	}
	if members.IsEmpty(change) {
		return o.Get(ctx, id)
	}
	object, err := fleet.Update(ctx, o.Kind, id, change,
		fleet.Updates[U, T]{Send: o.updateOnce, Fields: o.fields, Again: o.of.Again})
	if err == nil {
		o.see(object, false)
	}
	return object, err
}

// Delete implements Deleter.
func (o *objects[F, I, U, T]) Delete(ctx context.Context, id string) error {
	return o.creates.Deleted(id, o.Kind.Delete(ctx, id))
}
