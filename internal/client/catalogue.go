package client

import (
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/rest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Catalogue is the hardware that the service offers (contract-v2 10). The readers of a client share its lists, so the
// caller must not modify a result. A list without stock is read once; one with stock is shared for 30 seconds. The
// error over version 1 is ErrNoCatalogue.
type Catalogue struct {
	gpus    catalogueList[api.GPUQuery, api.GPUType]
	cpus    catalogueList[api.CPUQuery, api.CPUType]
	centers catalogueList[api.DataCenterQuery, api.DataCenter]
}

// ErrNoCatalogue is the error of a Catalogue over version 1.
var ErrNoCatalogue = errors.New("version 1 of the management interface has no catalogue")

// stockLife is for how long readers share a list with stock. Stock changes all the time, and reserves nothing.
const stockLife = 30 * time.Second

// newCatalogue returns the catalogue of a version of the management interface; of is zero if the version has none.
func newCatalogue(of rest.Catalogue, send transport.Sender, f *fleet.Fleet) *Catalogue {
	return &Catalogue{
		gpus:    catalogueList[api.GPUQuery, api.GPUType]{Report: of.GPUTypes, send: send, fleet: f},
		cpus:    catalogueList[api.CPUQuery, api.CPUType]{Report: of.CPUTypes, send: send, fleet: f},
		centers: catalogueList[api.DataCenterQuery, api.DataCenter]{Report: of.DataCenters, send: send, fleet: f},
	}
}

// exists reports whether the version of the management interface has a catalogue.
func (c *Catalogue) exists() bool { return c.gpus.Read != nil }

// GPUTypes returns the GPU types, without stock.
func (c *Catalogue) GPUTypes(ctx context.Context) ([]api.GPUType, error) {
	return c.gpus.any(ctx, api.GPUQuery{}, true)
}

// FindGPUTypes returns the GPU types with the stock of a query. Only with countries some can be missing: those that
// none of the countries has.
func (c *Catalogue) FindGPUTypes(ctx context.Context, query api.GPUQuery) ([]api.GPUType, error) {
	return c.gpus.fresh(ctx, query)
}

// FindCPUTypes returns the CPU flavors with the stock of a query.
func (c *Catalogue) FindCPUTypes(ctx context.Context, query api.CPUQuery) ([]api.CPUType, error) {
	return c.cpus.fresh(ctx, query)
}

// FindDataCenters returns the data centers that a query selects, with their stock.
func (c *Catalogue) FindDataCenters(ctx context.Context, query api.DataCenterQuery) ([]api.DataCenter, error) {
	return c.centers.fresh(ctx, query)
}

// Failure returns the error of the last read of the GPU types; nil if it succeeded.
func (c *Catalogue) Failure(ctx context.Context) error {
	_, err := c.gpuTypes(ctx)
	return err
}

// gpuTypes returns the GPU types for a reader that can do without: if their last read failed, the result is its error.
func (c *Catalogue) gpuTypes(ctx context.Context) ([]api.GPUType, error) {
	return c.gpus.any(ctx, api.GPUQuery{}, false)
}

// workerFlavors returns the CPU flavors with the stock of workers, as of some time of the run: only stock tells which
// flavors endpoints can have. again is as for catalogueList.any.
func (c *Catalogue) workerFlavors(ctx context.Context, again bool) ([]api.CPUType, error) {
	return c.cpus.any(ctx, api.CPUQuery{Product: "SERVERLESS"}, again)
}

// catalogueList has the lists of one kind of hardware, by their queries, for all readers of a client.
type catalogueList[Q any, T transport.Identified] struct {
	rest.Report[Q, []T] // Its functions are nil if the version of the management interface has no catalogue.
	send                transport.Sender
	fleet               *fleet.Fleet

	mu    sync.Mutex
	lists map[string]*fleet.List[T] // the latest, by the query of the request
}

// fresh returns the items that a query selects, with their stock.
func (l *catalogueList[Q, T]) fresh(ctx context.Context, query Q) ([]T, error) {
	return l.get(ctx, query, 0, stockLife, true)
}

// any returns the items that a query selects, as of any time since the run began. again is as for get: a refresh can do
// without, and does not wait for each of many objects.
func (l *catalogueList[Q, T]) any(ctx context.Context, query Q, again bool) ([]T, error) {
	return l.get(ctx, query, fleet.ListTimeout, math.MaxInt64, again)
}

// get returns the items of the latest list of a query, or of a new one if that is older than its life. If it failed,
// there is a new one only if again is set. timeout is as for fleet.StartList.
func (l *catalogueList[Q, T]) get(
	ctx context.Context, query Q, timeout, life time.Duration, again bool,
) ([]T, error) {
	if l.Read == nil {
		return nil, ErrNoCatalogue
	}
	request := l.Request(query)
	key := request.Query.Encode()
	l.mu.Lock()
	if l.lists == nil {
		l.lists = map[string]*fleet.List[T]{}
	}
	list := l.lists[key]
	if list == nil || again && list.Failed() || list.IsOlder(l.fleet.Now().Add(-life)) {
		list = fleet.StartList(ctx, timeout, l.fleet.Now, func(ctx context.Context) ([][]T, error) {
			all, err := report(ctx, l.send, request, l.Read)
			return [][]T{all}, err
		})
		l.lists[key] = list
	}
	l.mu.Unlock()
	return list.All(ctx)
}
