package chaos_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// importCommand matches the command for an object on which an error leaves the decision to the user.
var importCommand = regexp.MustCompile("`terraform import (podfleet_[a-z_]+)\\.NAME ([^`]+)`")

// unproven are the dialects whose answers leave out identifying members. Under these, a create of unknown outcome is an
// error, and the user follows the import commands that it names.
var unproven = []string{"sparse", "lean-pods"}

// followsImports reports whether the user follows the errors: the scenario has an unproven dialect.
func (s scenario) followsImports() bool {
	return slices.ContainsFunc(unproven, func(name string) bool { return slices.Contains(s.options.AnswersAs, name) })
}

// uniqueNames are the kinds of which the service refuses a second object of one name: whoever applies again without
// an import gets an error.
var uniqueNames = []string{emulator.KindTemplates, emulator.KindContainerRegistryAuths}

// follows reports whether the user follows the errors about a kind.
func (s scenario) follows(kind string) bool {
	return s.followsImports() || s.needsPeople() || slices.Contains(uniqueNames, kind)
}

// followImports imports, for each address whose create ended with an error, the object that its configuration
// describes among those that the error names, as a user would who can look at the objects.
func (d *driver) followImports(s step, run *acctest.Run) {
	d.t.Helper()
	for _, diagnostic := range run.Diagnostics {
		for _, command := range importCommand.FindAllStringSubmatch(diagnostic.Detail, -1) {
			kind, id := acctest.Kinds[command[1]], command[2]
			object := d.object(kind, id)
			_, strange := d.strange[kind+" "+id]
			if object == nil || strange || d.isManaged(kind, id) || !d.follows(kind) {
				continue
			}
			i := slices.IndexFunc(s.config, func(r acctest.Resource) bool {
				isError := diagnostic.Severity == tfprotov6.DiagnosticSeverityError
				return (!isError || r.Address == diagnostic.Address) && acctest.Kinds[r.Type()] == kind &&
					!d.inState(r.Address) && d.describes(r, object)
			})
			if i >= 0 {
				d.report.imported(s.config[i].Address, id, d.module.Import(s.config[i], id))
				d.imported = append(d.imported, kind)
			}
		}
	}
}

func (d *driver) inState(address string) bool {
	return slices.ContainsFunc(d.module.Objects(), func(o acctest.StateObject) bool {
		return o.Address == address && !o.Deposed
	})
}

func (d *driver) isManaged(kind, id string) bool {
	return slices.ContainsFunc(d.module.Objects(), func(o acctest.StateObject) bool {
		return acctest.Kinds[o.Type] == kind && o.ID == id
	})
}

func (d *driver) object(kind, id string) map[string]any {
	for _, object := range d.env.Objects(kind) {
		if object["id"] == id {
			return object
		}
	}
	return nil
}

// described has the attributes by which a configuration describes an object, and the members that show them.
var described = map[string]string{
	"name": "name", "image_name": "imageName", "size": "size", "data_center_id": "dataCenterId",
	"template_id": "templateId", "network_volume_id": "networkVolumeId",
}

// describes reports whether an object matches a configuration. Members that the object lacks, and values that the
// configuration leaves to the service, do not count.
func (d *driver) describes(r acctest.Resource, object map[string]any) bool {
	for attribute, member := range described {
		wanted, configured := r.Config[attribute]
		if ref, ok := wanted.(acctest.Ref); ok {
			wanted = d.idAt(ref.Address)
		}
		shown, has := object[member]
		if attribute == "template_id" && d.versions.uses(2) && isCopy(object) {
			continue
		}
		if configured && has && wanted != nil && fmt.Sprint(wanted) != fmt.Sprint(shown) {
			return false
		}
	}
	if secrets, ok := r.Config["env_wo"].(map[string]any); ok {
		env, _ := object["env"].(map[string]any)
		for name, value := range secrets {
			if env[name] != value {
				return false
			}
		}
	}
	prefix, _ := r.Config["name_prefix"].(string)
	name, _ := object["name"].(string)
	return strings.HasPrefix(name, prefix)
}

// isCopy says whether an object keeps a copy of its template's settings: it was created over version 2.
func isCopy(object map[string]any) bool {
	return object["ownTemplate"] == true || object["templateId"] == ""
}

// idAt returns the ID of the object at an address; nil if it has none.
func (d *driver) idAt(address string) any {
	for _, o := range d.module.Objects() {
		if o.Address == address && !o.Deposed {
			return o.ID
		}
	}
	return nil
}

// checkDescriptions fails the test unless the object at each address matches its configuration.
func (d *driver) checkDescriptions(s step) {
	d.t.Helper()
	for _, r := range s.config {
		kind, exists := acctest.Kinds[r.Type()]
		id, ok := d.idAt(r.Address).(string)
		if !exists || !ok {
			continue
		}
		if object := d.object(kind, id); object != nil && !d.describes(r, object) {
			d.t.Errorf("%s: %s has %s, which is another than it describes: %v", s.title, r.Address, id, object)
		}
	}
}

// noteNamed records the objects that errors and warnings have named: the user decides on these, and until then they may
// be left over.
func (d *driver) noteNamed(run *acctest.Run) {
	if d.named == nil {
		d.named = map[string]bool{}
	}
	for _, diagnostic := range run.Diagnostics {
		for _, command := range importCommand.FindAllStringSubmatch(diagnostic.Detail, -1) {
			d.named[acctest.Kinds[command[1]]+" "+command[2]] = true
		}
	}
}
