package account

// reference points to an object by its kind and id.
type reference struct{ kind, id string }

// inUse reports whether some object cannot do without the target. Every rule that refuses a delete asks here.
func (a *Account) inUse(target reference) bool {
	for _, kind := range a.kinds {
		for _, held := range kind.held() {
			if held == target {
				return true
			}
		}
	}
	return false
}

// heldBy collects the ids of all objects of one kind that objects of another kind hold.
func (a *Account) heldBy(holderKind, targetKind string) map[string]bool {
	ids := make(map[string]bool)
	for _, held := range a.kinds[holderKind].held() {
		if held.kind == targetKind {
			ids[held.id] = true
		}
	}
	return ids
}
