package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// Schema is a document's schema of a JSON value.
type Schema struct {
	Ref                  string             `json:"$ref"`
	Description          string             `json:"description"`
	Type                 string             `json:"type"`
	Nullable             bool               `json:"nullable"`
	Enum                 []any              `json:"enum"`
	Default              any                `json:"default"`
	Required             []string           `json:"required"`
	Properties           map[string]*Schema `json:"properties"`
	AdditionalProperties json.RawMessage    `json:"additionalProperties"`
	MinProperties        int                `json:"minProperties"`
	Items                *Schema            `json:"items"`
	MinItems             int                `json:"minItems"`
	MaxItems             *int               `json:"maxItems"`
	UniqueItems          bool               `json:"uniqueItems"`
	MinLength            int                `json:"minLength"`
	MaxLength            *int               `json:"maxLength"`
	Pattern              string             `json:"pattern"`
	Format               string             `json:"format"`
	Minimum              *float64           `json:"minimum"`
	Maximum              *float64           `json:"maximum"`
	OneOf                []*Schema          `json:"oneOf"`
	AnyOf                []*Schema          `json:"anyOf"`
	AllOf                []*Schema          `json:"allOf"`
	Not                  *Schema            `json:"not"`

	linked     bool
	target     *Schema // of Ref
	pattern    *regexp.Regexp
	closed     bool    // no other members than Properties
	additional *Schema // of other members; nil is any
}

// link finds what references lead to, and prepares the checks, in all of a schema.
func (s *Schema) link(in *Document) error {
	if s.linked {
		return nil
	}
	s.linked = true
	if s.Ref != "" {
		name := strings.TrimPrefix(s.Ref, "#/components/schemas/")
		if s.target = in.Components.Schemas[name]; s.target == nil {
			return fmt.Errorf("%s leads nowhere", s.Ref)
		}
		return s.target.link(in)
	}
	var err error
	if s.Pattern != "" {
		if s.pattern, err = regexp.Compile(s.Pattern); err != nil {
			return err
		}
	}
	switch text := string(s.AdditionalProperties); {
	case text == "false":
		s.closed = true
	case strings.HasPrefix(text, "{"):
		s.additional = &Schema{}
		if err := json.Unmarshal(s.AdditionalProperties, s.additional); err != nil {
			return err
		}
	}
	for _, part := range s.parts() {
		if err := part.link(in); err != nil {
			return err
		}
	}
	return nil
}

// parts returns the schemas within a schema.
func (s *Schema) parts() []*Schema {
	var all []*Schema
	for _, property := range s.Properties {
		all = append(all, property)
	}
	for _, list := range [][]*Schema{s.OneOf, s.AnyOf, s.AllOf, {s.Items, s.Not, s.additional}} {
		for _, part := range list {
			if part != nil {
				all = append(all, part)
			}
		}
	}
	return all
}

// resolved follows a reference.
func (s *Schema) resolved() *Schema {
	if s.target != nil {
		return s.target.resolved()
	}
	return s
}

// Prune removes from a JSON value, in place, all members that the schema does not have.
func (s *Schema) Prune(value any) {
	s = s.resolved()
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			if s.Items != nil {
				s.Items.Prune(element)
			}
		}
	case map[string]any:
		for name, member := range value {
			property := s.Properties[name]
			switch {
			case property != nil:
				property.Prune(member)
			case s.closed:
				delete(value, name)
			}
		}
	}
}
