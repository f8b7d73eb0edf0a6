package client_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// An object that appears after its create ended with an error is reported once, when a later list shows it; and no
// later create of the same values adopts it.
func TestLateObjects(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{status: 504}, {}}}
		c := s.client(t)
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing || len(c.NetworkVolumes.Late()) != 0 {
			t.Fatalf("%+v", failed)
		}
		s.add(volumeCalled("other"))
		late := s.add(volumeCalled("data"))
		if _, err := c.NetworkVolumes.ReadAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := c.NetworkVolumes.Late(); !slices.Equal(got, []client.LateObject{{ID: late.ID, Name: "data"}}) {
			t.Errorf("%+v", got)
		}
		if got := c.NetworkVolumes.Late(); len(got) != 0 {
			t.Errorf("once more: %+v", got)
		}
		_, err = c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
			t.Errorf("%+v", failed)
		}
	})
}

// The search of another create reports an object that appeared after its create had ended with an error. It leaves out
// an object that can belong to a create which is still under way.
func TestLateObjects_inAnotherCreatesSearch(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		second createAnswer // of the other create
		called string
		late   []client.LateObject
		object string // that the other create gets
	}{
		"another name": {
			second: createAnswer{acts: true, status: 502}, called: "other",
			late: []client.LateObject{{ID: "v1", Name: "data"}}, object: "v2",
		},
		"the same name, and it made nothing": {second: createAnswer{status: 502}, called: "data", object: "v1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{status: 504}, test.second}}
				s.onCreate = func(n int) {
					if n == 2 { // After the list from before the second create.
						s.add(volumeCalled("data"))
					}
				}
				c := s.client(t)
				_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
					t.Fatal(told(failed))
				}
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled(test.called))
				if err != nil || created.Object.ID != test.object || created.Adopted == nil {
					t.Errorf("%+v %v", created, err)
				}
				if late := c.NetworkVolumes.Late(); !slices.Equal(late, test.late) {
					t.Errorf("%+v, want %+v", late, test.late)
				}
			})
		})
	}
}

// A list can show the object of a create before the create is answered. Once it is answered, that object is not late,
// though an earlier create of the same values has failed.
func TestLateObjects_ofAnAnsweredCreate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{status: 504}, {acts: true, status: 200}}}
		c := s.client(t)
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
			t.Fatal(told(failed))
		}
		s.onAnswer = func(n int) {
			if n != 2 {
				return
			}
			all, err := c.NetworkVolumes.ReadAll(t.Context())
			if err != nil || len(all) != 1 {
				t.Errorf("%+v %v", all, err)
			}
		}
		created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
		if err != nil || created.Object.ID != "v1" || created.Adopted != nil {
			t.Errorf("%+v %v", created, err)
		}
		if late := c.NetworkVolumes.Late(); len(late) != 0 {
			t.Errorf("%+v", late)
		}
	})
}

// An endpoint shows when it was created. One from another time than the failed create's is not its result.
func TestLateObjects_time(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		created time.Duration // after the create
		late    []client.LateObject
	}{
		"at the create":       {0, []client.LateObject{{ID: "e1", Name: "x"}}},
		"five minutes before": {-5 * time.Minute, nil},
		"a minute after":      {time.Minute, nil},
		"10 seconds after it": {10 * time.Second, []client.LateObject{{ID: "e1", Name: "x"}}},
		"12 seconds after it": {12 * time.Second, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &datedService{t: t}
				c := newClient(t, "http://endpoints.test/v1")
				c.SetTransport(s)
				at := time.Now().Add(test.created).UTC().Format(time.RFC3339)
				_, err := c.Endpoints.Create(t.Context(), client.EndpointCreate{EndpointFields: client.EndpointFields{
					Name: client.Some("x"), TemplateID: client.Some("t")}})
				if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
					t.Fatal(told(failed))
				}
				time.Sleep(2 * time.Minute)
				s.created = []string{at}
				if _, err := c.Endpoints.ReadAll(t.Context()); err != nil {
					t.Fatal(err)
				}
				if late := c.Endpoints.Late(); !slices.Equal(late, test.late) {
					t.Errorf("%+v, want %+v", late, test.late)
				}
			})
		})
	}
}

