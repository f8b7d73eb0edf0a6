package client_test

import (
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// A create that says nothing of SSH and Jupyter asks for neither: the service's default is both.
func TestTemplateV2_startsNothing(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	s.UseVersion2()
	c := s.Client()
	fields := api.TemplateFields{Name: members.Some("web"), ImageName: members.Some("i")}
	created := mustCreate(t, c.Templates.Create, api.TemplateCreate{TemplateFields: fields})
	s.ExpectSent("CreateTemplate", `{"name":"web","image":"i","startSsh":false,"startJupyter":false}`)
	change := api.TemplateFields{StartJupyter: members.Some(true)}
	changed, err := c.Templates.Update(t.Context(), created.ID, change)
	if err != nil || changed.StartSSH != members.Some(false) || changed.StartJupyter != members.Some(true) {
		t.Errorf("%+v %v", changed, err)
	}
	s.ExpectSent("UpdateTemplate", `{"startJupyter":true}`)
}

// What an answer showed of a template gives way to a newer one, but not to a list.
func TestTemplates_seenDespiteAList(t *testing.T) {
	t.Parallel()
	s := emulatortest.Start(t)
	s.UseVersion2()
	s.Put("templates", "t1", map[string]any{"name": "web", "imageName": "img:1"})
	c := s.Client()
	list := func() {
		t.Helper()
		if _, err := c.Templates.ListAll(t.Context()); err != nil {
			t.Error(err)
		}
	}
	list()
	expectSeen(t, c, "img:1")
	change := api.TemplateFields{ImageName: members.Some("img:2")}
	if _, err := c.Templates.Update(t.Context(), "t1", change); err != nil {
		t.Fatal(err)
	}
	expectSeen(t, c, "img:2")
	s.Patch("templates", "t1", map[string]any{"imageName": "img:3"})
	list()
	expectSeen(t, c, "img:2")
	if _, err := c.Templates.Get(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	expectSeen(t, c, "img:3")
}

func expectSeen(t *testing.T, c *client.Client, image string) {
	t.Helper()
	if seen, _ := c.Templates.Seen("t1"); seen.Container.ImageName.Or("") != image {
		t.Errorf("seen: %v, want the image %s", seen, image)
	}
}
