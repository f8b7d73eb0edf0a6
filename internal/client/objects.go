package client

import (
	"context"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// objects implements Reader, Creator, Updater and Deleter for a kind. F is the filter of its lists.
type objects[F, I, U any, T transport.Identified] struct {
	description[F, I, U, T]
	c       *Client
	reads   *kind[T]
	creates creation[I, T]
}

// description is what the client has to know of a kind.
type description[F, I, U any, T transport.Identified] struct {
	// of are its requests.
	of interface {
		objectsOf[T]
		List(filter F) transport.Request
		Create(in I) transport.Request
		Update(id string, change U) transport.Request
	}
	// own selects the objects that a create can have as its result, and shared those that Read can return from a list.
	own, shared F
	// leavesOut is set if shared leaves out objects that Get returns.
	leavesOut bool

	name func(T) string
	// user returns the user that an object shows, createdAt its creation time, each in the service's format. Nil: objects
	// of the kind show none.
	user, createdAt func(T) string
	// unique is set if names are unique in the account.
	unique bool
	// shown compares the members that an object does not show as the create sent them, identity those that identify an
	// object, and refers the references to other objects (nil for none): see creation.
	shown    shownMembers[I, T]
	identity identifying[I, T]
	refers   func(in I, object T) bool
	// suffix is a suffix that some deployments append to a name.
	suffix string

	// fields returns the members that an update can change.
	fields func(T) U
	// users lists the objects that use an object; nil if no object of the kind is ever in use.
	users func(ctx context.Context, id string) ([]User, error)
	// rejects reports whether an error of a delete that has no known meaning says that the service did nothing. Nil: it
	// never does.
	rejects func(*Error) bool
	// saw is called with each object that an answer shows. Nil is allowed.
	saw func(T)
}

// newObjects connects the parts: an object of a state is not the result of a lost create, and any list can show the
// late object of an earlier create.
func newObjects[F, I, U any, T transport.Identified](
	c *Client, d description[F, I, U, T],
) *objects[F, I, U, T] {
	o := &objects[F, I, U, T]{description: d, c: c}
	made := lostCreatesOf[T](c.account, d.of.Name())
	o.reads = newKind(c, &kind[T]{
		get: o.Get, list: o.listShared, ids: o.ids, notAll: d.leavesOut, dated: d.createdAt != nil, user: d.user,
		manages: func(id string) {
			made.know(id, originState)
			c.peers().know(d.of.Name(), id, originState)
		},
		listed: made.observe,
	})
	o.creates = creation[I, T]{
		c: c, of: d.of, request: d.of.Create, kind: o.reads, made: made, list: o.listOwnOnce, shown: d.shown,
		identity: d.identity, name: d.name, createdAt: d.createdAt, unique: d.unique, refers: d.refers, suffix: d.suffix,
	}
	if d.user != nil {
		c.showUsers = append(c.showUsers, userList{d.of.Name(), o.showUsers})
	}
	return o
}

// see records what an object shows of the account, and calls saw.
func (o *objects[F, I, U, T]) see(object T) {
	if o.user != nil {
		o.c.account.presence.sawUsers(o.user(object))
	}
	if o.saw != nil {
		o.saw(object)
	}
}

func (o *objects[F, I, U, T]) seeAll(all []T, err error) ([]T, error) {
	for _, object := range all {
		o.see(object)
	}
	return all, err
}

// Get implements Reader.
func (o *objects[F, I, U, T]) Get(ctx context.Context, id string) (T, error) {
	object, err := one[T](ctx, o.c.send, o.of, o.of.Get(id), id)
	if err == nil {
		o.see(object)
	}
	return object, err
}

// List returns the objects that a filter selects, in no particular order.
func (o *objects[F, I, U, T]) List(ctx context.Context, filter F) ([]T, error) {
	all, _, err := pages(ctx, o.c.send, o.of.List(filter), o.of.ReadList)
	if err == nil {
		o.creates.made.observe(all)
	}
	return o.seeAll(all, err)
}

// ListAll implements Reader.
func (o *objects[F, I, U, T]) ListAll(ctx context.Context) ([]T, error) { return o.List(ctx, o.own) }

func (o *objects[F, I, U, T]) listShared(ctx context.Context) ([]T, error) {
	return o.seeAll(everything(ctx, o.c.send, o.of.List(o.shared), o.of.ReadList))
}

// listOwnOnce lists the objects that a create can have as its result, for a caller that repeats the request by a rule
// of its own.
func (o *objects[F, I, U, T]) listOwnOnce(ctx context.Context) ([]T, error) {
	r := o.of.List(o.own)
	r.Repeat = transport.NotRepeatable
	return everything(ctx, o.c.send, r, o.of.ReadList)
}

// ids returns the IDs of all objects of the kind, also of those that lists leave out by default.
func (o *objects[F, I, U, T]) ids(ctx context.Context) (listed, error) { return idsOf(ctx, o.c, o.of) }

// Read implements Reader.
func (o *objects[F, I, U, T]) Read(ctx context.Context, id string, doubts func(T) bool) (T, error) {
	return o.reads.read(ctx, id, doubts)
}

// Find implements Reader.
func (o *objects[F, I, U, T]) Find(ctx context.Context, id string) (T, error) {
	return o.reads.find(ctx, id)
}

// ReadAll implements Reader.
func (o *objects[F, I, U, T]) ReadAll(ctx context.Context) ([]T, error) { return o.reads.readAll(ctx) }

// Create implements Creator.
func (o *objects[F, I, U, T]) Create(ctx context.Context, in I) (Created[T], error) {
	if err := o.c.checkAccount(ctx, o.of.Name()); err != nil {
		return Created[T]{}, err
	}
	created, err := o.creates.create(ctx, in)
	if err == nil {
		o.see(created.Object)
	}
	return created, err
}

// showUsers lists the kind once in the client's life, and repeats a request that fails: see baselineFor. The client
// compares the first create of the kind with that list.
func (o *objects[F, I, U, T]) showUsers(ctx context.Context) error {
	_, err := o.reads.baselineFor(ctx, o.c)
	return err
}

// Late implements Creator.
func (o *objects[F, I, U, T]) Late() []LateObject { return o.creates.takeLate() }

// Update implements Updater.
func (o *objects[F, I, U, T]) Update(ctx context.Context, id string, change U) (T, error) {
	return update[T, U]{of: o.of, request: o.of.Update, get: o.Get, fields: o.fields}.send(ctx, o.c, id, change)
}

// Delete implements Deleter.
func (o *objects[F, I, U, T]) Delete(ctx context.Context, id string) error {
	return o.creates.made.deleted(id, o.delete(ctx, id))
}

// delete is Delete without its record.
func (o *objects[F, I, U, T]) delete(ctx context.Context, id string) error {
	once := func(ctx context.Context) error {
		return deletion[T]{c: o.c, of: o.of, get: o.Get, ids: o.ids, rejects: o.rejects}.delete(ctx, id)
	}
	if o.users == nil {
		return once(ctx)
	}
	return o.c.whileInUse(ctx, id, o.users, once)
}
