package client_test

import (
	"net/http"
	"sync"
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
	created, err := c.Templates.Create(t.Context(), api.TemplateCreate{TemplateFields: fields})
	if err != nil {
		t.Fatal(err)
	}
	s.ExpectSent("CreateTemplate", `{"name":"web","image":"i","startSsh":false,"startJupyter":false}`)
	change := api.TemplateFields{StartJupyter: members.Some(true)}
	changed, err := c.Templates.Update(t.Context(), created.Object.ID, change)
	if err != nil || changed.StartSSH != members.Some(false) || changed.StartJupyter != members.Some(true) {
		t.Errorf("%+v %v", changed, err)
	}
	s.ExpectSent("UpdateTemplate", `{"startJupyter":true}`)
}

// What an answer showed of a template gives way to newer answers only: a read that began before the end of an update
// can be older, and so can each list.
func TestTemplates_seenIsTheNewest(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(*testing.T, *client.Client, string){
		"GET": func(t *testing.T, c *client.Client, id string) {
			t.Helper()
			if _, err := c.Templates.Get(t.Context(), id); err != nil {
				t.Error(err)
			}
		},
		"list": listAfter,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := emulatortest.Start(t)
			s.UseVersion2()
			if err := s.PutObject("templates", "t1", map[string]any{"name": "web", "imageName": "img:1"}); err != nil {
				t.Fatal(err)
			}
			answered, updated := make(chan struct{}), make(chan struct{})
			c := s.Client(func(config *client.Config) {
				config.WrapTransport = func(network http.RoundTripper) http.RoundTripper {
					return exchange(func(r *http.Request) (*http.Response, error) {
						answer, err := network.RoundTrip(r)
						if r.Method == http.MethodGet && !isDone(answered) {
							close(answered)
							<-updated
						}
						return answer, err
					})
				}
			})
			var late sync.WaitGroup
			late.Go(func() { read(t, c, "t1") })
			<-answered
			change := api.TemplateFields{ImageName: members.Some("img:2")}
			if _, err := c.Templates.Update(t.Context(), "t1", change); err != nil {
				t.Fatal(err)
			}
			close(updated)
			late.Wait()
			expectSeen(t, c, "img:2")
			if err := s.PatchObject("templates", "t1", map[string]any{"imageName": "img:3"}); err != nil {
				t.Fatal(err)
			}
			listAfter(t, c, "t1")
			expectSeen(t, c, "img:2")
			if _, err := c.Templates.Get(t.Context(), "t1"); err != nil {
				t.Fatal(err)
			}
			expectSeen(t, c, "img:3")
		})
	}
}

func listAfter(t *testing.T, c *client.Client, _ string) {
	t.Helper()
	if _, err := c.Templates.ListAll(t.Context()); err != nil {
		t.Error(err)
	}
}

func expectSeen(t *testing.T, c *client.Client, image string) {
	t.Helper()
	if seen, _ := c.Templates.Seen("t1"); seen.Container.ImageName.Or("") != image {
		t.Errorf("seen: %v, want the image %s", seen, image)
	}
}
