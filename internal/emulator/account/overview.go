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

// Named names an object.
type Named struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
	Name string `json:"name"` // empty if the object does not exist
}

// Relations are an object, those that it uses, and the newest of those that use it.
type Relations struct {
	Named
	Uses   []Named `json:"uses"`
	UsedBy []Named `json:"used_by"`
}

// Overview returns the newest objects of a kind, below a number unless that is 0, and counts all of the kind; false if
// there is no such kind.
func (a *Account) Overview(kind string, below int, now time.Time) (list []Shown, total int, ok bool) {
	objects, ok := a.kinds[kind]
	if !ok {
		return nil, 0, false
	}
	list = []Shown{}
	for number, o := range objects.before(below) {
		if len(list) == MaxShown {
			break
		}
		list = append(list, a.shown(number, o, now))
	}
	return list, objects.count(), true
}

func (a *Account) shown(number int, o Object, now time.Time) Shown {
	id, _ := o.key()
	s := Shown{Number: number, ID: id, Name: nameOf(o), Uses: a.uses(o)}
	thing := metered{id: id}
	switch o := o.(type) {
	case NetworkVolume:
		thing.kind = BilledNetworkVolumes
	case Endpoint:
		thing.kind, s.Created = billedEndpoints, o.CreatedAt
	case Pod:
		thing.kind, s.State, s.Created = o.billed(), o.Phase(now), o.CreatedAt
	}
	s.Cost, s.CostPerHour = a.meter.cost(thing, now)
	return s
}

// Cost returns what everything has cost so far, in USD.
func (a *Account) Cost(now time.Time) float64 {
	usd, _ := a.meter.cost(metered{}, now)
	return usd
}

// Relations returns the relations of an object; false if it does not exist.
func (a *Account) Relations(kind, id string) (r Relations, ok bool) {
	objects, ok := a.kinds[kind]
	if !ok {
		return r, false
	}
	value, ok := objects.Object(id)
	o, _ := value.(Object)
	if !ok {
		return r, false
	}
	r = Relations{Named{kind, id, nameOf(o)}, a.uses(o), []Named{}}
	for _, name := range slices.Sorted(maps.Keys(a.kinds)) {
		for _, user := range a.kinds[name].before(0) {
			if userID, _ := user.key(); len(r.UsedBy) < MaxShown && slices.Contains(relations(user), reference{kind, id}) {
				r.UsedBy = append(r.UsedBy, Named{name, userID, nameOf(user)})
			}
		}
	}
	return r, true
}

// relations are the references of an object, with those that do not keep others from being deleted.
func relations(o Object) []reference {
	list := o.references()
	switch o := o.(type) {
	case Endpoint:
		for _, id := range o.Volumes() {
			list = append(list, reference{KindNetworkVolumes, id})
		}
	case Pod:
		if o.EndpointID != "" {
			list = append(list, reference{KindEndpoints, o.EndpointID})
		}
	}
	return list
}

func (a *Account) uses(o Object) []Named {
	list := []Named{}
	for _, r := range relations(o) {
		value, _ := a.kinds[r.kind].Object(r.id)
		used, _ := value.(Object)
		list = append(list, Named{r.kind, r.id, nameOf(used)})
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
