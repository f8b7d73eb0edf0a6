package provider_test

import (
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// A list shows the object of a create that ended with an error, after the last operation of its kind. The next
// operation of any kind warns of it, once.
func TestLateObject_ofAnotherKind(t *testing.T) {
	t.Parallel()
	const lag = time.Minute
	acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
		t.Helper()
		env := start(emulator.Options{ListLag: lag})
		env.SetFaults(emulator.Fault{Operation: "CreateTemplate", Kind: emulator.FaultResetAfter, Count: 1})
		p := env.Process(nil)
		_, diags := p.Apply("podfleet_template", acctest.Instance{},
			acctest.Values{"name": "base", "image_name": "img:1"})
		if !strings.Contains(acctest.Text(diags), "found no object that this create can have created") {
			t.Fatal(acctest.Text(diags))
		}
		env.Advance(lag)
		p.MustLookup("podfleet_templates", acctest.Values{})
		late, _ := env.Objects("templates")[0]["id"].(string)
		for _, once := range []int{1, 0} {
			_, diags = p.Apply("podfleet_container_registry_auth", acctest.Instance{},
				acctest.Values{"name_prefix": "hub", "username": "u", "password": "p"})
			if got := strings.Count(acctest.Text(diags), "`terraform import podfleet_template.NAME "+late+"`"); got != once {
				t.Errorf("%d warnings, want %d: %s", got, once, acctest.Text(diags))
			}
		}
	})
}

// The guide of the emulator says what an apply reports after its example of a fault rule, with and without a lag of
// lists.
func TestGuides_emulatorLosesAResponse(t *testing.T) {
	t.Parallel()
	for lag, want := range map[time.Duration]string{
		0:           "Found the template after its create failed",
		time.Minute: "Cannot create template: its outcome is unknown",
	} {
		t.Run(lag.String(), func(t *testing.T) {
			t.Parallel()
			acctest.EachVersion(t, func(t *testing.T, start acctest.Starter) {
				t.Helper()
				env := start(emulator.Options{ListLag: lag})
				env.SetFaults(emulator.Fault{Operation: "CreateTemplate", Kind: emulator.FaultResetAfter, Count: 1})
				_, diags := env.Process(nil).Apply("podfleet_template", acctest.Instance{},
					acctest.Values{"name": "base", "image_name": "img:1"})
				if !strings.Contains(acctest.Text(diags), want) {
					t.Error(acctest.Text(diags))
				}
			})
		})
	}
}
