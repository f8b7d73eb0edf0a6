package account

import (
	"maps"
	"slices"

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
	Listed   []T             `json:"listed,omitempty"`
	Ahead    []listed[T]     `json:"ahead,omitempty"`
}

func (a *Account) sources() []*rng.Source {
	return []*rng.Source{a.ids.random, a.workerIDs.random, a.placer.random, a.workerPlacer.random}
}

// Save returns the account as Restore takes it.
func (a *Account) Save() Saved {
	s := Saved{
		Templates: a.Templates.saved(), Endpoints: a.Endpoints.saved(), Pods: a.Pods.saved(),
		NetworkVolumes: a.NetworkVolumes.saved(), ContainerRegistryAuths: a.ContainerRegistryAuths.saved(),
		Releases: maps.Clone(a.releases), Uses: slices.Clone(a.meter.intervals), Stock: a.StockLimits(), Fates: a.Fates(),
	}
	for _, source := range a.sources() {
		place, _ := source.MarshalBinary() // It never fails.
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
	clear(a.stock)
	for _, limit := range s.Stock {
		a.SetStock(limit)
	}
	a.SetFates(s.Fates)
	for i, source := range a.sources() {
		if err := source.UnmarshalBinary(s.Random[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Collection[T]) saved() savedCollection[T] {
	s := savedCollection[T]{
		Objects: c.All(), Numbers: maps.Clone(c.numbers), Last: c.last, Injected: maps.Clone(c.injected),
		Ahead: slices.Clone(c.listing.ahead),
	}
	for _, id := range c.listing.order {
		s.Listed = append(s.Listed, c.listing.byID[id])
	}
	return s
}

func (c *Collection[T]) restore(s savedCollection[T]) {
	c.last = s.Last
	maps.Copy(c.numbers, s.Numbers)
	maps.Copy(c.injected, s.Injected)
	c.order = collect(c.byID, s.Objects)
	if c.listing.lag == 0 {
		return
	}
	if len(s.Listed)+len(s.Ahead) == 0 {
		s.Listed = s.Objects // It was saved without a lag.
	}
	c.listing.byID, c.listing.ahead = make(map[string]T), s.Ahead
	c.listing.order = collect(c.listing.byID, s.Listed)
}

// collect adds objects to a map, and returns their ids in order.
func collect[T Object](byID map[string]T, objects []T) (order []string) {
	for _, value := range objects {
		id, _ := value.key()
		byID[id] = value
		order = append(order, id)
	}
	return order
}
