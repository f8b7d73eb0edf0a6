package chaos_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// check fails the test unless there is nothing left to do after a step, and the state has all that exists.
func (d *driver) check(s step, runs []*acctest.Run, clean bool) {
	d.t.Helper()
	if !clean {
		d.t.Errorf("%s: after %d applies, the last of them without faults, there is something left to do", s.title,
			len(runs))
	}
	d.checkObjects(s)
	d.checkDescriptions(s)
	d.checkForeignObjects()
	for _, problem := range d.jobs.problems(runs) {
		d.t.Errorf("%s: %s", s.title, problem)
	}
	d.checkSecrets(s, runs)
}

// checkObjects compares what exists with what is in the state, one to one.
func (d *driver) checkObjects(s step) {
	d.t.Helper()
	inState := map[string]string{} // addresses by kind and id
	for _, o := range d.module.Objects() {
		kind, exists := acctest.Kinds[o.Type]
		if !exists {
			continue
		}
		key := kind + " " + o.ID
		if other, twice := inState[key]; twice {
			d.t.Errorf("%s: %s is in the state twice, as %s and %s", s.title, key, other, o.Address)
		}
		inState[key] = o.Address
	}
	for _, kind := range slices.Sorted(maps.Values(acctest.Kinds)) {
		for _, object := range d.env.Objects(kind) {
			id, _ := object["id"].(string)
			key := kind + " " + id
			if _, strange := d.strange[key]; strange || isOfEndpoint(object) {
				continue
			}
			if _, known := inState[key]; !known && !d.isExcused(key, object) {
				d.t.Errorf("%s: left over, because it is in no state: %s (%v)", s.title, key, object["name"])
			}
			delete(inState, key)
		}
	}
	for key, address := range inState {
		d.t.Errorf("%s: lost: %s is %s in the state, and does not exist", s.title, address, key)
	}
}

// addForeignObjects makes objects of other people, such as a configuration could ask for.
func (d *driver) addForeignObjects() {
	d.t.Helper()
	c, ctx := d.env.Client(), d.t.Context()
	for i := range d.foreign {
		_, podErr := c.Pods.Create(ctx, api.PodCreate{PodFields: api.PodFields{
			Name: members.Some("desk"), ImageName: members.Some("img:1"),
		}})
		_, volumeErr := c.NetworkVolumes.Create(ctx, api.NetworkVolumeCreate{
			NetworkVolumeFields: api.NetworkVolumeFields{Name: members.Some("data"), Size: members.Some(int64(10))},
			DataCenterID:        "EU-RO-1",
		})
		_, templateErr := c.Templates.Create(ctx, api.TemplateCreate{TemplateFields: api.TemplateFields{
			Name: members.Some(fmt.Sprint("theirs-", i)), ImageName: members.Some("img:1"),
		}})
		for _, err := range []error{podErr, volumeErr, templateErr} {
			if err != nil {
				d.t.Fatal(err)
			}
		}
	}
	d.strange = d.existing()
}

// existing returns all present objects, by kind and id.
func (d *driver) existing() map[string]string {
	all := map[string]string{}
	for _, kind := range acctest.Kinds {
		for _, object := range d.env.Objects(kind) {
			text, err := json.Marshal(object)
			if err != nil {
				d.t.Fatal(err)
			}
			all[fmt.Sprint(kind, " ", object["id"])] = string(text)
		}
	}
	return all
}

// checkForeignObjects fails the test if what belongs to others is gone, or not as it was. What the service itself
// changes does not count.
func (d *driver) checkForeignObjects() {
	d.t.Helper()
	now := d.existing()
	for key, was := range d.strange {
		if is, exists := now[key]; !exists || !reflect.DeepEqual(steady(d.t, was), steady(d.t, is)) {
			d.t.Errorf("%s belongs to others; it was %s, and is %s", key, was, is)
		}
	}
}

// steady returns the members that only a request changes.
func steady(tb fataler, text string) map[string]any {
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		tb.Fatal(err)
	}
	return map[string]any{
		"name": object["name"], "imageName": object["imageName"], "env": object["env"], "size": object["size"],
		"desiredStatus": object["desiredStatus"], "containerDiskInGb": object["containerDiskInGb"],
	}
}

type fataler interface{ Fatal(args ...any) }

// checkSecrets looks for the injected secrets.
func (d *driver) checkSecrets(s step, runs []*acctest.Run) {
	d.t.Helper()
	for _, line := range d.log.hits() {
		d.t.Errorf("%s: the log has a secret: %s", s.title, line)
	}
	places := map[string]string{}
	for i, run := range runs {
		places[fmt.Sprint("diagnostics of apply ", i+1)] = run.Text()
	}
	for _, o := range d.module.Objects() {
		text := string(o.JSON)
		if o.Type == auth { // Whoever configures it there has it there.
			text = strings.ReplaceAll(text, `"password":"`+d.secrets.password+`"`, "")
		}
		places["the state of "+o.Address] = text + string(o.Private)
	}
	for place, text := range places {
		for _, secret := range append(d.secrets.all(), d.secrets.password) {
			if at := strings.Index(text, secret); at >= 0 {
				d.t.Errorf("%s: %s has a secret: …%s…", s.title, place, text[max(0, at-200):min(len(text), at+100)])
			}
		}
	}
}
