package client_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// If a new object could be the result of a create, because the service may store values in another form, the error
// names the object and no state gets it. An object with another name belongs to another client.
func TestCreate_storedInAnotherForm(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		stored  func(*client.NetworkVolumeCreate)
		differs []string // nil if it is another client's
	}{
		"size":             {func(in *client.NetworkVolumeCreate) { in.Size = client.Some(int64(16)) }, []string{"size"}},
		"data center":      {func(in *client.NetworkVolumeCreate) { in.DataCenterID = "eu-ro-1" }, []string{"dataCenterId"}},
		"name, lower case": {func(in *client.NetworkVolumeCreate) { in.Name = client.Some("my data 1") }, []string{"name"}},
		"name, trimmed":    {func(in *client.NetworkVolumeCreate) { in.Name = client.Some("My Data 1 ") }, []string{"name"}},
		"name, no spaces":  {func(in *client.NetworkVolumeCreate) { in.Name = client.Some("my-data-1") }, []string{"name"}},
		"no name": {func(in *client.NetworkVolumeCreate) {
			in.Name, in.Size = client.Optional[string]{}, client.Some(int64(16))
		}, []string{"size"}},
		"everything": {func(in *client.NetworkVolumeCreate) {
			in.Name, in.Size, in.DataCenterID = client.Some("MY DATA 1"), client.Some(int64(16)), "elsewhere"
		}, []string{"dataCenterId", "name", "size"}},
		"another name":  {func(in *client.NetworkVolumeCreate) { in.Name = client.Some("My Data 2") }, nil},
		"a longer name": {func(in *client.NetworkVolumeCreate) { in.Name = client.Some("My Data 12") }, nil},
		// That is an endpoint's.
		"a suffix of its": {func(in *client.NetworkVolumeCreate) { in.Name = client.Some("My Data 1 -fb") }, nil},
	} {
		for failure, status := range map[string]int{"500": 500, "504": 504} {
			t.Run(name+", "+failure, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := &volumeService{creates: []createAnswer{{status: status}}}
					s.add(volumeCalled("My Data 1")) // It existed before.
					s.onCreate = func(n int) {
						if in := volumeCalled("My Data 1"); n == 1 {
							test.stored(&in)
							s.add(in)
						}
					}
					created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("My Data 1"))
					failed := outcomeOf(t, err)
					if s.count(post) != 1 || created.Object.ID != "" {
						t.Errorf("%d creates: %+v", s.count(post), created)
					}
					if test.differs == nil {
						if failed.Outcome != client.CreateMissing || failed.Found != nil {
							t.Errorf("%+v", failed)
						}
						return
					}
					if failed.Outcome != client.CreateDoubtful || len(failed.Found) != 1 || failed.Found[0].ID != "v2" ||
						!slices.Equal(failed.Found[0].Differences, test.differs) {
						t.Errorf("%+v", failed)
					}
				})
			})
		}
	}
}

// An object that resembles the request at the first look, and shows all of its values at the second, is the result.
func TestCreate_completedBetweenTheLooks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{}}}
		s.onCreate = func(int) {
			in := volumeCalled("data")
			in.Size = client.Some(int64(0))
			s.add(in)
		}
		s.onList = func(n int) {
			if n == 3 {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.volumes[0].Size = client.Some(int64(10))
			}
		}
		created, err := s.client(t).NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if err != nil || created.Object.ID != "v1" || created.Adopted == nil {
			t.Errorf("%+v %v", created, err)
		}
	})
}

// An object that matches another create of this run is not the result of a create of the same name, whether the other
// is answered, lost at the same time, or ended before.
func TestCreate_anotherCreateOfTheSameName(t *testing.T) {
	t.Parallel()
	larger := volumeCalled("data")
	larger.Size = client.Some(int64(11))
	for name, other := range map[string]createAnswer{
		"answered": {acts: true, status: 200}, "lost": {acts: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{other, {acts: true}}}
				under := make(chan struct{})
				s.onCreate = func(n int) {
					if n == 2 {
						close(under)
					}
					<-under
				}
				c := s.client(t)
				var both sync.WaitGroup
				for i, in := range []client.NetworkVolumeCreate{larger, volumeCalled("data")} {
					both.Go(func() {
						time.Sleep(time.Duration(i) * time.Second)
						created, err := c.NetworkVolumes.Create(t.Context(), in)
						if err != nil || created.Object.Size.Or(0) != in.Size.Or(0) {
							t.Errorf("%+v %v", created, err)
						}
					})
				}
				both.Wait()
				if len(s.ids()) != 2 {
					t.Errorf("%v", s.ids())
				}
			})
		})
	}
	t.Run("ended", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{creates: []createAnswer{{status: 504}, {acts: true}}}
			c := s.client(t)
			_, err := c.NetworkVolumes.Create(t.Context(), larger)
			if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
				t.Errorf("%+v", failed)
			}
			s.add(larger) // The service has done it at last.
			created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if err != nil || created.Object.ID != "v2" {
				t.Errorf("%+v %v", created, err)
			}
		})
	})
	t.Run("ended, and its object appears while the other one is lost", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s := &volumeService{creates: []createAnswer{{status: 504}, {status: 502}}}
			s.onCreate = func(n int) {
				if n == 2 {
					s.add(larger)
				}
			}
			c := s.client(t)
			_, err := c.NetworkVolumes.Create(t.Context(), larger)
			if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
				t.Error(told(failed))
			}
			_, err = c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
			if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing || failed.Found != nil {
				t.Error(told(failed))
			}
		})
	})
}

