package account

import (
	"cmp"
	"math"
	"slices"
)

// StockLimit bounds what pods and workers can have of a GPU type or CPU flavor in a data center at the same time.
// Without a limit there is no end.
type StockLimit struct {
	// ID is of a GPU type or CPU flavor.
	ID string `json:"id"`
	// DataCenter is the id of one; empty is each of them.
	DataCenter string `json:"dataCenter,omitempty"`
	// Units are GPUs, or vCPUs of a flavor; below 0 is no limit.
	Units int `json:"units"`
}

// place is one kind of hardware in one data center.
type place struct{ id, dataCenter string }

// SetStock replaces the limit of a kind of hardware.
func (a *Account) SetStock(limit StockLimit) {
	centers := []string{limit.DataCenter}
	if limit.DataCenter == "" {
		centers = DataCenters()
	}
	for _, center := range centers {
		if limit.Units < 0 {
			delete(a.stock, place{limit.ID, center})
		} else {
			a.stock[place{limit.ID, center}] = limit.Units
		}
	}
}

// StockLimits returns the limits in force, one for each data center; never nil.
func (a *Account) StockLimits() []StockLimit {
	limits := []StockLimit{}
	for of, units := range a.stock {
		limits = append(limits, StockLimit{of.id, of.dataCenter, units})
	}
	slices.SortFunc(limits, func(a, b StockLimit) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.DataCenter, b.DataCenter))
	})
	return limits
}

// Check returns an error for a limit of what does not exist.
func (l StockLimit) Check() error {
	if !slices.Contains(GPUTypeIDs(), l.ID) && !slices.Contains(CPUFlavorIDs(), l.ID) {
		return doesNotExist("id: GPU type or CPU flavor", l.ID)
	}
	if l.DataCenter != "" {
		return checkDataCenterIDs([]string{l.DataCenter})
	}
	return nil
}

// left returns how many units of a kind of hardware are free in a data center. A pod that is stopped has none.
func (a *Account) left(id, dataCenter string) int {
	limit, limited := a.stock[place{id, dataCenter}]
	if !limited {
		return math.MaxInt
	}
	for p := range a.Pods.All() {
		if p.DesiredStatus == StatusRunning && p.Machine.DataCenterID == dataCenter {
			limit -= p.unitsOf(id)
		}
	}
	return max(limit, 0)
}

// Stock is how much of a kind of hardware is left, in words.
type Stock int

// The values of Stock, in their order.
const (
	StockNone Stock = iota
	StockLow
	StockMedium
	StockHigh
)

// MarshalText implements encoding.TextMarshaler.
func (s Stock) MarshalText() ([]byte, error) {
	return []byte([]string{"NONE", "LOW", "MEDIUM", "HIGH"}[s]), nil
}

// Availability returns how much of a kind of hardware is left in a data center for requests of so many units: none, up
// to three such requests, up to fifteen, or more [C].
func (a *Account) Availability(id, dataCenter string, units int) Stock {
	switch requests := a.left(id, dataCenter) / units; {
	case requests == 0:
		return StockNone
	case requests <= 3:
		return StockLow
	case requests <= 15:
		return StockMedium
	}
	return StockHigh
}

// unitsOf returns how much of a kind of hardware a pod has.
func (p Pod) unitsOf(id string) int {
	switch {
	case p.Gpu != nil && p.Gpu.ID == id:
		return p.Gpu.Count
	case p.Gpu == nil && p.CPUFlavorID == id:
		return p.VcpuCount
	}
	return 0
}

// canStart reports whether the hardware of a stopped pod is free.
func (a *Account) canStart(p Pod) bool {
	id := p.CPUFlavorID
	if p.Gpu != nil {
		id = p.Gpu.ID
	}
	return a.left(id, p.Machine.DataCenterID) >= p.unitsOf(id)
}

// choose chooses one of the data centers of a request, and one of the choices of which so many units are free there.
// With a custom priority the first choice that is free anywhere is the only one.
func choose[T Entry](
	a *Account, by placer, in MachineRequest, priority string, units int, choices []T,
) (center string, choice T, err error) {
	centersOf := func(choices []T) []string {
		return slices.DeleteFunc(slices.Clone(in.DataCenterIDs), func(center string) bool {
			return !slices.ContainsFunc(choices, func(one T) bool { return a.left(one.key(), center) >= units })
		})
	}
	if len(a.stock) > 0 && priority == priorityCustom {
		for i := range choices {
			if one := choices[i : i+1]; len(centersOf(one)) > 0 {
				choices = one
				break
			}
		}
	}
	centers := centersOf(choices)
	if len(centers) == 0 {
		return "", choice, errNoDataCenter
	}
	center = pick(by, in.DataCenterPriority, centers)
	choices = slices.DeleteFunc(slices.Clone(choices), func(one T) bool { return a.left(one.key(), center) < units })
	return center, pick(by, priority, choices), nil
}
