package importer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// maxName is the length from which names of resources are cut, in bytes.
const maxName = 60

// named is an object that needs the name of a resource.
type named struct{ id, name string }

// resourceNames returns the names of resources for all objects of a kind, by ID. A name depends on the object's name
// and ID, and on the objects whose names are the same but for case and punctuation, not on the order or the number of
// objects: so it stays the same from run to run. Of several objects with one name, each gets its ID as a suffix.
// reserved are names of resources that states have.
func resourceNames(noun string, objects []named, reserved map[string]bool) map[string]string {
	objects = slices.Clone(objects)
	slices.SortFunc(objects, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id))
	})
	wanted := map[string]int{}
	for _, o := range objects {
		wanted[identifier(noun, o.name)]++
	}
	names, taken := map[string]string{}, map[string]bool{}
	for _, suffixed := range []bool{false, true} {
		for _, o := range objects {
			name := identifier(noun, o.name)
			alone := wanted[name] == 1 && !reserved[name] && o.name != ""
			if alone == suffixed {
				continue
			}
			for !alone && (name == identifier(noun, o.name) || taken[name] || reserved[name]) {
				name += "_" + part(o.id)
			}
			names[o.id], taken[name] = name, true
		}
	}
	return names
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
	for _, r := range id {
		if isPlain(r) {
			text.WriteRune(r)
		} else {
			fmt.Fprintf(&text, "_%x_", r)
		}
	}
	return text.String()
}

func isPlain(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}
