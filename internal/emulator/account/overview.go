package account

import (
	"maps"
	"slices"
	"time"
)

// MaxShown is how many objects an overview has of a kind at once, and how many users of an object are named.
const MaxShown = 100

// Shown is an object in an overview. Costs are in USD: so far, and of the next hour.
type Shown struct {
	Number      int     `json:"number"` // in the order of creation
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	State       string  `json:"state"`   // of a pod
	Created     string  `json:"created"` // of a pod or endpoint
	Cost        float64 `json:"cost"`
	CostPerHour float64 `json:"cost_per_hour"`
	Uses        []Named `json:"uses"`
}

// Named names an object. The name is empty if the object does not exist.
type Named struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Overview returns the newest objects of a kind, those below a number unless that is 0, and counts all of the kind. It
// is nil if there is no such kind.
func (a *Account) Overview(kind string, below int, now time.Time) (list []Shown, total int) {
	if a.kinds[kind] == nil {
		return nil, 0
	}
	list = []Shown{}
	for number, o := range a.kinds[kind].before(below) {
		if len(list) == MaxShown {
			break
		}
		id, _ := o.key()
		s := Shown{Number: number, ID: id, Name: nameOf(o), Uses: a.uses(o)}
		thing := metered{ID: id}
		switch o := o.(type) {
		case NetworkVolume:
			thing.Kind = BilledNetworkVolumes
		case Endpoint:
			thing.Kind, s.Created = billedEndpoints, o.CreatedAt
		case Pod:
			// A worker is billed as another kind: what it costs is in its endpoint's row.
			thing.Kind, s.State, s.Created = BilledPods, o.Phase(now), o.CreatedAt
		}
		s.Cost, s.CostPerHour = a.meter.cost(thing, now)
		list = append(list, s)
	}
	return list, a.kinds[kind].size()
}

// Cost returns what everything has cost so far, in USD.
func (a *Account) Cost(now time.Time) float64 {
	usd, _ := a.meter.cost(metered{}, now)
	return usd
}

// Relations returns the objects that an object uses, and the newest that use it; false if it does not exist.
func (a *Account) Relations(kind, id string) (name string, uses, usedBy []Named, ok bool) {
	if a.kinds[kind] == nil {
		return "", nil, nil, false
	}
	value, ok := a.kinds[kind].Object(id)
	o, _ := value.(Object)
	isTarget := func(u use) bool { return u.reference == reference{kind, id} }
	usedBy = []Named{}
	for _, other := range slices.Sorted(maps.Keys(a.kinds)) {
		for _, user := range a.kinds[other].before(0) {
			if len(usedBy) < MaxShown && slices.ContainsFunc(user.uses(), isTarget) {
				userID, _ := user.key()
				usedBy = append(usedBy, Named{other, userID, nameOf(user)})
			}
		}
	}
	return nameOf(o), a.uses(o), usedBy, ok
}

func (a *Account) uses(o Object) []Named {
	list := []Named{}
	for _, u := range o.uses() {
		value, _ := a.kinds[u.kind].Object(u.id)
		used, _ := value.(Object)
		list = append(list, Named{u.kind, u.id, nameOf(used)})
	}
	return list
}

// nameOf returns the name of an object, also of one that others may have too.
func nameOf(o Object) string {
	if t, ok := o.(Template); ok {
		return t.Name
	}
	_, name := o.key()
	return name
}
