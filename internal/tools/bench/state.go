package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// state is a state file, as far as the bench puts several together: instances are carried over as they are.
type state struct {
	Version   int             `json:"version"`
	CLI       string          `json:"terraform_version"`
	Serial    int             `json:"serial"`
	Lineage   string          `json:"lineage"`
	Outputs   json.RawMessage `json:"outputs"`
	Resources []resourceState `json:"resources"`
	// CheckResults are none here.
	CheckResults json.RawMessage `json:"check_results,omitempty"`
}

// resourceState is a resource block's part of it.
type resourceState struct {
	Mode      string                       `json:"mode"`
	Type      string                       `json:"type"`
	Name      string                       `json:"name"`
	Provider  string                       `json:"provider"`
	Instances []map[string]json.RawMessage `json:"instances"`
}

func parseState(text []byte) (*state, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields() // What is not known here would be lost.
	s := &state{}
	return s, decoder.Decode(s)
}

// appendPart adds the instances of a part of a fleet, which begin at index 0 there and at first here.
func (s *state) appendPart(part *state, first func(resource string) int) {
	for _, from := range part.Resources {
		to := s.resource(from)
		for i, instance := range from.Instances {
			if _, counted := instance["index_key"]; !counted {
				if len(to.Instances) == 0 { // The shared template is in every part.
					to.Instances = append(to.Instances, instance)
				}
				continue
			}
			instance["index_key"] = json.RawMessage(strconv.Itoa(first(from.Type) + i))
			to.Instances = append(to.Instances, instance)
		}
	}
}

// resource finds the block of that name, or makes an empty one.
func (s *state) resource(like resourceState) *resourceState {
	for i := range s.Resources {
		if s.Resources[i].Type == like.Type && s.Resources[i].Name == like.Name {
			return &s.Resources[i]
		}
	}
	like.Instances = nil
	s.Resources = append(s.Resources, like)
	return &s.Resources[len(s.Resources)-1]
}

// only keeps the resources of that name.
func (s *state) only(name string) *state {
	kept := *s
	kept.Resources = nil
	for _, resource := range s.Resources {
		if resource.Name == name {
			kept.Resources = append(kept.Resources, resource)
		}
	}
	return &kept
}

// empty returns a state of the same origin without resources.
func (s *state) empty() *state { return s.only("") }

func (s *state) text() ([]byte, error) { return json.Marshal(s) }

// dataState returns the state of dataConfiguration after an apply. The CLI takes minutes to get there.
func (f fleet) dataState() *state {
	s := &state{Version: 4, CLI: "1.8.0", Serial: 1, Lineage: "bench", Outputs: json.RawMessage("{}")}
	add := func(name string, count int, counted bool) {
		r := resourceState{Mode: "managed", Type: "terraform_data", Name: name,
			Provider: `provider["terraform.io/builtin/terraform"]`}
		for i := range count {
			instance := map[string]json.RawMessage{
				"schema_version":       json.RawMessage("0"),
				"sensitive_attributes": json.RawMessage("[]"),
			}
			input := "null"
			if counted {
				instance["index_key"] = json.RawMessage(strconv.Itoa(i))
				input = fmt.Sprintf(`{"value":%d,"type":"number"}`, i)
			}
			instance["attributes"] = json.RawMessage(fmt.Sprintf(
				`{"id":"%s-%d","input":%s,"output":%s,"triggers_replace":null}`, name, i, input, input))
			r.Instances = append(r.Instances, instance)
		}
		s.Resources = append(s.Resources, r)
	}
	add("shared", 1, false)
	for i, b := range f {
		add(fmt.Sprintf("fleet%d", i), b.count, true)
	}
	return s
}
