package client_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// userService is a service that has only the objects in shows. It rejects every create.
type userService struct {
	// faults are the statuses of the first responses to a GET, by path; then the service responds.
	faults map[string][]int
	// shows has the body of each list that is not empty, by path.
	shows map[string]string
	// onList is called before the service responds to a list; nil is nothing.
	onList func(path string)

	mu    sync.Mutex
	asked []string // method and path, in order
}

func (s *userService) RoundTrip(r *http.Request) (*http.Response, error) {
	path := strings.TrimPrefix(r.URL.Path, "/v1")
	if s.onList != nil && r.Method == http.MethodGet {
		s.onList(path)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r.Method+" "+path)
	if r.Method != http.MethodGet {
		return response(http.StatusBadRequest, `{"error":"the name is not valid","status":400}`), nil
	}
	if faults := s.faults[path]; len(faults) > 0 {
		s.faults[path] = faults[1:]
		return response(faults[0], `{"error":"internal error"}`), nil
	}
	switch body, shown := s.shows[path]; {
	case shown:
		return response(http.StatusOK, body), nil
	case strings.Count(path, "/") > 1:
		return response(http.StatusNotFound, `{"error":"not found","status":404}`), nil
	default:
		return response(http.StatusOK, `[]`), nil
	}
}

// client returns a client with the AccountIDs user_a.
func (s *userService) client(t *testing.T) *client.Client {
	t.Helper()
	c := newClient(t, "http://users.test/v1", func(c *client.Config) { c.AccountIDs = []string{"user_a"} })
	c.SetTransport(s)
	return c
}

// count returns the number of requests that the service received.
func (s *userService) count(request string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, asked := range s.asked {
		if asked == request {
			n++
		}
	}
	return n
}

// creates counts the creates that the service received.
func (s *userService) creates() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(slices.DeleteFunc(slices.Clone(s.asked), func(asked string) bool {
		return !strings.HasPrefix(asked, http.MethodPost)
	}))
}

const (
	podOf      = `[{"id":"p1","name":"theirs","consumerUserId":"`
	endpointOf = `[{"id":"e1","name":"theirs","userId":"`
)

// accountCreates create objects of kinds that do not show their users.
var accountCreates = map[string]func(t *testing.T, c *client.Client) error{
	"template": func(t *testing.T, c *client.Client) error {
		t.Helper()
		_, err := c.Templates.Create(t.Context(), api.TemplateCreate{
			TemplateFields: api.TemplateFields{Name: members.Some("mine")}})
		return err
	},
	"network volume": func(t *testing.T, c *client.Client) error {
		t.Helper()
		_, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("mine"))
		return err
	},
}

// statuses is a status n times.
func statuses(n, status int) []int { return slices.Repeat([]int{status}, n) }

