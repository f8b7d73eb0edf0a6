package importer

import "strings"

// maxName is the length to which the part of a resource's name that comes from the object's name is cut.
const maxName = 60

// resourceName returns the name of an object's resource: the object's name with its ID. It depends on nothing else, so
// it stays when other objects appear or are deleted: a state of an earlier run would otherwise plan to delete an object
// whose resource has another name.
func resourceName(k kind, name, id string) string {
	text := words(strings.ToLower(name))
	if text == "" || text[0] >= '0' && text[0] <= '9' {
		text = strings.TrimRight(string(k)+"_"+text, "_")
	}
	return strings.TrimRight(text[:min(len(text), maxName)], "_") + "_" + words(id)
}

// words returns the letters and digits of ASCII in a text, with an underscore in place of all that is between them.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}), "_")
}
