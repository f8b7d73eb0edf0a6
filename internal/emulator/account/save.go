package account

import (
	"maps"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

// Saved is all of an account but its timers, which its clock has. It shares nothing that changes.
type Saved struct {
	Templates              savedCollection[Template]              `json:"templates"`
	Endpoints              savedCollection[Endpoint]              `json:"endpoints"`
	Pods                   savedCollection[Pod]                   `json:"pods"`
	NetworkVolumes         savedCollection[NetworkVolume]         `json:"networkVolumes"`
	ContainerRegistryAuths savedCollection[ContainerRegistryAuth] `json:"containerRegistryAuths"`

	Releases map[string][]Release `json:"releases"`
	Uses     []usageInterval      `json:"uses"`
	Sums     map[string]sum       `json:"sums"` // of uses, also dropped ones, by kind and ID with a slash between
	Stock    []StockLimit         `json:"stock"`
	Fates    []Fate               `json:"fates"`
	Random   [][]byte             `json:"random"` // in the order of Account.sources
}

// savedCollection is a Collection.
type savedCollection[T Object] struct {
	Objects  []T             `json:"objects"`
	Numbers  map[string]int  `json:"numbers"`
	Last     int             `json:"last"`
	Injected map[string]bool `json:"injected"`
	Past     []past[T]       `json:"past,omitempty"`
}

func (a *Account) sources() []*rng.Source {
	return []*rng.Source{a.ids.random, a.workerIDs.random, a.placer.random, a.workerPlacer.random}
}

// Save returns the account as Restore takes it.
func (a *Account) Save() Saved {
	s := Saved{
		Templates: a.Templates.saved(), Endpoints: a.Endpoints.saved(), Pods: a.Pods.saved(),
		NetworkVolumes: a.NetworkVolumes.saved(), ContainerRegistryAuths: a.ContainerRegistryAuths.saved(),
		Releases: maps.Clone(a.releases), Sums: map[string]sum{}, Stock: a.StockLimits(), Fates: a.Fates(),
	}
	for _, u := range a.meter.intervals {
		s.Uses = append(s.Uses, *u)
	}
	for thing, sum := range a.meter.sums {
		s.Sums[string(thing.Kind)+"/"+thing.ID] = sum
	}
	for _, source := range a.sources() {
		place, _ := source.Place.MarshalBinary() // It never fails.
		s.Random = append(s.Random, place)
	}
	return s
}

// Restore makes a new account one that was saved. Its configuration stays.
func (a *Account) Restore(s Saved) error {
	a.Templates.restore(s.Templates)
	a.Endpoints.restore(s.Endpoints)
	a.Pods.restore(s.Pods)
	a.NetworkVolumes.restore(s.NetworkVolumes)
	a.ContainerRegistryAuths.restore(s.ContainerRegistryAuths)
	maps.Copy(a.releases, s.Releases)
	for _, u := range s.Uses {
		a.meter.start(u.metered, u.rate, u.Labels, u.From)
		if !u.To.IsZero() {
			a.meter.stop(u.metered, u.To)
		}
	}
	clear(a.meter.sums)
	for thing, sum := range s.Sums {
		kind, id, _ := strings.Cut(thing, "/")
		a.meter.sums[metered{BilledKind(kind), id}] = sum
	}
	clear(a.stock)
	for _, limit := range s.Stock {
		a.SetStock(limit)
	}
	a.SetFates(s.Fates)
	for i, source := range a.sources() {
		if err := source.Place.UnmarshalBinary(s.Random[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Collection[T]) saved() savedCollection[T] {
	return savedCollection[T]{
		slices.AppendSeq([]T{}, c.All()), maps.Clone(c.numbers), c.last, maps.Clone(c.injected), slices.Clone(c.past),
	}
}

func (c *Collection[T]) restore(s savedCollection[T]) {
	for _, value := range s.Objects {
		id, _ := value.key()
		c.byID[id] = value
		c.order = append(c.order, id)
	}
	maps.Copy(c.numbers, s.Numbers)
	maps.Copy(c.injected, s.Injected)
	c.last, c.past = s.Last, s.Past
}
