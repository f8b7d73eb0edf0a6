package account

import (
	"fmt"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/rng"
)

const idAlphabet = "abcdefghijklmnopqrstuvwxyz0123456789"

// ids makes opaque ids in the shapes of contract 2.1.
type ids struct{ random *rng.Source }

func newIDs(seed uint64, stream rng.Stream) ids { return ids{rng.New(seed, stream)} }

func (g ids) alphanumeric(length int) string {
	id := make([]byte, length)
	for i := range id {
		id[i] = idAlphabet[g.random.IntN(len(idAlphabet))]
	}
	return string(id)
}

func (g ids) template() string              { return g.alphanumeric(10) }
func (g ids) endpoint() string              { return g.alphanumeric(14) }
func (g ids) pod() string                   { return g.alphanumeric(14) }
func (g ids) networkVolume() string         { return g.alphanumeric(10) }
func (g ids) containerRegistryAuth() string { return "c" + g.alphanumeric(24) }

// job returns a UUID of version 4 and a region (contract 3.2).
func (g ids) job() string {
	high, low := g.random.Uint64(), g.random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x-e1",
		high>>32, high>>16&0xffff, high&0xfff, low>>48&0x3fff|0x8000, low&0xffffffffffff)
}
