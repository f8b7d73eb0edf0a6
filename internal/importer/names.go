package importer

import (
	"fmt"
	"strings"
)

// maxName is the length from which the part of a resource's name that comes from the object's name is cut, in bytes.
const maxName = 60

// named is an object that needs the name of a resource.
type named struct{ id, name string }

// resourceNames returns the names of resources for all objects of a kind, by ID. A name depends on nothing but the
// object's own name and ID, so it stays as it is when other objects appear or are deleted: a state of an earlier run
// would otherwise plan to delete an object whose resource has another name. reserved are names of resources that states
// have; only an object whose name is among them gets another.
func resourceNames(noun string, objects []named, reserved map[string]bool) map[string]string {
	names := make(map[string]string, len(objects))
	for _, o := range objects {
		name := nameWithID(noun, o)
		for reserved[name] {
			name += "_" + part(o.id)
		}
		names[o.id] = name
	}
	return names
}

// nameWithID returns the name of an object's resource: the object's name with its ID. Different IDs have different
// names: an identifier has no two underscores in a row, so the ID is the text after these, or after the last
// underscore.
func nameWithID(noun string, o named) string {
	id, separator := part(o.id), "_"
	if id != o.id {
		separator = "__"
	}
	return identifier(noun, o.name) + separator + id
}

// identifier returns the name of a resource for an object's name: lowercase letters and digits of ASCII, with
// underscores in place of all else.
func identifier(noun, name string) string {
	text := strings.ToLower(strings.Map(func(r rune) rune {
		if isPlain(r) {
			return r
		}
		return ' '
	}, name))
	text = strings.Join(strings.Fields(text), "_")
	prefix := strings.ReplaceAll(noun, " ", "_")
	switch {
	case text == "":
		text = prefix
	case text[0] >= '0' && text[0] <= '9':
		text = prefix + "_" + text
	}
	return strings.TrimRight(text[:min(len(text), maxName)], "_")
}

// part returns an ID as a part of the name of a resource. Different IDs have different parts.
func part(id string) string {
	var text strings.Builder
	for _, b := range []byte(id) {
		if isPlain(rune(b)) {
			text.WriteByte(b)
		} else {
			fmt.Fprintf(&text, "_%x_", b)
		}
	}
	return text.String()
}

func isPlain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}
