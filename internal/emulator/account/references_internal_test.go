package account

import (
	"errors"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
)

// start is the time of calls that none goes by before.
var start = clock.Start

// holder is an object of a kind that does not exist yet.
type holder struct {
	id     string
	target reference
}

func (h holder) key() (id, name string)  { return h.id, "" }
func (h holder) references() []reference { return []reference{h.target} }

// An object that an object of a later kind references cannot be deleted: inUse looks at every kind that is registered.
func TestReferences_ofLaterKinds(t *testing.T) {
	t.Parallel()
	for kind, c := range map[string]struct {
		remove func(*Account) error
		inUse  error
	}{
		KindTemplates: {
			func(a *Account) error { return a.DeleteTemplate(newTemplate("x", start), start) }, errTemplateInUse,
		},
		KindNetworkVolumes: {
			func(a *Account) error { return a.DeleteNetworkVolume(newNetworkVolume("x", start), start) },
			errNetworkVolumeInUse,
		},
		KindContainerRegistryAuths: {
			func(a *Account) error {
				return a.DeleteContainerRegistryAuth(newContainerRegistryAuth("x", start), start)
			},
			errContainerRegistryAuthInUse,
		},
	} {
		a := New(Config{}, nil)
		if err := a.kinds[kind].Put("x", nil, start); err != nil {
			t.Fatal(err)
		}
		holders := newCollection("holder", 0, func(id string, _ time.Time) holder { return holder{id: id} })
		a.kinds["holders"] = holders

		holders.save(holder{"h", reference{kind, "other"}}, start)
		holders.save(holder{"i", reference{kind, "x"}}, start)
		if err := c.remove(a); !errors.Is(err, c.inUse) {
			t.Errorf("%s held: %v", kind, err)
		}
		holders.remove("i", start)
		if err := c.remove(a); err != nil {
			t.Errorf("%s free: %v", kind, err)
		}
	}
}
