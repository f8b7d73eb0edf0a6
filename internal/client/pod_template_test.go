package client_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Over version 2 no pod shows its template (contract-v2 8.3). A pod of a create without an image is known by the
// settings that its template gives it.

// templatePod is a create that leaves the container settings to the template "web", but for one variable.
func templatePod() api.PodCreate {
	in := gpuPod(l4)
	in.PodFields = api.PodFields{Name: members.Some("p"), Env: members.Some(map[string]string{"OWN": "1"})}
	in.TemplateID = members.Some("web")
	return in
}

// withTemplate returns a service with the template "web", whose clients use version 2.
func withTemplate(t *testing.T) *emulatortest.Service {
	t.Helper()
	s, _ := podService2(t)
	if err := s.PutObject(emulator.KindTemplates, "web", map[string]any{
		"name": "web", "imageName": "i:7", "isServerless": false, "volumeInGb": 0, "containerDiskInGb": 30,
		"ports": []string{"80/http"}, "env": map[string]any{"MODE": "fast", "OWN": "0"}, "startSsh": true,
		"dockerEntrypoint": []string{"sh"}, "dockerStartCmd": []string{"run"},
	}); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPodV2_lostCreateFromTemplate(t *testing.T) {
	t.Parallel()
	s := withTemplate(t)
	s.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultResetAfter, Count: 1})
	created, err := s.Client().Pods.Create(t.Context(), templatePod())
	pods := s.Objects(emulator.KindPods)
	if err != nil || created.Failure == nil || len(pods) != 1 || created.Object.ID != pods[0]["id"] {
		t.Errorf("%v: %+v, and the pods are %v", err, created, pods)
	}
	if got := len(s.Requests("GetTemplate")); got != 1 {
		t.Errorf("%d GETs of the template", got)
	}
}

// The service adds variables for SSH and Jupyter to the pod of a create that asks for these.
func TestPodV2_lostCreateWithSSH(t *testing.T) {
	t.Parallel()
	const started = `"image":"i:7","startSsh":true,"startJupyter":true`
	for name, test := range map[string]struct {
		asks    bool
		members string // of the pod that appears
		adopts  bool
	}{
		"as asked":             {asks: true, members: started, adopts: true},
		"with another's":       {asks: true, members: started + `,"env":{"OWN":"1","OTHER":"2"}`},
		"without its variable": {asks: true, members: started + `,"env":{"A":"1"}`},
		"not asked":            {members: started},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _ := podService2(t)
			s.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: http.StatusBadGateway,
				Count: 1})
			s.OnRequest("CreatePod", 1, func() { createElsewhere(t, s, test.members) })
			in := templatePod()
			in.TemplateID, in.ImageName = members.Optional[string]{}, members.Some("i:7")
			if test.asks {
				in.StartSSH, in.StartJupyter = members.Some(true), members.Some(true)
			}
			created, err := s.Client().Pods.Create(t.Context(), in)
			if test.adopts != (err == nil && created.Object.ID != "") {
				t.Errorf("%v: %+v", err, created)
			}
		})
	}
}

// Another client's pod that appears while the answer is lost differs in what the template gives. A pod that does not
// differ is the result of the create, as far as the client can see.
func TestPodV2_lostCreateBesideAnother(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		members string // of the other pod
		adopts  bool
	}{
		"alike":               {`"templateId":"web"`, true},
		"image":               {`"templateId":"web","image":"i:8"`, false},
		"disk":                {`"templateId":"web","disk":31`, false},
		"ports":               {`"templateId":"web","ports":["81/http"]`, false},
		"command":             {`"templateId":"web","args":"stop"`, false},
		"variable":            {`"templateId":"web","env":{"OWN":"1","MODE":"slow"}`, false},
		"no template":         {`"image":"i:7"`, false},
		"the settings":        {`"image":"i:7","disk":30,"ports":["80/http"],"env":{"OWN":"1","MODE":"fast"},` + command, true},
		"but a variable":      {`"image":"i:7","disk":30,"ports":["80/http"],"env":{"OWN":"1"},` + command, false},
		"but the credentials": {`"templateId":"web","registry":"hub"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := withTemplate(t)
			if err := s.PutObject(emulator.KindContainerRegistryAuths, "hub", map[string]any{"name": "hub"}); err != nil {
				t.Fatal(err)
			}
			s.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultStatus, Status: http.StatusBadGateway,
				Count: 1})
			s.OnRequest("CreatePod", 1, func() { createElsewhere(t, s, test.members) })
			created, err := s.Client().Pods.Create(t.Context(), templatePod())
			if got := len(s.Objects(emulator.KindPods)); got != 1 {
				t.Fatalf("%d pods, want the other client's", got)
			}
			if test.adopts != (err == nil && created.Object.ID != "") {
				t.Errorf("%v: %+v", err, created)
			}
		})
	}
}

// command are the lists of the template "web".
const command = `"args":"{\"entrypoint\":[\"sh\"],\"cmd\":[\"run\"]}"`

// createElsewhere creates a pod like templatePod with other members, by a request of no client in this process.
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

// Without the template's settings nothing proves whose pod it is.
func TestPodV2_lostCreateWithoutProof(t *testing.T) {
	t.Parallel()
	s := withTemplate(t)
	s.SetFaults(emulator.Fault{Operation: "CreatePod", Kind: emulator.FaultResetAfter, Count: 1},
		emulator.Fault{Operation: "GetTemplate", Kind: emulator.FaultStatus, Status: http.StatusForbidden})
	created, err := s.Client().Pods.Create(t.Context(), templatePod())
	if failed := outcomeOf(t, err); len(failed.Found) != 1 || created.Object.ID != "" {
		t.Errorf("%s: %+v", told(failed), created)
	}
	s.SetFaults()
	template, err := s.Client().Templates.Get(t.Context(), "web")
	if err != nil {
		t.Fatal(err)
	}
	pods, err := s.Client().Pods.ListAll(t.Context())
	if err != nil || len(pods) != 1 {
		t.Fatal(pods, err)
	}
	in := templatePod()
	if _, missing := client.PodProof(in, pods[0]); !slices.Equal(missing, []string{"imageName"}) {
		t.Errorf("without the template it lacks %v", missing)
	}
	in.Container = members.Some(template.Container())
	if differs, missing := client.PodProof(in, pods[0]); len(differs)+len(missing) > 0 {
		t.Errorf("with the template it differs in %v and lacks %v", differs, missing)
	}
	pods[0].ImageName = members.Optional[string]{}
	if _, missing := client.PodProof(in, pods[0]); !slices.Equal(missing, []string{"imageName"}) {
		t.Errorf("without an image it lacks %v", missing)
	}
}