// Any new pod can be the result of a create without a name, except one that refers to other objects. A pod that does
// not show its name can be the result of any create.
func TestCreate_podsInAnotherForm(t *testing.T) {
	t.Parallel()
	nameless := client.PodCreate{PodFields: client.PodFields{ImageName: client.Some("i")},
		PodPlacement: client.PodPlacement{TemplateID: client.Some("t"), NetworkVolumeID: client.Some("v")}}
	named := client.PodCreate{PodFields: client.PodFields{Name: client.Some("p"), ImageName: client.Some("i")}}
	for name, test := range map[string]struct {
		in       client.PodCreate
		listed   string
		doubtful bool
	}{
		"no name sent":             {nameless, `{"id":"x","name":"my pod","imageName":"docker.io/i"}`, true},
		"no name, its template":    {nameless, `{"id":"x","imageName":"docker.io/i","templateId":"t"}`, true},
		"no name, other template":  {nameless, `{"id":"x","imageName":"docker.io/i","templateId":"u"}`, false},
		"no name, other volume":    {nameless, `{"id":"x","imageName":"docker.io/i","networkVolume":{"id":"w"}}`, false},
		"no name, a worker":        {nameless, `{"id":"x","imageName":"docker.io/i","endpointId":"e"}`, false},
		"no name told":             {named, `{"id":"x","imageName":"docker.io/i"}`, true},
		"same name":                {named, `{"id":"x","name":"p","imageName":"docker.io/i"}`, true},
		"same name, a variable":    {named, `{"id":"x","name":"p","imageName":"docker.io/i","env":{"A":"1"}}`, true},
		"same name, of a template": {named, `{"id":"x","name":"p","imageName":"i","templateId":"t"}`, false},
		"same name, ended":         {named, `{"id":"x","name":"p","imageName":"j","desiredStatus":"TERMINATED"}`, false},
		"other name":               {named, `{"id":"x","name":"q","imageName":"i"}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			list := answer{status: 200, body: "[" + test.listed + "]"}
			s := serve(t, answer{status: 200, body: `[]`}, answer{status: 502}, list, list)
			_, err := s.client(t).Pods.Create(t.Context(), test.in)
			failed := outcomeOf(t, err)
			if !test.doubtful {
				if failed.Outcome != client.CreateMissing || failed.Found != nil {
					t.Errorf("%+v", failed)
				}
				return
			}
			if failed.Outcome != client.CreateDoubtful || failed.Found[0].ID != "x" ||
				!slices.Equal(s.methods(), []string{get, post, get, get}) {
				t.Errorf("%+v after %v", failed, s.methods())
			}
		})
	}
}

// The suffix of flashboot on an endpoint's name shows that flashboot is on: the name is as sent, unless flashboot is
// sent as off. Then the endpoint could still be the result of the create, and is not adopted.
func TestCreate_flashbootSuffix(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		flashboot client.Optional[bool]
		sent      string
		shown     string
		outcome   client.CreateOutcome
		adopted   bool
	}{
		"on":       {flashboot: client.Some(true), sent: "s", shown: `"name":"s -fb"`, adopted: true},
		"not sent": {flashboot: client.Optional[bool]{}, sent: "s", shown: `"name":"s -fb"`, adopted: true},
		"off": {
			flashboot: client.Some(false), sent: "s", shown: `"name":"s -fb"`, outcome: client.CreateDoubtful,
		},
		"off, and as sent": {flashboot: client.Some(false), sent: "s -fb", shown: `"name":"s -fb"`, adopted: true},
		"on, and shown as off": {
			flashboot: client.Optional[bool]{}, sent: "s", shown: `"name":"s -fb","flashboot":false`,
			outcome: client.CreateDoubtful,
		},
		"not sent, and shown as off": {
			flashboot: client.Optional[bool]{}, sent: "s", shown: `"name":"s","flashboot":false`,
			outcome: client.CreateDoubtful,
		},
		"not sent, and shown as on": {
			flashboot: client.Optional[bool]{}, sent: "s", shown: `"name":"s","flashboot":true`, adopted: true,
		},
		"cut off what was sent": {
			flashboot: client.Some(true), sent: "s -fb", shown: `"name":"s -fb","flashboot":true`, adopted: true,
		},
		"another name": {
			flashboot: client.Some(true), sent: "s", shown: `"name":"other -fb"`, outcome: client.CreateMissing,
		},
		"another template of it": {
			flashboot: client.Some(true), sent: "s", shown: `"name":"s -fb","templateId":"u"`,
			outcome: client.CreateMissing,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			object := `{"id":"x","computeType":"GPU","gpuTypeIds":[],"createdAt":"` + time.Now().Format(time.RFC3339) + `",` +
				test.shown + `}`
			if !strings.Contains(object, "templateId") {
				object = strings.Replace(object, "{", `{"templateId":"t",`, 1)
			}
			list := answer{status: 200, body: "[" + object + "]"}
			s := serve(t, answer{status: 200, body: `[]`}, answer{status: 500}, list)
			if test.adopted {
				s.answers = append(s.answers, answer{status: 200, body: object})
			} else {
				s.answers = append(s.answers, list)
			}
			in := client.EndpointCreate{EndpointFields: client.EndpointFields{Name: client.Some(test.sent),
				TemplateID: client.Some("t"), Flashboot: test.flashboot}}
			created, err := s.client(t).Endpoints.Create(t.Context(), in)
			if test.adopted {
				if err != nil || created.Object.ID != "x" || created.Adopted == nil {
					t.Errorf("%+v %v", created, err)
				}
				return
			}
			if failed := outcomeOf(t, err); failed.Outcome != test.outcome {
				t.Errorf("%+v", failed)
			}
		})
	}
}
