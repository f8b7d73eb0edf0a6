package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/contexttest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// account is a service that refuses deletes as long as told, and lists what it is told.
type account struct {
	*httptest.Server

	// refusals is the number of deletes that the service rejects before it deletes the object.
	refusals int
	// lists are the answers by path. What is not here fails.
	lists map[string]string

	mu    sync.Mutex
	asked map[string]int
}

func newAccount(t *testing.T, refusals int, lists map[string]string) *account {
	t.Helper()
	a := &account{refusals: refusals, lists: lists, asked: map[string]int{}}
	a.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.asked[r.Method+" "+r.URL.RequestURI()]++
		deletes := a.asked[r.Method+" "+r.URL.RequestURI()]
		body, listed := a.lists[r.URL.Path]
		switch {
		case r.Method == http.MethodDelete && deletes > a.refusals:
			w.WriteHeader(http.StatusNoContent)
		case r.Method == http.MethodDelete:
			http.Error(w, `{"error":"object is in use"}`, http.StatusInternalServerError)
		case listed:
			_, _ = fmt.Fprint(w, body)
		default:
			http.Error(w, `{"error":"no list today"}`, http.StatusBadRequest)
		}
	}))
	t.Cleanup(a.Close)
	return a
}

func (a *account) count(request string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.asked[request]
}

// impatient is a client for which the service lags no time at all.
func impatient(config *client.Config) { config.Times.Released = time.Nanosecond }

// always is more refusals than any test has patience for.
const always = 1 << 30

const (
	endpointLists  = "GET /v1/endpoints"
	workersOfT1    = "GET /v1/pods?includeMachine=true&includeNetworkVolume=true&includeWorkers=true&templateId=t1"
	workersWithV1  = "GET /v1/pods?includeMachine=true&includeNetworkVolume=true&includeWorkers=true&networkVolumeId=v1"
	podsAndWorkers = "GET /v1/pods?includeMachine=true&includeNetworkVolume=true&includeWorkers=true"
	templateLists  = "GET /v1/templates?includeEndpointBoundTemplates=true"
)

// A user that stays ends the wait once the service's lag is over, and the error names it. Users of other objects do not
// count, also where a deployment ignores the filters.
func TestDelete_stopsForUsersThatStay(t *testing.T) {
	t.Parallel()
	endpoints := `[{"id":"e1","name":"serve","templateId":"t1","version":3},{"id":"e2","name":"other","templateId":"t2","version":3}]`
	for name, test := range map[string]struct {
		lists  map[string]string
		remove func(context.Context, *client.Client) error
		users  []fleet.User
		asked  map[string]int
	}{
		"template": {
			lists: map[string]string{"/v1/endpoints": endpoints, "/v1/pods": `[{"id":"p1","name":"desk","templateId":"t1"},{"id":"p2","name":"desk","templateId":"t2"},
				{"id":"w1","name":"serve","templateId":"t1","endpointId":"e1","slsVersion":2},
				{"id":"w2","name":"other","templateId":"t1","endpointId":"e2","slsVersion":2}]`},
			remove: func(ctx context.Context, c *client.Client) error { return c.Templates.Delete(ctx, "t1") },
			users: []fleet.User{
				{Kind: client.UserEndpoint, ID: "e1", Name: "serve"},
				{Kind: client.UserPod, ID: "p1", Name: "desk"},
				{Kind: client.UserWorker, ID: "w2", Name: "other", OwnerID: "e2", Leaving: true},
			},
			asked: map[string]int{endpointLists: 2, workersOfT1: 2},
		},
		"network volume under a pod": {
			lists:  map[string]string{"/v1/pods": `[{"id":"p1","name":"desk","networkVolume":{"id":"v1"}},{"id":"p2","networkVolume":{"id":"v2"}},{"id":"p3"}]`},
			remove: func(ctx context.Context, c *client.Client) error { return c.NetworkVolumes.Delete(ctx, "v1") },
			users:  []fleet.User{{Kind: client.UserPod, ID: "p1", Name: "desk"}},
			asked:  map[string]int{workersWithV1: 2}, // Without workers the client does not list endpoints.
		},
		"network volume under a worker": {
			lists: map[string]string{"/v1/endpoints": endpoints,
				"/v1/pods": `[{"id":"w1","name":"serve","endpointId":"e1","slsVersion":3,"networkVolume":{"id":"v1"}}]`},
			remove: func(ctx context.Context, c *client.Client) error { return c.NetworkVolumes.Delete(ctx, "v1") },
			users:  []fleet.User{{Kind: client.UserWorker, ID: "w1", Name: "serve", OwnerID: "e1"}},
			asked:  map[string]int{workersWithV1: 2, endpointLists: 2},
		},
		"login": {
			lists: map[string]string{
				"/v1/templates": `[{"id":"t1","name":"web","containerRegistryAuthId":"a1"},{"id":"t2","containerRegistryAuthId":""}]`,
				"/v1/pods":      `[{"id":"p1","name":"desk","containerRegistryAuthId":"a1"},{"id":"p2","containerRegistryAuthId":"a2"}]`,
			},
			remove: func(ctx context.Context, c *client.Client) error { return c.ContainerRegistryAuths.Delete(ctx, "a1") },
			users: []fleet.User{{Kind: client.UserPod, ID: "p1", Name: "desk"},
				{Kind: client.UserTemplate, ID: "t1", Name: "web"}},
			asked: map[string]int{templateLists: 2, podsAndWorkers: 2},
		},
		"one of the lists fails": {
			lists:  map[string]string{"/v1/pods": `[{"id":"p1","name":"desk","templateId":"t1"}]`},
			remove: func(ctx context.Context, c *client.Client) error { return c.Templates.Delete(ctx, "t1") },
			users:  []fleet.User{{Kind: client.UserPod, ID: "p1", Name: "desk"}},
			asked:  map[string]int{endpointLists: 2, workersOfT1: 2},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAccount(t, always, test.lists)
			err := test.remove(t.Context(), newClient(t, a.URL+"/v1", impatient))
			var inUse *fleet.InUseError
			if !errors.As(err, &inUse) || !transport.HasKind(err, transport.KindInUse) || !inUse.Stuck() ||
				!strings.Contains(err.Error(), "object is in use") ||
				!strings.Contains(err.Error(), "; this did not change within") {
				t.Fatalf("%v", err)
			}
			if !reflect.DeepEqual(inUse.Users, test.users) {
				t.Errorf("used by %+v, want %+v", inUse.Users, test.users)
			}
			for request, times := range test.asked {
				if got := a.count(request); got != times {
					t.Errorf("%s: %d times, want %d", request, got, times)
				}
				a.asked[request] = 0
			}
			for request, times := range a.asked {
				if times != 0 && !strings.HasPrefix(request, http.MethodDelete) {
					t.Errorf("also asked: %s", request)
				}
			}
		})
	}
}

