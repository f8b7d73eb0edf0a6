package client_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Whose pod appears while the answer to a create is lost: the client adopts one that shows all that was sent, and
// nothing else. The service adds variables for SSH and Jupyter to the pod of a create that asks for these.
func TestPodV2_lostCreate(t *testing.T) {
	t.Parallel()
	const started = `"image":"i:7","startSsh":true,"startJupyter":true`
	for name, test := range map[string]struct {
		asks, templated bool
		members         string // of the pod that appears
		adopts          bool
	}{
		"as asked":                {asks: true, members: started, adopts: true},
		"with another's":          {asks: true, members: started + `,"env":{"OWN":"1","OTHER":"2"}`},
		"without its variable":    {asks: true, members: started + `,"env":{"A":"1"}`},
		"not asked":               {members: started},
		"its template not shown":  {templated: true, members: `"templateId":"web"`}, // contract-v2 8.3
		"the image of a template": {templated: true, members: `"image":"i:7"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := podService2(t)
			s.Put(emulator.KindTemplates, "web", map[string]any{
				"name": "web", "imageName": "i:7", "isServerless": false, "volumeInGb": 0,
			})
			s.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: http.StatusBadGateway,
				Count: 1})
			s.OnRequest("CreatePod", 1, func() { createElsewhere(t, s, test.members) })
			in := gpuPod(l4)
			in.PodFields = api.PodFields{Name: members.Some("p"), ImageName: members.Some("i:7"),
				Env: members.Some(map[string]string{"OWN": "1"})}
			if test.templated {
				in.TemplateID, in.ImageName = members.Some("web"), members.Optional[string]{}
			}
			if test.asks {
				in.StartSSH, in.StartJupyter = members.Some(true), members.Some(true)
			}
			created, err := s.Client().Pods.Create(t.Context(), in)
			if test.adopts != (err == nil && created.Object.ID != "") {
				t.Errorf("%v: %+v", err, created)
			}
			if test.templated && len(outcomeOf(t, err).Found) != 1 {
				t.Errorf("the error does not name the pod: %v", err)
			}
		})
	}
}

// createElsewhere creates a pod like that of the create with other members, by a request of no client in this process.
func createElsewhere(t *testing.T, s *emulatortest.Service, members string) {
	t.Helper()
	if !strings.Contains(members, `"env"`) {
		members += `,"env":{"OWN":"1"}`
	}
	body := `{"name":"p","cloud":"SECURE","gpu":{"id":"NVIDIA L4","count":2,"allowedCudaVersions":[]},` + members + `}`
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.RESTURL2()+"/pods", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	request.Header.Set("Authorization", "Bearer "+s.APIKey())
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return
	}
	if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusCreated {
		t.Error(answer.Status, err)
	}
}
