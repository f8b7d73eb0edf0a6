package transport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/redact"
)

// UnreadableItem is an item of a list that is no object with an ID: it can be any object of the kind.
type UnreadableItem struct {
	// Position is the number of the item in its answer, from 1.
	Position int
	// ID and Name are the item's own, as far as they can be read; empty if they cannot.
	ID, Name string
	// Err is the error of the answer.
	Err *Error
}

// IncompleteList is the error of a list that has items that cannot be read. The items that can be read are results,
// but the list proves nothing: each unreadable item can be any object of the kind.
type IncompleteList struct {
	// Unreadable has at least one item.
	Unreadable []UnreadableItem
}

// Error returns the error of the first unreadable item.
func (e *IncompleteList) Error() string { return e.Unreadable[0].Err.Error() }

// Unwrap returns the error of the first unreadable item.
func (e *IncompleteList) Unwrap() error { return e.Unreadable[0].Err }

// UnreadableItems returns the items because of which a list failed; nil if it failed for another reason.
func UnreadableItems(err error) []UnreadableItem {
	var list *IncompleteList
	if !errors.As(err, &list) {
		return nil
	}
	return list.Unreadable
}

// ReadItems reads the items of a list one by one. read also reports whether the object exists: the result leaves out
// others.
func ReadItems[T any](
	a *Answer, items []json.RawMessage, read func(json.RawMessage) (object T, exists bool, err error),
) (objects []T, unreadable []UnreadableItem) {
	if items != nil {
		objects = make([]T, 0, len(items))
	}
	for i, item := range items {
		object, exists, err := read(item)
		switch {
		case err != nil:
			unreadable = append(unreadable, a.unreadable(i+1, item, err))
		case exists:
			objects = append(objects, object)
		}
	}
	return objects, unreadable
}

// ReadArray reads the items of an answer that is an array one by one. It copies none: an account can be large. Nil
// objects mean that the answer is null.
func ReadArray[W, T any](
	a *Answer, read func(W) (T, error),
) (objects []T, unreadable []UnreadableItem, err error) {
	items, err := Decode(a, func([]skipped) error { return nil })
	if err != nil || items == nil {
		return nil, nil, err
	}
	objects = make([]T, 0, len(items))
	decoder := json.NewDecoder(bytes.NewReader(a.body))
	if _, err := decoder.Token(); err != nil { // The bracket.
		return nil, nil, a.Undecodable(err)
	}
	for i := range items {
		began := decoder.InputOffset()
		var item W
		var object T
		if err = decoder.Decode(&item); err == nil {
			object, err = read(item)
		}
		if err != nil {
			text := bytes.TrimLeft(a.body[began:decoder.InputOffset()], ", \t\r\n")
			unreadable = append(unreadable, a.unreadable(i+1, text, err))
			continue
		}
		objects = append(objects, object)
	}
	return objects, unreadable, nil
}

// skipped takes any JSON value, and no memory.
type skipped struct{}

// UnmarshalJSON reads nothing.
func (skipped) UnmarshalJSON([]byte) error { return nil }

// DecodeItems decodes the items of a list one by one; check returns an error for an object that cannot be used.
func DecodeItems[T any](
	a *Answer, items []json.RawMessage, check func(T) error,
) (objects []T, unreadable []UnreadableItem) {
	return ReadItems(a, items, func(data json.RawMessage) (object T, exists bool, err error) {
		if err = json.Unmarshal(data, &object); err == nil {
			err = check(object)
		}
		return object, true, err
	})
}

// unreadable describes the item at a position, which cannot be read because of err.
func (a *Answer) unreadable(position int, item json.RawMessage, err error) UnreadableItem {
	var members struct{ ID, Name json.RawMessage }
	var wrongType *json.UnmarshalTypeError
	switch {
	case json.Unmarshal(item, &members) != nil:
		err = errors.New("it is no JSON object")
	case errors.As(err, &wrongType):
		member := wrongType.Field[strings.LastIndexByte(wrongType.Field, '.')+1:] // without embedded types
		err = fmt.Errorf("its member %q is a %s", member, wrongType.Value)
	}
	return UnreadableItem{
		Position: position, ID: a.redact.Replace(shown(members.ID)), Name: a.redact.Replace(shown(members.Name)),
		Err: a.Undecodable(fmt.Errorf("number %d of the list cannot be read: %w", position, err)),
	}
}

// maxShown is the maximum length of an ID or a name in a message about an unreadable item, in bytes.
const maxShown = 100

// shown returns a text or a number of JSON for a message; empty for anything else.
func shown(value json.RawMessage) string {
	var text string
	var number json.Number
	if json.Unmarshal(value, &text) != nil {
		if json.Unmarshal(value, &number) != nil {
			return ""
		}
		text = number.String()
	}
	if len(text) > maxShown {
		return ""
	}
	return redact.OneLine(text)
}
