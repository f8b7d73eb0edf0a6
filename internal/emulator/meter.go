package emulator

import "time"

// meter remembers what ran, from when to when, and what it cost: billing is computed from nothing else. What was deleted
// has run all the same. It grows until a reset; an emulator does not live long enough for that to matter.
type meter struct {
	stretches []stretch       // in the order of their beginning
	running   map[metered]int // where in stretches those are that go on
}

// metered is one thing that costs something.
type metered struct{ kind, id string }

// The kinds of billing. A pod that is a worker bills with its endpoint.
const (
	billedPod    = "pod"
	billedWorker = "worker"
	billedVolume = "volume"
)

// tariff is what one hour of a thing comes to.
type tariff struct {
	usd float64
	gb  int // of disk
}

// labels are what billing can be grouped and filtered by. A volume has none.
type labels struct{ podID, endpointID, gpuTypeID, dataCenterID, imageName, templateID string }

// stretch is a time in which nothing about a thing changed that billing shows.
type stretch struct {
	metered
	tariff
	labels
	from, to time.Time // to is zero while it goes on
}

func newMeter() *meter { return &meter{running: make(map[metered]int)} }

// start begins a stretch. One that goes on in the same way just goes on, and one that goes on in another way ends.
func (m *meter) start(thing metered, cost tariff, as labels, at time.Time) {
	if i, goesOn := m.running[thing]; goesOn {
		if m.stretches[i].tariff == cost && m.stretches[i].labels == as {
			return
		}
		m.stop(thing, at)
	}
	m.running[thing] = len(m.stretches)
	m.stretches = append(m.stretches, stretch{metered: thing, tariff: cost, labels: as, from: at})
}

// stop ends a stretch, if there is one.
func (m *meter) stop(thing metered, at time.Time) {
	if i, goesOn := m.running[thing]; goesOn {
		m.stretches[i].to = at
		delete(m.running, thing)
	}
}

// within is the part of a stretch that lies in a window; what goes on ends now.
func (s stretch) within(from, to, now time.Time) (begin, end time.Time) {
	end = s.to
	if end.IsZero() {
		end = now
	}
	return later(s.from, from), earlier(end, to)
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// startMeter watches the collections whose objects cost something. It asks nothing of those who put objects there and
// take them away: whatever way that happens, it is seen.
func (s *Server) startMeter() {
	s.meter = newMeter()
	s.pods.observe = s.meterPod
	s.networkVolumes.observe = s.meterVolume
}

// meterPod bills a pod while it is RUNNING, with its machine ready or not. Its disks are part of the price.
func (s *Server) meterPod(id string, p *pod) {
	now := s.clock.Now()
	kind, other := billedPod, billedWorker
	if p != nil && p.EndpointID != "" {
		kind, other = billedWorker, billedPod
	}
	s.meter.stop(metered{other, id}, now)
	if p == nil || p.DesiredStatus != running {
		s.meter.stop(metered{kind, id}, now)
		return
	}
	as := labels{podID: id, endpointID: p.EndpointID, dataCenterID: p.Machine.DataCenterID, imageName: p.ImageName, templateID: p.TemplateID}
	if p.Gpu != nil {
		as.gpuTypeID = p.Gpu.ID
	}
	if e, err := s.endpoints.find(p.EndpointID); err == nil && as.templateID == "" {
		as.templateID = e.TemplateID
	}
	s.meter.start(metered{kind, id}, tariff{p.CostPerHr, p.ContainerDiskInGb + p.VolumeInGb}, as, now)
}

// meterVolume bills a volume for as long as it exists.
func (s *Server) meterVolume(id string, v *networkVolume) {
	if v == nil {
		s.meter.stop(metered{billedVolume, id}, s.clock.Now())
		return
	}
	s.meter.start(metered{billedVolume, id}, tariff{volumePrice(v.Size), v.Size}, labels{}, s.clock.Now())
}

// The price list of network volumes [C]: USD for a GB and month of 730 hours, and from where on more costs less.
const (
	volumePerMonth     = 0.07
	volumePerMonthMore = 0.05
	volumeMuch         = 1000 // GB
	hoursPerMonth      = 730
)

// volumePrice is in USD for one hour.
func volumePrice(gb int) float64 {
	much := max(gb-volumeMuch, 0)
	return (float64(gb-much)*volumePerMonth + float64(much)*volumePerMonthMore) / hoursPerMonth
}
