package emulator

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// ParseObjects reads Options.Objects from JSON, or returns an error that names the object and the member.
func ParseObjects(text []byte) (map[string][]map[string]any, error) {
	objects, err := wire.Decode[map[string][]map[string]any](text)
	if err != nil {
		return nil, err
	}
	trial := newServer(Options{Objects: objects}, nil)
	defer trial.Close()
	trial.mu.Lock()
	defer trial.mu.Unlock()
	return objects, trial.putObjects()
}

// putObjects puts the objects of the options, what others refer to first. The caller holds mu.
func (s *Server) putObjects() error {
	kinds := []string{
		KindContainerRegistryAuths, KindNetworkVolumes, KindTemplates, KindEndpoints, KindPods, KindJobs,
	}
	for name := range s.options.Objects {
		if !slices.Contains(kinds, name) {
			return fmt.Errorf("no kind %q of objects; these are: %s", name, strings.Join(kinds, ", "))
		}
	}
	for _, name := range kinds {
		for i, object := range s.options.Objects[name] {
			id, _ := object["id"].(string)
			if id == "" {
				return fmt.Errorf("%s: the object at index %d has no id", name, i)
			}
			if endpoint, _ := object["endpointId"].(string); name == KindPods && endpoint != "" {
				continue
			}
			kind := s.kinds()[name]
			err := checkID(name, id)
			if _, exists := kind.Object(id); exists {
				err = errors.New("two objects have this id")
			}
			if err == nil {
				err = kind.Put(id, object, s.clock.Now())
			}
			if err != nil {
				return fmt.Errorf("%s %q: %s", name, id, strings.TrimPrefix(err.Error(), "request body: "))
			}
		}
	}
	s.reconcileAll()
	return nil
}
