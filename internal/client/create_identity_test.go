package client_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// A create adopts a new object only if the object shows all that identifies its kind, with the values of the request.
// An answer that leaves one of these out proves nothing, and another value belongs to another create.
func TestCreate_identity(t *testing.T) {
	t.Parallel()
	// The service's clock stands still, however long the test takes.
	date := map[string]string{"Date": "Mon, 02 Mar 2026 10:00:00 GMT"}
	volume := func(c *client.Client) error {
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		return err
	}
	pod := func(c *client.Client) error {
		_, err := c.Pods.Create(t.Context(), api.PodCreate{PodFields: api.PodFields{
			Name: members.Some("p"), ImageName: members.Some("i")}})
		return err
	}
	template := func(c *client.Client) error {
		_, err := c.Templates.Create(t.Context(), api.TemplateCreate{TemplateFields: api.TemplateFields{
			Name: members.Some("web"), ImageName: members.Some("i")}})
		return err
	}
	credentials := func(c *client.Client) error {
		_, err := c.ContainerRegistryAuths.Create(t.Context(), api.ContainerRegistryAuthCreate{Name: "hub",
			Username: "u", Password: "p"})
		return err
	}
	podWith := func(rest string) string {
		return `{"id":"x","name":"p","imageName":"i","gpuCount":1,"createdAt":"2026-03-02T10:00:00Z"` + rest + `}`
	}
	for name, test := range map[string]struct {
		create           func(*client.Client) error
		object           string
		differs, missing []string // both nil if it is adopted
	}{
		"a volume": {create: volume, object: `{"id":"x","name":"data","size":10,"dataCenterId":"EU-RO-1"}`},
		"a volume without its data center": {
			create: volume, object: `{"id":"x","name":"data","size":10}`, missing: []string{"dataCenterId"},
		},
		"a volume in another data center": {
			create: volume, object: `{"id":"x","name":"data","size":10,"dataCenterId":"US-KS-2"}`,
			differs: []string{"dataCenterId"},
		},
		"a pod with a variable": {
			create: pod, object: podWith(`,"machine":{"secureCloud":true},"env":{"A":"1"}`), differs: []string{"env"},
		},
		"a pod with a command": {
			create: pod, object: podWith(`,"machine":{"secureCloud":true},"dockerEntrypoint":["a"],"dockerStartCmd":["b"]`),
			differs: []string{"dockerEntrypoint", "dockerStartCmd"},
		},
		"a template without a kind": {
			create: template, object: `{"id":"x","name":"web","imageName":"i"}`, missing: []string{"isServerless"},
		},
		"credentials without a name": {create: credentials, object: `{"id":"x"}`, missing: []string{"name"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := answer{status: 200, body: "[" + test.object + "]", header: date}
			object := answer{status: 200, body: test.object, header: date}
			found := []answer{list, object}
			if test.differs != nil { // The item is enough, and the client searches twice.
				found = []answer{list, list}
			}
			s := serve(t, append([]answer{{status: 200, body: `[]`, header: date}, {status: 502, header: date}}, found...)...)
			err := test.create(s.client(t))
			if test.differs == nil && test.missing == nil {
				if err != nil {
					t.Errorf("%v after %v", err, s.methods())
				}
				return
			}
			failed := outcomeOf(t, err)
			if !failed.Unknown || len(failed.Found) != 1 || !slices.Equal(failed.Found[0].Missing, test.missing) ||
				!slices.Equal(failed.Found[0].Differences, test.differs) {
				t.Errorf("%s after %v", told(failed), s.methods())
			}
		})
	}
}