// A user that leaves by itself is waited for, and so is a refusal for which no user is listed: until the caller's time
// is up, and then the error names the users that were seen last.
func TestDelete_waitsForUsersThatLeave(t *testing.T) {
	t.Parallel()
	const left = `[{"id":"w1","name":"serve","endpointId":"e1","slsVersion":2,"networkVolume":{"id":"v1"}}]`
	worker := []fleet.User{{Kind: client.UserWorker, ID: "w1", Name: "serve", OwnerID: "e1", Leaving: true}}
	for name, test := range map[string]struct {
		lists map[string]string
		users []fleet.User
	}{
		"nobody is listed": {map[string]string{"/v1/pods": `[]`}, nil},
		"no list":          {nil, nil},
		"a worker of an older version": {map[string]string{"/v1/pods": left,
			"/v1/endpoints": `[{"id":"e1","version":3}]`}, worker},
		"a worker without an endpoint": {map[string]string{"/v1/pods": left, "/v1/endpoints": `[]`}, worker},
		"a worker of who knows what":   {map[string]string{"/v1/pods": left}, worker},
		"a worker that says no version": {map[string]string{"/v1/pods": strings.Replace(left, `"slsVersion":2,`, "",
			1), "/v1/endpoints": `[{"id":"e1","version":3}]`}, worker},
		"an endpoint that says no version": {map[string]string{"/v1/pods": left, "/v1/endpoints": `[{"id":"e1"}]`},
			worker},
		"an endpoint that names the volume": {map[string]string{"/v1/pods": `[]`,
			"/v1/endpoints": `[{"id":"e1","networkVolumeId":"v1"}]`}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := newClient(t, newAccount(t, 9, test.lists).URL+"/v1", impatient).NetworkVolumes.Delete(t.Context(), "v1")
			if err != nil {
				t.Errorf("it lets go, and that is not seen: %v", err)
			}

			ctx, cancel := context.WithCancel(t.Context())
			a := newAccount(t, always, test.lists)
			deletes := 0
			c := newClient(t, a.URL+"/v1", impatient, func(config *client.Config) {
				config.ObserveAttempt = func(_ context.Context, attempt transport.Attempt) {
					if attempt.Operation == "DeleteNetworkVolume" {
						if deletes++; deletes == 5 {
							cancel()
						}
					}
				}
			})
			err = c.NetworkVolumes.Delete(ctx, "v1")
			var inUse *fleet.InUseError
			if !errors.As(err, &inUse) || !transport.HasKind(err, transport.KindInUse) || !errors.Is(err, context.Canceled) ||
				inUse.Stuck() ||
				!strings.Contains(err.Error(), "object is in use") {
				t.Fatalf("%v", err)
			}
			if !reflect.DeepEqual(inUse.Users, test.users) {
				t.Errorf("used by %+v, want %+v", inUse.Users, test.users)
			}
		})
	}
}

