package account

import (
	"slices"
	"time"
)

// reference points to an object by its kind and id.
type reference struct{ kind, id string }

// use is a reference of an object to another.
type use struct {
	reference

	holds bool // the other cannot be deleted meanwhile
}

// given returns the uses that name an object.
func given(all ...use) []use {
	return slices.DeleteFunc(all, func(u use) bool { return u.id == "" })
}

// removeUnused deletes the target, or returns an error if an object references it.
func (a *Account) removeUnused(target reference, inUse error, at time.Time) error {
	for _, kind := range a.kinds {
		for _, o := range kind.before(0) {
			if slices.Contains(o.uses(), use{target, true}) {
				return inUse
			}
		}
	}
	a.kinds[target.kind].Remove(target.id, at)
	return nil
}

// referencedBy collects the ids of the objects of one kind that objects of another kind reference.
func (a *Account) referencedBy(byKind, targetKind string) map[string]bool {
	ids := make(map[string]bool)
	for _, o := range a.kinds[byKind].before(0) {
		for _, u := range o.uses() {
			if u.kind == targetKind && u.holds {
				ids[u.id] = true
			}
		}
	}
	return ids
}