// The list that names the object of a taken name can show the late object of another create.
func TestLateObjects_inTheListOfATakenName(t *testing.T) {
	t.Parallel()
	refused := func(message string) answer {
		return answer{status: 500, body: `{"error":"` + message + `","status":500}`}
	}
	c := serve(t, answer{status: 200, body: `[]`}, refused("data center does not exist"), answer{status: 200, body: `[]`},
		refused("name must be unique"), answer{status: 200, body: `[{"id":"one","name":"hub"},{"id":"two","name":"dock"}]`},
		answer{status: 200, body: `{"id":"two","name":"dock"}`}).client(t)
	create := func(name string) error {
		_, err := c.ContainerRegistryAuths.Create(t.Context(), client.ContainerRegistryAuthCreate{Name: name,
			Username: "u", Password: "p"})
		return err
	}
	if failed := outcomeOf(t, create("hub")); failed.Outcome != client.CreateRejected || !failed.Searched {
		t.Fatal(told(failed))
	}
	if failed := outcomeOf(t, create("dock")); failed.Outcome != client.CreateNameTaken || failed.Found[0].ID != "two" {
		t.Error(told(failed))
	}
	late := c.ContainerRegistryAuths.Late()
	if !slices.Equal(late, []client.LateObject{{ID: "one", Name: "hub"}}) {
		t.Errorf("%+v", late)
	}
}

// A list for another purpose can show the object of a create that still searches for it, while its own lists lag.
func TestLateObjects_shownToASearch(t *testing.T) {
	t.Parallel()
	const proven = client.CreateOutcome(-1)
	for name, test := range map[string]struct {
		shown   bool
		broken  bool // Later GETs of the object fail.
		outcome client.CreateOutcome
	}{
		"shown":               {shown: true, outcome: proven},
		"shown, and not read": {shown: true, broken: true, outcome: client.CreateUnlooked},
		"never shown":         {outcome: client.CreateMissing},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{acts: true, status: 504}}, unlisted: []string{"v1"}}
				c := s.client(t)
				set := func(broken string, unlisted ...string) {
					s.mu.Lock()
					defer s.mu.Unlock()
					s.broken, s.unlisted = broken, unlisted
				}
				s.onAnswer = func(int) {
					go func() {
						time.Sleep(time.Minute) // Between two looks.
						if test.shown {
							set("")
						}
						if _, err := c.NetworkVolumes.ReadAll(t.Context()); err != nil {
							t.Error(err)
						}
						broken := ""
						if test.broken {
							broken = "v1"
						}
						set(broken, "v1")
					}()
				}
				created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data"))
				if test.outcome == proven {
					if err != nil || created.Object.ID != "v1" {
						t.Errorf("%+v %v", created.Object, err)
					}
				} else if failed := outcomeOf(t, err); failed.Outcome != test.outcome {
					t.Error(told(failed))
				}
			})
		})
	}
}

// A volume that a list showed, that can be the result of an ended create alone and that cannot be read, does not keep
// another create from its own.
func TestLateObjects_unreadableInAnotherCreatesSearch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{
			{status: 500, body: `{"error":"size must be positive","status":500}`}, {acts: true, status: 502}}}
		c := s.client(t)
		if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err == nil {
			t.Fatal("the service refuses the first create")
		}
		foreign := s.add(volumeCalled("data"))
		if _, err := c.NetworkVolumes.ReadAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.unlisted, s.broken = []string{foreign.ID}, foreign.ID
		before := s.count(get)
		created, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("other"))
		if err != nil || created.Object.Name.Or("") != "other" {
			t.Errorf("%+v %v", created.Object, err)
		}
		if gets := s.count(get) - before; gets != 2 { // The list of the search, and its object.
			t.Errorf("%d GETs", gets)
		}
	})
}

// A list with public templates shows those of other accounts: none is the result of a create, or late.
func TestLateObjects_publicTemplates(t *testing.T) {
	t.Parallel()
	for name, isDuring := range map[string]bool{"during the search": true, "after it": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const public = `{"id":"foreign","name":"web","imageName":"i","isServerless":false,"isPublic":true}`
				c := newClient(t, "http://templates.test/v1", func(config *client.Config) { config.SecondLook = time.Minute })
				list := func() {
					if _, err := c.Templates.List(t.Context(), client.TemplateFilter{IncludePublic: true}); err != nil {
						t.Error(err)
					}
				}
				c.SetTransport(exchange(func(r *http.Request) (*http.Response, error) {
					switch {
					case r.Method == http.MethodPost:
						if isDuring {
							go func() {
								time.Sleep(5 * time.Second)
								list()
							}()
						}
						return response(http.StatusBadGateway, "<html>"), nil
					case strings.Contains(r.URL.RawQuery, "Public"):
						return response(http.StatusOK, "["+public+"]"), nil
					case strings.HasSuffix(r.URL.Path, "/templates"):
						return response(http.StatusOK, "[]"), nil
					default:
						return response(http.StatusOK, public), nil
					}
				}))
				created, err := c.Templates.Create(t.Context(), client.TemplateCreate{TemplateFields: client.TemplateFields{
					Name: client.Some("web"), ImageName: client.Some("i")}})
				if failed := outcomeOf(t, err); failed.Outcome != client.CreateMissing {
					t.Errorf("%s: %s", created.Object.ID, told(failed))
				}
				if !isDuring {
					list()
				}
				if late := c.Templates.Late(); len(late) > 0 {
					t.Errorf("%+v", late)
				}
			})
		})
	}
}
