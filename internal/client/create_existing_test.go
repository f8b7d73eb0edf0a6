package client_test

import (
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// An object that this run has deleted is not in the way of a create, though the first list has it. Without a list the
// client cannot tell which objects exist: with RefuseExisting it then sends no create.
func TestCreate_existingObjectsDeletedOrNotListed(t *testing.T) {
	t.Parallel()
	const volume = `{"id":"v1","name":"data","size":10,"dataCenterId":"EU-RO-1"}`
	refuse := func(config *client.Config) { config.RefuseExisting = true }
	s := serve(t, answer{status: 204}, answer{status: 200, body: "[" + volume + "]"},
		answer{status: 200, body: strings.Replace(volume, "v1", "v2", 1)})
	c := s.client(t, refuse)
	if err := c.NetworkVolumes.Delete(t.Context(), "v1"); err != nil {
		t.Fatal(err)
	}
	created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
	if err != nil || created.Object.ID != "v2" {
		t.Errorf("%+v %v", created, err)
	}
	s = serve(t, answer{status: 403}, answer{status: 403}, answer{status: 403})
	_, err = s.client(t, refuse).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
	if failed := outcomeOf(t, err); failed.Err != nil || failed.Look == nil || len(s.requests()) != 3 {
		t.Errorf("%+v after %v", failed, s.methods())
	}
}

// lostPod is a create of a pod that fails without an answer, in an account that then has another one.
func lostPod(t *testing.T, in api.PodCreate, listed string, got ...answer) error {
	t.Helper()
	answers := []answer{{status: 200, body: `[]`}, {status: 500}, {status: 200, body: listed}}
	answers = append(answers, got...)
	answers = append(answers, answer{status: 200, body: `[]`}) // The second look.
	_, err := serve(t, answers...).client(t).Pods.Create(t.Context(), in)
	return err
}

// A list may show less of a pod than its own GET, such as the values in which a colleague's pod differs.
func TestCreate_foreignObjects(t *testing.T) {
	t.Parallel()
	in := api.PodCreate{PodFields: api.PodFields{
		Name: members.Some("p"), ImageName: members.Some("i"), Env: members.Some(map[string]string{"A": "1"})}}
	notFound := answer{status: 404, body: `{"error":"pod not found","status":404}`}
	for name, c := range map[string]struct {
		listed string
		got    []answer
		named  int // It has the name, so the error names it.
	}{
		"its GET says more": {`[{"id":"x","name":"p","imageName":"i"}]`,
			[]answer{{status: 200, body: `{"id":"x","name":"p","imageName":"i","env":{"A":"2"}}`}}, 1},
		"it is gone": {`[{"id":"x","name":"p","imageName":"i"}]`,
			[]answer{notFound, {status: 200, body: `[]`}, notFound}, 0},
		"terminated":        {`[{"id":"x","name":"p","imageName":"i","desiredStatus":"TERMINATED"}]`, nil, 0},
		"a worker":          {`[{"id":"x","name":"p","imageName":"i","endpointId":"e"}]`, nil, 0},
		"a second variable": {`[{"id":"x","name":"p","imageName":"i","env":{"A":"2"}}]`, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			failed := outcomeOf(t, lostPod(t, in, c.listed, c.got...))
			if !failed.Unknown || len(failed.Found) != c.named {
				t.Error(told(failed))
			}
		})
	}
	// The same pod twice in a list is one pod.
	one := `{"id":"x","name":"p","imageName":"i","env":{"A":"1"},"gpuCount":1,"machine":{"secureCloud":true},` +
		`"createdAt":"` + time.Now().Format(time.RFC3339) + `"}`
	if err := lostPod(t, in, "["+one+","+one+"]", answer{status: 200, body: one}); err != nil {
		t.Errorf("%v", err)
	}
}
