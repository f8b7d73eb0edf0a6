package importer

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
)

// managed are the objects that states have.
type managed struct {
	// ids are the IDs of objects, by type; names are the names of resources in root modules, by type.
	ids, names map[string]map[string]bool
}

func (m managed) add(typeName, id, name string, inRoot bool) {
	for _, of := range []map[string]map[string]bool{m.ids, m.names} {
		if of[typeName] == nil {
			of[typeName] = map[string]bool{}
		}
	}
	if id != "" {
		m.ids[typeName][id] = true
	}
	if inRoot {
		m.names[typeName][name] = true
	}
}

// stateFile is a state: a state file, which is the output of `state pull` too, has resources. The output of
// `show -json` has values, or neither if the state is empty. Instances and values stay encoded until their type is
// known: resources of other providers can have any form, such as an id that is a number.
type stateFile struct {
	Version   int
	Resources *[]struct {
		resourceName
		Module    string
		Instances json.RawMessage
	}
	FormatVersion string `json:"format_version"`
	Values        *struct {
		RootModule stateModule `json:"root_module"`
	}
}

type stateModule struct {
	Resources []struct {
		resourceName
		Values json.RawMessage
	}
	ChildModules []stateModule `json:"child_modules"`
}

type resourceName struct{ Mode, Type, Name string }

// isOurs reports whether a resource manages an object of a kind that the reader writes.
func (r resourceName) isOurs() bool {
	return r.Mode == "managed" && slices.ContainsFunc(kinds, func(k kind) bool { return k.typeName == r.Type })
}

// readStates reads the objects of states.
func readStates(files []string) (managed, error) {
	all := managed{map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, file := range files {
		content, err := os.ReadFile(file) //nolint:gosec // The user names it.
		if err != nil {
			return all, err
		}
		if err := all.addState(content); err != nil {
			return all, fmt.Errorf("%s: %w", file, err)
		}
	}
	return all, nil
}

// errNoState is the error about a file that is no state. It shows nothing of the file, which can hold secrets.
var errNoState = errors.New("the file is neither a state file of version 4 nor the output of `terraform show -json` " +
	"for a state")

func (m managed) addState(content []byte) error {
	var file stateFile
	if err := json.Unmarshal(content, &file); err != nil {
		return errNoState
	}
	switch {
	case file.Version == 4 && file.Resources != nil:
		for _, r := range *file.Resources {
			var instances []struct{ Attributes struct{ ID string } }
			if !r.isOurs() {
				continue
			}
			if err := decode(r.Instances, &instances); err != nil {
				return err
			}
			for _, instance := range instances {
				m.add(r.Type, instance.Attributes.ID, r.Name, r.Module == "")
			}
		}
	case file.FormatVersion != "" && file.Values != nil:
		return m.addModule(file.Values.RootModule, true)
	case file.FormatVersion != "" && isEmptyState(content):
	default:
		return errNoState
	}
	return nil
}

// decode decodes a member of a state. Without the member it leaves the value unchanged.
func decode(member json.RawMessage, into any) error {
	if len(member) > 0 && json.Unmarshal(member, into) != nil {
		return errNoState
	}
	return nil
}

// isEmptyState tells the output of `show -json` for an empty state, which has the version of its format only, from that
// for a plan.
func isEmptyState(content []byte) bool {
	var members map[string]json.RawMessage
	err := json.Unmarshal(content, &members)
	_, isPlan := members["planned_values"]
	return err == nil && !isPlan
}

func (m managed) addModule(module stateModule, isRoot bool) error {
	for _, r := range module.Resources {
		var values struct{ ID string }
		if !r.isOurs() {
			continue
		}
		if err := decode(r.Values, &values); err != nil {
			return err
		}
		m.add(r.Type, values.ID, r.Name, isRoot)
	}
	for _, child := range module.ChildModules {
		if err := m.addModule(child, false); err != nil {
			return err
		}
	}
	return nil
}
