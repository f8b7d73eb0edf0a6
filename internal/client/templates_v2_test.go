package client_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// A create that says nothing of SSH and Jupyter asks for neither: the service's default is both.
func TestTemplateV2_startsNothing(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	s.UseVersion2()
	c := s.Client()
	fields := client.TemplateFields{Name: client.Some("web"), ImageName: client.Some("i")}
	created, err := c.Templates.Create(t.Context(), client.TemplateCreate{TemplateFields: fields})
	if err != nil {
		t.Fatal(err)
	}
	s.ExpectSent("CreateTemplate", `{"name":"web","image":"i","startSsh":false,"startJupyter":false}`)
	change := client.TemplateFields{StartJupyter: client.Some(true)}
	changed, err := c.Templates.Update(t.Context(), created.Object.ID, change)
	if err != nil || changed.StartSSH != client.Some(false) || changed.StartJupyter != client.Some(true) {
		t.Errorf("%+v %v", changed, err)
	}
	s.ExpectSent("UpdateTemplate", `{"startJupyter":true}`)
}
