package client

import (
	"context"
	"errors"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Catalogue is the hardware that the service offers (contract-v2 10). The client reads each list once: the results are
// those of the first read that succeeded, and are shared. The caller must not modify them.
type Catalogue interface {
	// GPUTypes returns the GPU types.
	GPUTypes(ctx context.Context) ([]GPUType, error)
	// CPUTypes returns the CPU flavors.
	CPUTypes(ctx context.Context) ([]CPUType, error)
}

// ErrNoCatalogue is the error of a Catalogue over version 1.
var ErrNoCatalogue = errors.New("version 1 of the management interface has no catalogue")

type catalogue struct {
	gpus catalogueList[GPUType]
	cpus catalogueList[CPUType]
}

func newCatalogue(c *Client) *catalogue {
	of := c.rest.Catalogue()
	if of == nil {
		return &catalogue{}
	}
	return &catalogue{
		gpus: catalogueList[GPUType]{c: c, read: func(ctx context.Context) ([]GPUType, error) {
			return report(ctx, c, of.GPUTypes(), of.ReadGPUTypes)
		}},
		cpus: catalogueList[CPUType]{c: c, read: func(ctx context.Context) ([]CPUType, error) {
			return report(ctx, c, of.CPUTypes(), of.ReadCPUTypes)
		}},
	}
}

// exists reports whether the version of the management interface has a catalogue.
func (c *catalogue) exists() bool { return c.gpus.read != nil }

// GPUTypes implements Catalogue.
func (c *catalogue) GPUTypes(ctx context.Context) ([]GPUType, error) { return c.gpus.get(ctx, true) }

// CPUTypes implements Catalogue.
func (c *catalogue) CPUTypes(ctx context.Context) ([]CPUType, error) { return c.cpus.get(ctx, true) }

// catalogueList is a list of the catalogue, for all readers of a client.
type catalogueList[T transport.Identified] struct {
	c    *Client
	read func(context.Context) ([]T, error)

	mu   sync.Mutex
	list *fleet.List[T] // the latest; nil before the first
}

// get returns the list. If its last read failed, it is read again only if again is set: a refresh can do without, and
// does not wait for each of many objects.
func (l *catalogueList[T]) get(ctx context.Context, again bool) ([]T, error) {
	if l.read == nil {
		return nil, ErrNoCatalogue
	}
	l.mu.Lock()
	if l.list == nil || again && l.list.Failed() {
		l.list = fleet.StartList(ctx, fleet.MaxSilence, l.c.now, l.read)
	}
	list := l.list
	l.mu.Unlock()
	return list.All(ctx)
}