// Until the service's lag is over, a user that is listed does not end the wait, and the users are not listed again.
func TestDelete_waitsOutTheLag(t *testing.T) {
	t.Parallel()
	a := newAccount(t, 7, map[string]string{"/v1/endpoints": `[{"id":"e1","name":"serve","templateId":"t1"}]`,
		"/v1/pods": `[]`})
	var observed [][]fleet.User
	c := newClient(t, a.URL+"/v1", func(config *client.Config) {
		config.Times.Released = time.Hour
		config.ObserveUsers = func(_ context.Context, id string, users []fleet.User, err error) {
			if id != "t1" || err != nil {
				t.Errorf("%s: %v", id, err)
			}
			observed = append(observed, users)
		}
	})
	if err := c.Templates.Delete(t.Context(), "t1"); err != nil {
		t.Error(err)
	}
	if deletes, lists := a.count("DELETE /v1/templates/t1"), a.count(endpointLists)+
		a.count(workersOfT1); deletes != 8 || lists != 2 {
		t.Errorf("%d deletes and %d lists, want 8 and 2", deletes, lists)
	}
	want := [][]fleet.User{{{Kind: client.UserEndpoint, ID: "e1", Name: "serve"}}}
	if !reflect.DeepEqual(observed, want) {
		t.Errorf("told %+v, want %+v", observed, want)
	}
}

// A delete that was cut short before any refusal was not refused.
func TestDelete_cutShort(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	t.Cleanup(service.Close)
	err := newClient(t, service.URL+"/v1").Templates.Delete(ctx, "t1")
	var inUse *fleet.InUseError
	if !errors.Is(err, context.Canceled) || errors.As(err, &inUse) ||
		!strings.HasPrefix(err.Error(), "DeleteTemplate: the run was interrupted") {
		t.Errorf("%v", err)
	}
}

// manyDeletes are more than a delete sends that sees a user stay.
const manyDeletes = 20

// Over version 2 an endpoint has the registry credentials of its template as its own, and its workers are in no list of
// pods. The error of a delete names the endpoint, also after its template is gone.
func TestDelete_namesEndpointsOverVersion2(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	s.Put(emulator.KindContainerRegistryAuths, "a1", map[string]any{"name": "hub"})
	s.Patch(emulator.KindTemplates, "t1", map[string]any{"containerRegistryAuthId": "a1"})
	c := s.Client(impatient)
	var users []fleet.User
	for _, name := range []string{"chat", "serve"} { // In the list, the newest is first.
		made := createEndpoint(t, c, name, "t1", "v1")
		users = append(users, fleet.User{Kind: client.UserEndpoint, ID: made.ID, Name: name})
	}
	createEndpoint(t, c, "other", "t2", "v2")
	if err := c.Templates.Delete(t.Context(), "t1"); err != nil {
		t.Fatal(err)
	}
	ctx, expire := contexttest.Expiring(t.Context())
	s.OnRequest("DeleteContainerRegistryAuth", manyDeletes, expire)
	err := c.ContainerRegistryAuths.Delete(ctx, "a1")
	var inUse *fleet.InUseError
	if !errors.As(err, &inUse) || !inUse.Stuck() || !reflect.DeepEqual(inUse.Users, users) {
		t.Errorf("%v, used by %v, want %v", err, inUse, users)
	}
	t.Run("network volume", func(t *testing.T) {
		t.Parallel()
		testVolumeUnderWorker(t, s, c, users)
	})
}

// testVolumeUnderWorker deletes a volume that a worker mounts, and then one that a pod mounts besides.
func testVolumeUnderWorker(t *testing.T, s *emulatortest.Service, c *client.Client, users []fleet.User) {
	t.Helper()
	for _, owner := range []string{users[0].ID, ""} {
		worker := map[string]any{"name": "p", "imageName": "img:1", "endpointId": owner, "networkVolumeId": "v1"}
		s.Put(emulator.KindPods, fmt.Sprint("p", owner), worker)
		if owner == "" {
			users = append(users, fleet.User{Kind: client.UserPod, ID: "p", Name: "p"})
		}
		ctx, expire := contexttest.Expiring(t.Context())
		s.OnRequest("DeleteNetworkVolume", manyDeletes, expire)
		err := c.NetworkVolumes.Delete(ctx, "v1")
		var inUse *fleet.InUseError
		if !errors.As(err, &inUse) || !reflect.DeepEqual(inUse.Users, users) {
			t.Errorf("%v, used by %v, want %v", err, inUse, users)
		}
	}
}

// createEndpoint creates an endpoint with a template and a volume.
func createEndpoint(t *testing.T, c *client.Client, name, template, volume string) api.Endpoint {
	t.Helper()
	return mustCreate(t, c.Endpoints.Create, api.EndpointCreate{EndpointFields: fields{
		Name: members.Some(name), TemplateID: members.Some(template), NetworkVolumeID: members.Some(volume),
	}})
}
