package client

import (
	"context"
	"reflect"
	"slices"
	"sync"
)

// itemCheck finds out whether the items of a kind's lists are what its objects are. A list is asked for with every flag
// that adds to its items, but nothing promises that a deployment's lists leave nothing out. So one object that was got
// by its id is compared with its item: if that lacks something, or says something else, reads of the kind are not
// answered from lists. It costs nothing, because the first read is a GET anyway.
type itemCheck[T identified] struct {
	mu      sync.Mutex
	verdict itemVerdict
	// asking is closed when the GET ends that is to be compared; nil if none is under way.
	asking chan struct{}
	// sample is an object by its own GET, in which no write of writes began or ended; nil if there is none.
	sample *T
	writes uint64
}

type itemVerdict int

const (
	itemsUnknown itemVerdict = iota
	itemsWhole               // An item is as good as the object's own GET.
	itemsLacking             // It is not.
)

// claim makes its caller the one who gets an object to compare: it has to call release. It is false if the verdict is
// known, or somebody else does so.
func (c *itemCheck[T]) claim() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.verdict != itemsUnknown || c.asking != nil {
		return false
	}
	c.asking = make(chan struct{})
	return true
}

// release hands over the object that was got; nil if it could not be, or if something was written meanwhile. writes is
// the count at which it was asked for.
func (c *itemCheck[T]) release(object *T, writes uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if object != nil {
		c.sample, c.writes = object, writes
	}
	close(c.asking)
	c.asking = nil
}

// judge returns the verdict with the help of a list, and waits for the object to compare with it while somebody gets
// one. If it stays unknown, claimed says whether the caller is to get one, or ctx has ended.
func (c *itemCheck[T]) judge(ctx context.Context, l *sharedList[T]) (verdict itemVerdict, claimed bool) {
	for {
		c.mu.Lock()
		c.compare(l)
		verdict, asking := c.verdict, c.asking
		c.mu.Unlock()
		switch {
		case verdict != itemsUnknown:
			return verdict, false
		case asking == nil:
			if c.claim() {
				return itemsUnknown, true
			}
			continue // Somebody else was faster.
		}
		select {
		case <-asking:
		case <-ctx.Done():
			return itemsUnknown, false
		}
	}
}

// compare comes to a verdict if there is a sample that the list has, too.
func (c *itemCheck[T]) compare(l *sharedList[T]) {
	if c.verdict != itemsUnknown || c.sample == nil || c.writes != l.writes {
		return
	}
	item, listed := l.item((*c.sample).identifier())
	if !listed {
		return
	}
	c.verdict = itemsWhole
	if lacks(item, *c.sample, contradicts) {
		c.verdict = itemsLacking
	}
	c.sample = nil
}

func (c *itemCheck[T]) known() itemVerdict {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.verdict
}

// lacks reports whether an item of a list says less than the object: it leaves out a member, or has an empty text, list
// or map where the object's is not; or something else, which is for differs to say of two values.
func lacks[T any](item, object T, differs func(item, object reflect.Value) bool) bool {
	return lacksMembers(reflect.ValueOf(&item).Elem(), reflect.ValueOf(&object).Elem(), differs)
}

func lacksMembers(item, object reflect.Value, differs func(item, object reflect.Value) bool) bool {
	for i := range object.NumField() {
		if !object.Field(i).CanInterface() {
			continue
		}
		of, in := object.Field(i).Addr().Interface(), item.Field(i).Addr().Interface()
		optional, ok := of.(told)
		switch {
		case !ok:
			if object.Field(i).Kind() == reflect.Struct && lacksMembers(item.Field(i), object.Field(i), differs) {
				return true
			}
		case optional.lacking(in, differs):
			return true
		}
	}
	return false
}

// told is an Optional.
type told interface {
	lacking(item any, differs func(item, object reflect.Value) bool) bool
}

// lacking reports whether an item's member says less than o, the object's own.
func (o *Optional[T]) lacking(item any, differs func(item, object reflect.Value) bool) bool {
	other, ok := item.(*Optional[T])
	if !ok || o.present && !other.present {
		return true
	}
	if _, valued := o.Get(); !valued {
		return false
	}
	if _, valued := other.Get(); !valued {
		return true
	}
	object, in := reflect.ValueOf(&o.value).Elem(), reflect.ValueOf(&other.value).Elem()
	switch object.Kind() {
	case reflect.Struct:
		return lacksMembers(in, object, differs)
	case reflect.String, reflect.Slice, reflect.Map:
		return object.Len() > 0 && in.Len() == 0 || differs(in, object)
	default:
		return differs(in, object)
	}
}

// contradicts says of texts, flags, lists and maps whether they are other ones; a list has no order. Numbers do not
// contradict each other: what something costs or for how long it ran goes on between two requests.
func contradicts(item, object reflect.Value) bool {
	switch of := object.Interface().(type) {
	case []string:
		in, ok := item.Interface().([]string)
		return !ok || !slices.Equal(slices.Sorted(slices.Values(of)), slices.Sorted(slices.Values(in)))
	case string, bool, map[string]string:
		return !reflect.DeepEqual(item.Interface(), of)
	default:
		return false
	}
}

// neverContradicts is for objects that change by themselves between two requests: all that counts is what is told.
func neverContradicts(reflect.Value, reflect.Value) bool { return false }
