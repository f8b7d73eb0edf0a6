package emulator

import (
	"net/http"
	"slices"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// maxSnapshots bounds memory: each one has the whole account.
const maxSnapshots = 20

// Snapshot is a state of the account that Restore goes back to.
type Snapshot struct {
	Name    string         `json:"name"`
	Taken   time.Time      `json:"taken_at"` // on the emulator's clock
	Bytes   int            `json:"bytes"`
	Objects map[string]int `json:"objects"` // by kind

	state []byte
}

// TakeSnapshot keeps the account as it is, in memory, under a name. One of the same name is replaced.
func (s *Server) TakeSnapshot(name string) (taken Snapshot, err error) {
	s.mu.Lock()
	state := s.state()
	taken = Snapshot{Name: name, Taken: state.Clock.Now, Objects: map[string]int{}}
	for kind, objects := range s.kinds() {
		taken.Objects[kind] = len(objects.Objects())
	}
	s.mu.Unlock()
	if taken.state, err = jsontext.Encode(state); err != nil {
		return taken, err
	}
	taken.Bytes = len(taken.state)
	s.mu.Lock()
	defer s.mu.Unlock()
	others := slices.DeleteFunc(slices.Clone(s.snapshots), func(other Snapshot) bool { return other.Name == name })
	if len(others) == maxSnapshots {
		return taken, &wire.Error{
			Status: http.StatusConflict, Message: "the emulator keeps at most 20 snapshots: delete one first",
		}
	}
	s.snapshots = append(others, taken)
	return taken, nil
}

// Snapshots returns the snapshots in the order in which they were taken; never nil.
func (s *Server) Snapshots() []Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Snapshot{}, s.snapshots...)
}

// RestoreSnapshot goes back to a snapshot, its time included. The journal and the snapshots stay. Requests that wait
// are answered as after a Reset. Jobs that a worker had queue again, as after the worker's death.
func (s *Server) RestoreSnapshot(name string) error {
	for _, one := range s.Snapshots() {
		if one.Name == name {
			return s.restore(one.state)
		}
	}
	return wire.NotFound("no snapshot %.100q", name)
}

// DeleteSnapshot forgets a snapshot.
func (s *Server) DeleteSnapshot(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.snapshots)
	s.snapshots = slices.DeleteFunc(slices.Clone(s.snapshots), func(one Snapshot) bool { return one.Name == name })
	if len(s.snapshots) == before {
		return wire.NotFound("no snapshot %.100q", name)
	}
	return nil
}

func (c control) takeSnapshot(r *wire.Request) (any, error) {
	return c.TakeSnapshot(r.PathValue("name"))
}
