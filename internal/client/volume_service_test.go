package client_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// volumeService is a service of network volumes without a network, in a bubble of testing/synctest.
type volumeService struct {
	mu      sync.Mutex
	volumes []api.NetworkVolume
	made    int // so many so far: ids are not used again
	// unlisted are the ids of volumes that lists lack, though their own GETs are answered.
	unlisted []string
	asked    []string // methods in order
	at       []time.Duration
	began    time.Time
	// creates says what becomes of each create; the last one of all that follow.
	creates []createAnswer
	// lists says what becomes of the first lists.
	lists []int
	// broken is the id of a volume whose own GETs fail; empty is none.
	broken string
	// singles are the answers to the first GETs of single volumes.
	singles []answer
	// onCreate and onList are called when one comes, numbered from 1; nil is nothing.
	onCreate, onList func(n int)
	// onAnswer is called when a create has been carried out, or not, and is about to be answered.
	onAnswer func(n int)
}

// createAnswer is the outcome of a create.
type createAnswer struct {
	acts   bool
	status int // 0 is the connection cut, or no answer at all
	hangs  bool
	body   string // of an error, or instead of the object
	half   bool
	// retryAfter is the header; empty is none.
	retryAfter string
}

func (s *volumeService) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	s.asked, s.at = append(s.asked, r.Method), append(s.at, time.Since(s.began))
	n := s.counted(r.Method)
	s.mu.Unlock()
	if r.Method == http.MethodPost {
		return s.create(r, n)
	}
	if strings.HasSuffix(r.URL.Path, "/networkvolumes") {
		if s.onList != nil {
			s.onList(n)
		}
		if err := r.Context().Err(); err != nil {
			return nil, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.lists) > 0 {
			status := s.lists[0]
			if s.lists = s.lists[1:]; status != http.StatusOK {
				return response(status, `{"error":"no list"}`), nil
			}
		}
		listed := append([]api.NetworkVolume{}, s.volumes...)
		return response(http.StatusOK, jsonOf(slices.DeleteFunc(listed, func(v api.NetworkVolume) bool {
			return slices.Contains(s.unlisted, v.ID)
		}))), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.singles) > 0 {
		first := s.singles[0]
		s.singles = s.singles[1:]
		return response(first.status, first.body), nil
	}
	if s.broken != "" && strings.HasSuffix(r.URL.Path, "/"+s.broken) {
		return response(http.StatusInternalServerError, `{"error":"no disk","status":500}`), nil
	}
	for _, v := range s.volumes {
		if strings.HasSuffix(r.URL.Path, "/"+v.ID) {
			return response(http.StatusOK, jsonOf(v)), nil
		}
	}
	return response(http.StatusNotFound, `{"error":"network volume not found","status":404}`), nil
}

func (s *volumeService) create(r *http.Request, n int) (*http.Response, error) {
	var in api.NetworkVolumeCreate
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, err
	}
	if s.onCreate != nil {
		s.onCreate(n)
	}
	s.mu.Lock()
	answer := createAnswer{acts: true, status: http.StatusOK}
	if len(s.creates) > 0 {
		answer = s.creates[min(n, len(s.creates))-1]
	}
	s.mu.Unlock()
	made := api.NetworkVolume{}
	if answer.acts {
		made = s.add(in)
	}
	if s.onAnswer != nil {
		s.onAnswer(n)
	}
	if answer.hangs {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	body := answer.body
	if body == "" && answer.acts {
		body = jsonOf(made)
	}
	switch {
	case answer.status == 0:
		return nil, errors.New("connection reset by peer")
	case answer.half:
		got := response(answer.status, "")
		got.Body = io.NopCloser(io.MultiReader(strings.NewReader(body[:2]), brokenReader{}))
		return got, nil
	default:
		got := response(answer.status, body)
		if answer.retryAfter != "" {
			got.Header.Set("Retry-After", answer.retryAfter)
		}
		return got, nil
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// add makes a volume.
func (s *volumeService) add(in api.NetworkVolumeCreate) api.NetworkVolume {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	v := api.NetworkVolume{ID: fmt.Sprint("v", s.made), NetworkVolumeFields: in.NetworkVolumeFields,
		DataCenterID: members.Some(in.DataCenterID)}
	s.volumes = append(s.volumes, v)
	return v
}

// remove has another client delete a volume.
func (s *volumeService) remove(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volumes = slices.DeleteFunc(s.volumes, func(v api.NetworkVolume) bool { return v.ID == id })
}

// unlist has lists lack these volumes, and no others.
func (s *volumeService) unlist(ids ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unlisted = ids
}

// count returns the number of requests with a method.
func (s *volumeService) count(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counted(method)
}

// counted is count for a caller that holds mu.
func (s *volumeService) counted(method string) int {
	return len(slices.DeleteFunc(slices.Clone(s.asked), func(asked string) bool { return asked != method }))
}

func (s *volumeService) ids() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var ids []string
	for _, v := range s.volumes {
		ids = append(ids, v.ID)
	}
	return ids
}

func response(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

func jsonOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// client is a client of the service that waits as long as others do; time passes when everybody waits.
func (s *volumeService) client(t *testing.T, tune ...func(*client.Config)) *client.Client {
	t.Helper()
	c := newClient(t, "http://volumes.test/v1", append([]func(*client.Config){func(config *client.Config) {
		config.Times.Retry, config.Times.Poll = transport.DefaultTimes.Retry, transport.DefaultTimes.Poll
		config.RequestTimeout, config.Times.Look, config.Times.LateLook = time.Minute, 0, 0
	}}, tune...)...)
	c.SetTransport(s)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.began.IsZero() { // Another client may be at work already.
		s.began = time.Now()
	}
	return c
}

// createEach has each client create a volume, all at the same time.
func createEach(t *testing.T, clients ...*client.Client) {
	t.Helper()
	var all sync.WaitGroup
	for _, c := range clients {
		all.Go(func() {
			if _, err := c.NetworkVolumes.Create(t.Context(), volumeCalled("data")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func volumeCalled(name string) api.NetworkVolumeCreate {
	return api.NetworkVolumeCreate{DataCenterID: "EU-RO-1",
		NetworkVolumeFields: api.NetworkVolumeFields{Name: members.Some(name), Size: members.Some(int64(10))}}
}
