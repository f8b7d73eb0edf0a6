package account

// reference points to an object by its kind and id.
type reference struct{ kind, id string }

// inUse reports whether any object references the target. Every delete calls it.
func (a *Account) inUse(target reference) bool {
	for _, kind := range a.kinds {
		for _, r := range kind.references() {
			if r == target {
				return true
			}
		}
	}
	return false
}

// referencedBy collects the ids of the objects of one kind that objects of another kind reference.
func (a *Account) referencedBy(byKind, targetKind string) map[string]bool {
	ids := make(map[string]bool)
	for _, r := range a.kinds[byKind].references() {
		if r.kind == targetKind {
			ids[r.id] = true
		}
	}
	return ids
}
