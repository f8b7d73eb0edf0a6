package chaos_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// announcement is a message that an object which no look has shown may exist or appear later: one object, by its kind
// and name.
type announcement struct {
	kind, text string
	nameless   bool   // The configuration has no name, so a message has none either.
	key        string // kind and id of the object that it was about; empty as long as none was left over
}

// noteAnnounced remembers the announcements of a run.
func (d *driver) noteAnnounced(s step, run *acctest.Run) {
	for _, diagnostic := range run.Diagnostics {
		i := slices.IndexFunc(s.config, func(r acctest.Resource) bool { return r.Address == diagnostic.Address })
		text := diagnostic.Summary + "\n" + diagnostic.Detail
		unknown := strings.Contains(text, "may appear later") || strings.Contains(text, "its outcome is unknown") ||
			strings.Contains(text, "look for another one with the name") // An adopted object can be another client's.
		if i < 0 || diagnostic.Phase != "apply" || !unknown {
			continue
		}
		config := s.config[i].Config
		d.announced = append(d.announced, announcement{kind: acctest.Kinds[s.config[i].Type()], text: text,
			nameless: config["name"] == nil && config["name_prefix"] == nil})
	}
}

// isExcused reports whether an object may be left over: messages have named or announced it.
func (d *driver) isExcused(key string, object map[string]any) bool {
	return d.named[key] && !d.followsImports() || d.isAnnounced(key, object)
}

// tidy deletes the objects that are left over and excused, as users do after the messages. Otherwise they would block a
// destroy of the objects that they refer to.
func (d *driver) tidy() {
	d.t.Helper()
	for _, kind := range acctest.Kinds {
		for _, object := range d.env.Objects(kind) {
			id, _ := object["id"].(string)
			key := kind + " " + id
			_, strange := d.strange[key]
			if strange || isOfEndpoint(object) || d.isManaged(kind, id) || !d.isExcused(key, object) {
				continue
			}
			d.report.tidied(key)
			if err := d.env.DeleteObject(kind, id); err != nil {
				d.t.Errorf("%s: %v", key, err)
			}
		}
	}
}

// isAnnounced reports whether no look could show a left-over object and a message has announced it. That can only
// happen if lists lag, if the provider adopted another client's object in its place, if the user imported an equal one,
// or if the service carried the request out after the error.
func (d *driver) isAnnounced(key string, object map[string]any) bool {
	kind, _, _ := strings.Cut(key, " ")
	isHidden := d.options.ListLag > 0 || slices.Contains(d.swapped, kind) || slices.Contains(d.imported, kind)
	if slices.ContainsFunc(d.announced, func(a announcement) bool { return a.key == key }) {
		return true
	}
	find := func(names func(announcement) bool) int {
		return slices.IndexFunc(d.announced, func(a announcement) bool {
			isLate := strings.Contains(a.text, "The service may still carry out the request")
			return a.key == "" && a.kind == kind && (isHidden || isLate) && names(a)
		})
	}
	i := find(func(a announcement) bool { return strings.Contains(a.text, fmt.Sprintf("%q", object["name"])) })
	if i < 0 {
		i = find(func(a announcement) bool { return a.nameless })
	}
	if i < 0 {
		return false
	}
	d.announced[i].key = key // The announcement is about no other object.
	return true
}
