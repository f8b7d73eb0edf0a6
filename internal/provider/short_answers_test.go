package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// A plan that is answered without the framework is the framework's, for an object with any attribute: with its
// configuration, without the attribute and with another value, as it was applied, as it is imported, after a kill, and
// with deletion_protection. Each process of these tests compares, and an object is planned alone: what one attribute
// says would hide what another one does.
func TestShortAnswers_everyAttribute(t *testing.T) {
	t.Parallel()
	for typeName := range samples {
		t.Run(typeName, func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				env := stockForWalk(t, start)
				p := env.Process()
				compared := 0
				for _, name := range slices.Sorted(maps.Keys(samples[typeName])) {
					compared += comparesShortAnswers(t, p, typeName, name)
				}
				if compared < 3*len(samples[typeName]) {
					t.Errorf("%d plans", compared)
				}
			})
		})
	}
}

// comparesShortAnswers plans an object that has an attribute, and returns how often; never if the version refuses it.
func comparesShortAnswers(t *testing.T, p *acctest.Process, typeName, name string) (compared int) {
	t.Helper()
	one := samples[typeName][name]
	with := config(typeName, one.with, map[string]string{name: one.value})
	it := p.Object(typeName)
	if plan, _ := it.TryPlan(with); plan == nil {
		return 0
	}
	it.ApplyWithNonEmptyPlan(with, acctest.Create)
	it.Refresh()
	imported, _ := p.Import(typeName, it.ID(), "")
	configs := []string{with, config(typeName), config(typeName, one.instead), config(typeName, one.with),
		strings.ReplaceAll(with, "{ B = ", "{ C = ")} // Of a write-only argument, no state has the keys.
	for _, instance := range []acctest.Instance{it.Instance, it.Instance.WithoutPrivate(), imported} {
		for _, planned := range slices.Compact(slices.Sorted(slices.Values(configs))) {
			of := *it
			of.Instance = instance
			_, diags := of.TryPlan(planned)
			if compared++; strings.Contains(acctest.Text(diags), "A short answer differs from the framework's") {
				t.Errorf("%s, planned with\n%s: %s", name, planned, acctest.Text(diags))
			}
		}
	}
	if strings.Contains(with, "locked = true") {
		it.Apply(strings.Replace(with, "locked = true", "locked = false", 1), acctest.Update)
	}
	it.Destroy()
	return compared
}
