package importer

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// managed are the objects that states have, by type and ID.
type managed map[[2]string]bool

// readStates reads the objects of state files. An error shows nothing of a file, which can hold secrets.
func readStates(files []string) (managed, error) {
	all := managed{}
	for _, file := range files {
		content, err := os.ReadFile(file) //nolint:gosec // The user names it.
		if err != nil {
			return nil, err
		}
		if len(content) == 0 {
			return nil, fmt.Errorf("%s is empty\n\nNext: if `terraform state pull` failed, run it again. If it did not, the "+
				"workspace has no state yet: leave this file out of --exclude-state", file)
		}
		if !all.add(content) {
			return nil, fmt.Errorf("%s is no state file of version 4\n\nNext: write one with `terraform state pull` or "+
				"`tofu state pull`", file)
		}
	}
	return all, nil
}

// add adds the objects of a state, and reports whether it is one. Instances stay encoded until their type is known:
// resources of other providers can have any form, such as an id that is a number.
func (m managed) add(content []byte) bool {
	var state struct {
		Version   int
		Resources []struct {
			Mode, Type string
			Instances  json.RawMessage
		}
	}
	if json.Unmarshal(content, &state) != nil || state.Version != 4 || state.Resources == nil {
		return false
	}
	for _, r := range state.Resources {
		if r.Mode != "managed" || !strings.HasPrefix(r.Type, "podfleet_") {
			continue
		}
		var instances []struct{ Attributes struct{ ID string } }
		if json.Unmarshal(r.Instances, &instances) != nil {
			return false
		}
		for _, instance := range instances {
			m[[2]string{r.Type, instance.Attributes.ID}] = true
		}
	}
	return true
}
