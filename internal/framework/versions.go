package framework

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// VersionTable has the attributes of a resource or data source that a version of the management interface has in
// another way than described. The generated documentation shows it, and a test tries each attribute.
type VersionTable map[string]ByVersion

// OnlyVersion2 is the table of a data source that version 1 does not have.
var OnlyVersion2 = VersionTable{"": Over1(Refused, "")}

// Each returns a table in which the versions have all of these attributes alike.
func Each(of ByVersion, attributes ...string) VersionTable {
	all := VersionTable{}
	for _, name := range attributes {
		all[name] = of
	}
	return all
}

// ByVersion says how each version has an attribute.
type ByVersion struct{ V1, V2 Has }

// Has says how a version has an attribute.
type Has struct {
	How How
	// Note says more, in a sentence for the documentation. Empty: How is enough.
	Note string
}

// How is the way in which a version has an attribute.
type How int

// The ways.
const (
	// AsDescribed is for an attribute that requests have, or that answers show, as its description says.
	AsDescribed How = iota
	// Partly is AsDescribed for most values: the note names the others.
	Partly
	// Refused is for an attribute that a plan refuses if the apply would have to send it.
	Refused
	// StateOnly is for an attribute that no request has: the state keeps the configured value.
	StateOnly
	// NotReturned is for an attribute that no answer shows: it is null, or keeps the value that the state has.
	NotReturned
	// ReturnedInPart is for an object of which answers show some members: the note names them, and the others are null.
	ReturnedInPart
)

// words are the How in the documentation.
var words = map[How]string{
	AsDescribed: "as described", Partly: "with limits", Refused: "refused", StateOnly: "kept in the state, not sent",
	NotReturned: "not returned", ReturnedInPart: "returned in part",
}

// Over1 returns an attribute that version 1 has in another way than described. The note can be empty.
func Over1(how How, note string) ByVersion { return ByVersion{V1: Has{how, note}} }

// Over2 returns an attribute that version 2 has in another way than described. The note can be empty.
func Over2(how How, note string) ByVersion { return ByVersion{V2: Has{how, note}} }

// LackedBy returns an attribute that one version has in another way than described; 0: none does.
func LackedBy(version int, how How, note string) ByVersion {
	switch version {
	case 1:
		return Over1(how, note)
	case 2:
		return Over2(how, note)
	default:
		return ByVersion{}
	}
}

// String returns the words of the documentation.
func (h Has) String() string {
	if h.Note == "" {
		return words[h.How]
	}
	return fmt.Sprintf("%s: %s", words[h.How], h.Note)
}

// Versioned is implemented by the resources and data sources that use the management interface.
type Versioned interface{ Versions() VersionTable }

// Shown returns the table of a data source that shows the attributes of a resource: what the resource refuses or keeps,
// no answer shows. Of an attribute that is Partly the data source shows any value.
func (t VersionTable) Shown(attributes []string) VersionTable {
	shown := VersionTable{}
	of := func(h Has) Has {
		switch h.How {
		case NotReturned, ReturnedInPart:
			return h
		case Refused, StateOnly:
			return Has{How: NotReturned}
		case AsDescribed, Partly:
		}
		return Has{}
	}
	for _, name := range attributes {
		if entry, ok := t[name]; ok {
			shown[name] = ByVersion{V1: of(entry.V1), V2: of(entry.V2)}
		}
	}
	return shown
}

// With returns a table with more entries, which replace those of the same name.
func (t VersionTable) With(more VersionTable) VersionTable {
	all := VersionTable{}
	maps.Copy(all, t)
	maps.Copy(all, more)
	return all
}

// Markdown returns the table of the documentation: the attributes that the versions do not both have as described.
func (t VersionTable) Markdown() string {
	var rows []string
	advice := ""
	for _, entry := range t {
		if entry.V2.Refuses() {
			advice = "\n\nValues to use in place of those that version 2 refuses: see " +
				"[What version 2 does not have](../guides/moving-to-version-2#what-version-2-does-not-have)."
		}
	}
	if _, only2 := t[""]; only2 {
		return "Only version 2 of the management interface has this data source. Over version 1, a plan fails."
	}
	for _, name := range slices.Sorted(maps.Keys(t)) {
		if entry := t[name]; entry.V1.How != AsDescribed || entry.V2.How != AsDescribed {
			rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |", name, entry.V1, entry.V2))
		}
	}
	if len(rows) == 0 {
		return "Both versions of the management interface have all attributes as described."
	}
	return "Both versions of the management interface have the attributes as described, except these:\n\n" +
		"| attribute | version 1 | version 2 |\n|---|---|---|\n" + strings.Join(rows, "\n") + advice
}

// Refuses reports whether a plan refuses the attribute or some of its values.
func (h Has) Refuses() bool {
	return h.How == Refused || h.How == Partly && strings.Contains(h.Note, "refused")
}
