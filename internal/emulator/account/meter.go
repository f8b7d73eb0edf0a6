package account

import (
	"maps"
	"slices"
	"time"
)

// maxUses bounds the memory of a meter, and what each write of a state file takes: 5 and 3 MB.
const maxUses = 10_000

// meter records each use of resources, with its begin, end and price. Billing is computed from these records only.
// Deleted objects keep their records, until there are too many.
type meter struct {
	intervals []*usageInterval           // in the order of their beginning
	open      map[metered]*usageInterval // those that go on
	// sums are kept for each thing that exists, for the workers of an endpoint together, and under the zero value for all.
	sums map[metered]sum
}

// sum is a cost up to a moment, and what an hour costs from then on, in USD.
type sum struct {
	USD     float64   `json:"usd"`
	PerHour float64   `json:"per_hour"`
	At      time.Time `json:"at"`
}

func (s sum) until(at time.Time) float64 { return s.USD + s.PerHour*at.Sub(s.At).Hours() }

// add changes what an hour of a thing costs. Between two changes its cost is a line, so they may come in any order.
func (m *meter) add(u *usageInterval, perHour float64, at time.Time) {
	for _, of := range []metered{u.metered, {billedEndpoints, u.Labels[LabelEndpoint]}, {}} {
		s := m.sums[of]
		m.sums[of] = sum{s.until(at), s.PerHour + perHour, at}
	}
}

// cost returns what a thing has cost so far, and costs in the next hour, in USD.
func (m *meter) cost(of metered, now time.Time) (usd, perHour float64) {
	s := m.sums[of]
	return RoundedUSD(s.until(now)), RoundedUSD(s.PerHour)
}

// billedEndpoints is the kind of the sums of an endpoint's workers.
const billedEndpoints BilledKind = "endpoints"

// metered is one thing that costs something.
type metered struct {
	Kind BilledKind `json:"kind"`
	ID   string     `json:"id"`
}

// rate is the use and cost of one hour of a thing.
type rate struct {
	USD float64 `json:"usd"`
	GB  int     `json:"gb"` // of disk
}

// usageInterval is a time in which nothing about a thing changed that billing shows.
type usageInterval struct {
	metered
	rate

	Labels map[string]string `json:"labels"`
	From   time.Time         `json:"from"`
	To     time.Time         `json:"to,omitzero"` // zero while it goes on
}

func newMeter() *meter {
	return &meter{open: make(map[metered]*usageInterval), sums: make(map[metered]sum)}
}

// start begins an interval. One with the same rate and labels just goes on, any other ends.
func (m *meter) start(thing metered, cost rate, labels map[string]string, at time.Time) {
	if u, ok := m.open[thing]; ok {
		if u.rate == cost && maps.Equal(u.Labels, labels) {
			return
		}
		m.stop(thing, at)
	}
	begun := &usageInterval{metered: thing, rate: cost, Labels: labels, From: at}
	m.open[thing] = begun
	m.intervals = append(m.intervals, begun)
	m.add(begun, cost.USD, at)
}

// stop ends the interval of a thing, if one is open, and drops the oldest that has ended if there are too many.
func (m *meter) stop(thing metered, at time.Time) {
	u, ok := m.open[thing]
	if !ok {
		return
	}
	u.To = at
	m.add(u, -u.USD, at)
	delete(m.open, thing)
	if len(m.intervals)-len(m.open) > maxUses {
		i := slices.IndexFunc(m.intervals, func(u *usageInterval) bool { return !u.To.IsZero() })
		m.intervals = slices.Delete(m.intervals, i, i+1)
	}
}

// remove ends the interval of a thing that is no more.
func (m *meter) remove(thing metered, at time.Time) {
	m.stop(thing, at)
	delete(m.sums, thing)
}

// within returns the part of an interval that lies in a window; an open interval ends now.
func (u *usageInterval) within(from, to, now time.Time) (begin, end time.Time) {
	end = u.To
	if end.IsZero() {
		end = now
	}
	return later(u.From, from), earlier(end, to)
}

func earlier(a, b time.Time) time.Time { return slices.MinFunc([]time.Time{a, b}, time.Time.Compare) }

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// meterPod bills a pod while it is RUNNING, with its machine ready or not. Its disks are part of the price.
func (a *Account) meterPod(id string, p *Pod, at time.Time) {
	isBilled := p != nil && p.DesiredStatus == StatusRunning
	for _, kind := range []BilledKind{BilledPods, BilledWorkers} {
		if p == nil {
			a.meter.remove(metered{kind, id}, at)
		} else if !isBilled || p.billed() != kind {
			a.meter.stop(metered{kind, id}, at)
		}
	}
	if !isBilled {
		return
	}
	labels := map[string]string{
		LabelPod: id, LabelEndpoint: p.EndpointID, "dataCenterId": p.Machine.DataCenterID,
		"imageName": p.Image, "templateId": p.TemplateID,
	}
	if p.Gpu != nil {
		labels[LabelGPUType] = p.Gpu.ID
	}
	if e, err := a.Endpoints.Find(p.EndpointID); err == nil && p.TemplateID == "" {
		labels["templateId"] = e.TemplateID
	}
	a.meter.start(metered{p.billed(), id}, rate{p.CostPerHr, p.Disk + p.VolumeInGb}, labels, at)
}

// billed returns the kind that a pod bills as.
func (p Pod) billed() BilledKind {
	if p.EndpointID != "" {
		return BilledWorkers
	}
	return BilledPods
}

// meterVolume bills a volume for as long as it exists.
func (a *Account) meterVolume(id string, v *NetworkVolume, at time.Time) {
	if v == nil {
		a.meter.remove(metered{BilledNetworkVolumes, id}, at)
		return
	}
	a.meter.start(metered{BilledNetworkVolumes, id}, rate{volumePrice(v.Size), v.Size},
		map[string]string{LabelVolume: id, LabelVolumeType: v.Type}, at)
}

// The price list of network volumes [C]: USD for a GB and month of 730 hours, with a lower price for each GB beyond the
// first 1000.
const (
	volumePerMonth     = 0.07
	volumePerMonthMore = 0.05
	volumeMoreFrom     = 1000 // GB
	hoursPerMonth      = 730
)

// volumePrice returns the price of one hour in USD.
func volumePrice(gb int) float64 {
	more := max(gb-volumeMoreFrom, 0)
	return (float64(gb-more)*volumePerMonth + float64(more)*volumePerMonthMore) / hoursPerMonth
}