// If a list that could show a user fails to the end, and no other shows one, the client sends no create and the
// absence of an object proves nothing. The user that another list shows still decides, and an API key that may
// not list at all leaves nothing to compare.
func TestAccountIDs_lostLists(t *testing.T) {
	t.Parallel()
	const lost = 100 // more than the client tries
	for name, c := range map[string]struct {
		faults map[string][]int
		shows  map[string]string
		decide string // "sent", "other" account or "unknown"
	}{
		"pods fail":      {faults: map[string][]int{"/pods": statuses(lost, 500)}, decide: "unknown"},
		"endpoints fail": {faults: map[string][]int{"/endpoints": statuses(lost, 503)}, decide: "unknown"},
		"one may not be listed, and one fails": {decide: "unknown",
			faults: map[string][]int{"/pods": statuses(lost, 403), "/endpoints": statuses(lost, 500)}},
		"pods fail, endpoints are its own": {decide: "sent",
			faults: map[string][]int{"/pods": statuses(lost, 500)},
			shows:  map[string]string{"/endpoints": endpointOf + `user_a"}]`}},
		"pods fail, endpoints are others'": {decide: "other",
			faults: map[string][]int{"/pods": statuses(lost, 500)},
			shows:  map[string]string{"/endpoints": endpointOf + `user_b"}]`}},
		"endpoints fail, pods are others'": {decide: "other",
			faults: map[string][]int{"/endpoints": statuses(lost, 500)},
			shows:  map[string]string{"/pods": podOf + `user_b"}]`}},
		"neither may be listed": {decide: "sent",
			faults: map[string][]int{"/pods": statuses(lost, 403), "/endpoints": statuses(lost, 403)}},
		"once refused": {decide: "other", shows: map[string]string{"/pods": podOf + `user_b"}]`},
			faults: map[string][]int{"/pods": statuses(1, 403), "/endpoints": statuses(1, 403)}},
		"empty": {decide: "sent"},
	} {
		serve := func() *userService {
			s := &userService{faults: map[string][]int{}, shows: c.shows}
			for path, faults := range c.faults {
				s.faults[path] = slices.Clone(faults)
			}
			return s
		}
		for kind, create := range accountCreates {
			t.Run(name+", create a "+kind, func(t *testing.T) {
				t.Parallel()
				s := serve()
				failed := outcomeOf(t, create(t, s.client(t)))
				isOther := errors.As(failed.Look, new(*fleet.OtherAccountError))
				sent := map[bool]int{true: 1}[c.decide == "sent"]
				if s.creates() != sent || isOther != (c.decide == "other") ||
					(failed.Err == nil) != (sent == 0) {
					t.Errorf("%v\n%v", failed, s.asked)
				}
			})
		}
		t.Run(name+", a 404", func(t *testing.T) {
			t.Parallel()
			s := serve()
			cl := s.client(t)
			_, err := cl.Templates.Read(t.Context(), "t1", nil)
			err = cl.JudgeAbsence(t.Context(), err, "template t1", "")
			isOther := errors.As(err, new(*fleet.OtherAccountError))
			if fleet.IsGone(err) != (c.decide == "sent") || isOther != (c.decide == "other") || !transport.IsNotFound(err) {
				t.Errorf("%v\n%v", err, s.asked)
			}
			if c.decide == "unknown" && !strings.Contains(err.Error(), "could show the account of the API key") {
				t.Errorf("it does not say why: %v", err)
			}
		})
	}
}

// A list that failed to the end is requested again for the next create: an outage does not last for the run.
func TestAccountIDs_createAfterAnOutage(t *testing.T) {
	t.Parallel()
	s := &userService{faults: map[string][]int{"/pods": statuses(10, 500)}}
	c := s.client(t)
	for _, sent := range []int{0, 1, 2} {
		_ = accountCreates["network volume"](t, c)
		if s.creates() != sent {
			t.Errorf("%d creates, not %d: %v", s.creates(), sent, s.asked)
		}
	}
	if pods, endpoints := s.count("GET /pods"), s.count("GET /endpoints"); pods != 11 || endpoints != 1 {
		t.Errorf("%d lists of pods, %d of endpoints", pods, endpoints)
	}
}

// A user that a response shows while a create waits for its baseline stops the create.
func TestAccountIDs_createWhileAnotherUserAppears(t *testing.T) {
	t.Parallel()
	s := &userService{shows: map[string]string{"/pods/p1": `{"id":"p1","name":"theirs","consumerUserId":"user_b"}`}}
	c := s.client(t)
	s.onList = func(path string) {
		if path != "/networkvolumes" {
			return
		}
		if _, err := c.Pods.Find(t.Context(), "p1"); err != nil {
			t.Error(err)
		}
	}
	failed := outcomeOf(t, accountCreates["network volume"](t, c))
	var other *fleet.OtherAccountError
	if failed.Err != nil || !errors.As(failed.Look, &other) || s.creates() != 0 {
		t.Errorf("%v\n%v", failed, s.asked)
	}
}
