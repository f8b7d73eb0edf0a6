package client

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Catalogue is the hardware that the service offers (contract-v2 10). The readers of a client share its lists, so the
// caller must not modify a result. A list without stock is read once; one with stock is shared for 30 seconds. The
// error over version 1 is ErrNoCatalogue.
type Catalogue interface {
	// GPUTypes returns the GPU types, with or without stock: any list that has all of them will do.
	GPUTypes(ctx context.Context) ([]api.GPUType, error)
	// FindGPUTypes returns the GPU types with the stock of a query. Only with countries some can be missing: those that
	// none of the countries has.
	FindGPUTypes(ctx context.Context, query api.GPUQuery) ([]api.GPUType, error)
	// FindCPUTypes returns the CPU flavors with the stock of a query.
	FindCPUTypes(ctx context.Context, query api.CPUQuery) ([]api.CPUType, error)
	// FindDataCenters returns the data centers that a query selects, with their stock.
	FindDataCenters(ctx context.Context, query api.DataCenterQuery) ([]api.DataCenter, error)
	// Unreported returns the error of the last read of the GPU types, nil if it succeeded, and nil after the first call
	// that returned it: a run says once that it does without.
	Unreported(ctx context.Context) error
}

// ErrNoCatalogue is the error of a Catalogue over version 1.
var ErrNoCatalogue = errors.New("version 1 of the management interface has no catalogue")

// stockLife is for how long readers share a list with stock. Stock changes all the time, and reserves nothing.
const stockLife = 30 * time.Second

type catalogue struct {
	gpus    catalogueList[api.GPUQuery, api.GPUType]
	cpus    catalogueList[api.CPUQuery, api.CPUType]
	centers catalogueList[api.DataCenterQuery, api.DataCenter]

	reported atomic.Bool
}

// newCatalogue returns the catalogue of a version of the management interface; of is nil if the version has none.
func newCatalogue(of rest.Catalogue, send transport.Sender, now func() time.Time) *catalogue {
	if of == nil {
		return &catalogue{}
	}
	return &catalogue{
		gpus: catalogueList[api.GPUQuery, api.GPUType]{
			send: send, now: now, request: of.GPUTypes, read: of.ReadGPUTypes,
			hasAll: func(q api.GPUQuery) bool { return len(q.CountryCodes) == 0 },
		},
		cpus: catalogueList[api.CPUQuery, api.CPUType]{send: send, now: now, request: of.CPUTypes, read: of.ReadCPUTypes},
		centers: catalogueList[api.DataCenterQuery, api.DataCenter]{
			send: send, now: now, request: of.DataCenters, read: of.ReadDataCenters,
		},
	}
}

// exists reports whether the version of the management interface has a catalogue.
func (c *catalogue) exists() bool { return c.gpus.read != nil }

// GPUTypes implements Catalogue.
func (c *catalogue) GPUTypes(ctx context.Context) ([]api.GPUType, error) {
	return c.gpus.any(ctx, api.GPUQuery{}, true)
}

// FindGPUTypes implements Catalogue.
func (c *catalogue) FindGPUTypes(ctx context.Context, query api.GPUQuery) ([]api.GPUType, error) {
	return c.gpus.fresh(ctx, query)
}

// FindCPUTypes implements Catalogue.
func (c *catalogue) FindCPUTypes(ctx context.Context, query api.CPUQuery) ([]api.CPUType, error) {
	return c.cpus.fresh(ctx, query)
}

// FindDataCenters implements Catalogue.
func (c *catalogue) FindDataCenters(ctx context.Context, query api.DataCenterQuery) ([]api.DataCenter, error) {
	return c.centers.fresh(ctx, query)
}

// Unreported implements Catalogue.
func (c *catalogue) Unreported(ctx context.Context) error {
	_, err := c.gpuTypes(ctx)
	if err == nil || !c.reported.CompareAndSwap(false, true) {
		return nil
	}
	return err
}

// gpuTypes returns the GPU types for a reader that can do without: if their last read failed, the result is its error.
func (c *catalogue) gpuTypes(ctx context.Context) ([]api.GPUType, error) {
	return c.gpus.any(ctx, api.GPUQuery{}, false)
}

// workerFlavors returns the CPU flavors with the stock of workers, as of some time of the run: only stock tells which
// flavors endpoints can have. again is as for catalogueList.any.
func (c *catalogue) workerFlavors(ctx context.Context, again bool) ([]api.CPUType, error) {
	return c.cpus.any(ctx, api.CPUQuery{Product: "SERVERLESS"}, again)
}

// catalogueList has the lists of one kind of hardware, by their queries, for all readers of a client.
type catalogueList[Q any, T transport.Identified] struct {
	send    transport.Sender
	now     func() time.Time
	request func(Q) transport.Request
	read    func(*transport.Answer) ([]T, error)
	// hasAll reports whether the answer to a query has every item, so that it can stand for the one to the query without
	// any selection. Nil: it never does.
	hasAll func(Q) bool

	mu    sync.Mutex
	lists map[string]*fleet.List[T] // the latest, by the query of the request
	whole *fleet.List[T]            // the latest one with every item; nil before the first
}

// any returns the items that a query selects, as of any time since the run began. If the last read failed, they are
// read again only if again is set: a refresh can do without, and does not wait for each of many objects.
func (l *catalogueList[Q, T]) any(ctx context.Context, query Q, again bool) ([]T, error) {
	return l.get(ctx, query, func(latest *fleet.List[T], key string) *fleet.List[T] {
		if key == "" && latest == nil && l.whole != nil && l.whole.Arrived() {
			latest = l.whole
			l.lists[key] = latest
		}
		if latest != nil && again && latest.Failed() {
			return nil
		}
		return latest
	})
}

// fresh returns the items that a query selects, with their stock.
func (l *catalogueList[Q, T]) fresh(ctx context.Context, query Q) ([]T, error) {
	return l.get(ctx, query, func(latest *fleet.List[T], key string) *fleet.List[T] {
		if latest != nil && (latest.Failed() || key != "" && latest.IsOlder(l.now().Add(-stockLife))) {
			return nil
		}
		return latest
	})
}

// get returns the items of the list that choose returns, given the latest of the query. nil: of a new one.
func (l *catalogueList[Q, T]) get(
	ctx context.Context, query Q, choose func(latest *fleet.List[T], key string) *fleet.List[T],
) ([]T, error) {
	if l.read == nil {
		return nil, ErrNoCatalogue
	}
	request := l.request(query)
	key := request.Query.Encode()
	l.mu.Lock()
	if l.lists == nil {
		l.lists = map[string]*fleet.List[T]{}
	}
	list := choose(l.lists[key], key)
	if list == nil {
		list = fleet.StartList(ctx, fleet.MaxSilence, l.now, func(ctx context.Context) ([]T, error) {
			return report(ctx, l.send, request, l.read)
		})
		l.lists[key] = list
		if l.hasAll != nil && l.hasAll(query) {
			l.whole = list
		}
	}
	l.mu.Unlock()
	return list.All(ctx)
}
