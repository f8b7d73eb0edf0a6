package endpoint

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A setting that a response shows for the first time counts like one of the first response: it is a difference if the
// template has another value. One that a response does not show any more is compared again once it is shown.
func TestContainerRecord_settingsComeAndGo(t *testing.T) {
	t.Parallel()
	answer := func(c client.Container) client.Endpoint {
		var e client.Endpoint
		e.SetContainer(c)
		return e
	}
	image, disk := client.Some("img:1"), func(gb int64) client.Optional[int64] { return client.Some(gb) }
	template := client.Container{ImageName: image, ContainerDiskInGB: disk(30)}
	other := client.Container{ImageName: image, ContainerDiskInGB: disk(9)}
	lean := client.Container{ImageName: image}
	for name, test := range map[string]struct {
		answers []client.Container
		drift   drift
	}{
		"lean":                      {[]client.Container{lean, lean}, noDrift},
		"then the template's":       {[]client.Container{lean, template}, noDrift},
		"then another":              {[]client.Container{lean, other}, templateChanged},
		"not shown for a while":     {[]client.Container{template, lean, template}, noDrift},
		"changed while not shown":   {[]client.Container{template, lean, other}, endpointChanged},
		"shown after it was not":    {[]client.Container{lean, template, other}, endpointChanged},
		"an image, and no disk yet": {[]client.Container{lean, {ImageName: client.Some("img:9")}}, endpointChanged},
	} {
		var record containerRecord
		for _, shown := range test.answers {
			record = record.refreshed(client.Some(template), answer(shown))
		}
		if record.Drift != test.drift {
			t.Errorf("%s: %q, want %q", name, record.Drift, test.drift)
		}
	}
}

// An update that looks at the template sends its ID if the template does not show a setting any more.
func TestContainerRecord_lacks(t *testing.T) {
	t.Parallel()
	of := func(env client.Optional[map[string]string]) client.Container {
		return client.Container{ImageName: client.Some("img:1"), Env: env}
	}
	was, none := of(client.Some(map[string]string{"A": "1"})), of(client.Optional[map[string]string]{})
	var shown client.Endpoint
	shown.SetContainer(none)
	record := appliedContainer(client.Some(was), shown)
	for name, test := range map[string]struct {
		template client.Container
		want     bool
	}{
		"the same": {was, false}, "another": {of(client.Some(map[string]string{"A": "2"})), true}, "not shown": {none, true},
		"empty": {of(client.Some(map[string]string{})), true},
	} {
		if got := record.lacks(test.template); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if (containerRecord{}).lacks(was) {
		t.Error("without a record")
	}
}
