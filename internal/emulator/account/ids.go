package account

import (
	"encoding/binary"
	"encoding/hex"

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
	var id [16]byte
	binary.BigEndian.PutUint64(id[:8], g.random.Uint64()&^0xf000|0x4000)
	binary.BigEndian.PutUint64(id[8:], g.random.Uint64()&^(0xc000<<48)|0x8000<<48)
	text := make([]byte, 0, len("00000000-0000-4000-8000-000000000000-e1"))
	for i, length := range [...]int{4, 2, 2, 2, 6} {
		if i > 0 {
			text = append(text, '-')
		}
		text = hex.AppendEncode(text, id[:length])
		copy(id[:], id[length:])
	}
	return string(append(text, "-e1"...))
}
