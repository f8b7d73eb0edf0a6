package account

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// Input is the body of a create or update, by the names of its members; one that is null was left out, but for a
// registry of version 2, which null clears. It fits the document's schema; what is left to judge are rules between
// members and objects. A member of the same name in the stored object is where a member goes, for version 2 after
// stored.
type Input map[string]json.RawMessage

// UnmarshalJSON implements json.Unmarshaler.
func (in *Input) UnmarshalJSON(text []byte) error {
	var members map[string]json.RawMessage
	err := json.Unmarshal(text, &members)
	maps.DeleteFunc(members, func(name string, value json.RawMessage) bool {
		return string(value) == "null" && name != "registry"
	})
	*in = members
	return err
}

// names are where members of version 2 are stored, by the ways to them in a body: names with dots between.
type names map[string]string

// stored returns a body of version 2 with the members that have one of the names, by these.
func (in Input) stored(by ...names) Input {
	members := Input{}
	for _, all := range by {
		for way, name := range all {
			if text := in.at(way); text != nil {
				members[name] = text
			}
		}
	}
	return members
}

// renamed returns the members of an object that have one of the names, by these.
func renamed(object any, by ...names) map[string]any {
	members, all := jsontext.Fields(object), map[string]any{}
	for _, named := range by {
		for way, name := range named {
			put(all, way, members[name])
		}
	}
	return all
}

// put sets the member at the end of a way.
func put(object map[string]any, way string, value any) {
	name, rest, isLonger := strings.Cut(way, ".")
	if !isLonger {
		object[name] = value
		return
	}
	within, ok := object[name].(map[string]any)
	if !ok {
		within = map[string]any{}
		object[name] = within
	}
	put(within, rest, value)
}

// at returns the member at the end of a way; nil without one.
func (in Input) at(way string) json.RawMessage {
	name, rest, isLonger := strings.Cut(way, ".")
	if !isLonger {
		return in[name]
	}
	var within Input
	_ = json.Unmarshal(in[name], &within) // What was left out has no members.
	return within.at(rest)
}

// Text returns the text at the end of a way; empty without one.
func (in Input) Text(way string) (text string) {
	_ = json.Unmarshal(in.at(way), &text) // The document has said that it is one.
	return text
}

// has reports whether any of the members is given.
func (in Input) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return in[name] != nil })
}

// over returns an object with the members of an input.
func over[T any](object T, in Input) (T, error) {
	var none T // An object that a request gives takes the place of the whole of the other.
	return jsontext.Over(object, none, in, json.Unmarshal)
}

// OneOf refuses a value that is none of the choices. It is for parameters of queries too.
func OneOf(name, value string, choices ...string) error {
	if !slices.Contains(choices, value) {
		return invalid("%s must be one of %s, not %q", name, strings.Join(choices, ", "), value)
	}
	return nil
}

// checkPorts returns an error for a number that is no port. The document knows the syntax.
func checkPorts(member string, list []string) error {
	for _, port := range list {
		text, _, _ := strings.Cut(port, "/")
		if number, err := strconv.Atoi(text); err != nil || number < 1 || number > 65535 {
			return invalid("%s: %q: the port number is not from 1 to 65535", member, port)
		}
	}
	return nil
}

// exists returns an error for an id that no object of a kind has. Empty is none.
func (a *Account) exists(member, kind, id string) error {
	if _, ok := a.kinds[kind].Object(id); !ok && id != "" {
		return under("contract 2.1", doesNotExist(member, id))
	}
	return nil
}

// givenExists returns the same for an id that an input gives. One that stays may be of an object that is gone.
func (a *Account) givenExists(in Input, member, kind, id string) error {
	if !in.has(member) {
		return nil
	}
	return a.exists(member, kind, id)
}
