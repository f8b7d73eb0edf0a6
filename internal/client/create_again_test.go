package client_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// After a create was sent again, one more list tells whether the attempt before made something after all. It is told,
// and not taken by another create.
func TestCreate_madeTwice(t *testing.T) {
	t.Parallel()
	looked := []string{get, post, get, get, post, get}
	larger := volumeCalled("data")
	larger.Size = client.Some(int64(11))
	for name, test := range map[string]struct {
		late  []client.NetworkVolumeCreate // what appears before the last list
		lists []int                        // how lists are answered
		found []string
		asked []string
		fails bool
	}{
		"nothing": {nil, nil, nil, looked, false},
		"the first one": {[]client.NetworkVolumeCreate{volumeCalled("data")}, nil, []string{"v2"},
			append(looked, get), false},
		"in another form": {[]client.NetworkVolumeCreate{larger}, nil, []string{"v2"}, looked, false},
		"two of them": {[]client.NetworkVolumeCreate{volumeCalled("data"), volumeCalled("data")}, nil,
			[]string{"v2", "v3"}, append(looked, get, get), false},
		"of another name": {[]client.NetworkVolumeCreate{volumeCalled("other")}, nil, nil, looked, false},
		"nobody may look": {nil, slices.Concat([]int{200, 200, 200}, slices.Repeat([]int{403}, 10)), nil,
			append(looked, slices.Repeat([]string{get}, 9)...), true},
		"others refuse": {nil, slices.Concat([]int{200, 200, 200}, slices.Repeat([]int{403}, 9)), nil,
			append(looked, slices.Repeat([]string{get}, 9)...), false},
		"a list that fails": {nil, []int{200, 200, 200, 502}, nil, append(looked, get), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{}, {acts: true, status: 200}, {}, {acts: true, status: 200}},
					lists: test.lists}
				s.onList = func(n int) {
					if n == 4 {
						for _, in := range test.late {
							s.add(in)
						}
					}
				}
				c := s.client(t)
				created, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if err != nil || created.Object.ID != "v1" || created.Adopted != nil || !slices.Equal(s.asked, test.asked) {
					t.Errorf("%+v %v after %v", created, err, s.asked)
				}
				if test.found == nil && !test.fails {
					if created.Repeated != nil {
						t.Errorf("%+v", created.Repeated)
					}
					return
				}
				var found []string
				for _, object := range created.Repeated.Found {
					found = append(found, object.ID)
				}
				slices.Sort(found)
				if !slices.Equal(found, test.found) || (created.Repeated.Look != nil) != test.fails ||
					created.Repeated.Failure == nil {
					t.Errorf("%+v", created.Repeated)
				}
				if test.fails || name == "in another form" {
					return
				}
				// An equal create that is lost, and made nothing, is sent again all the same.
				created, err = c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if err != nil || created.Adopted != nil || created.Repeated != nil || slices.Contains(found, created.Object.ID) {
					t.Errorf("%+v %v", created, err)
				}
			})
		})
	}
}

// Where names are unique there cannot be two: nobody looks.
func TestCreate_sentAgainWithAUniqueName(t *testing.T) {
	t.Parallel()
	none := answer{status: 200, body: `[]`}
	s := serve(t, none, answer{status: 500}, none, none, answer{status: 200, body: `{"id":"t1"}`})
	created, err := s.client(t).CreateTemplate(t.Context(), aCreate)
	if err != nil || created.Repeated != nil || !slices.Equal(s.methods(), []string{get, post, get, get, post}) {
		t.Errorf("%+v %v after %v", created, err, s.methods())
	}
}

// An account that is full when the create is sent again may be so for what it made before, also where names are unique.
func TestCreate_fullWhenSentAgainWithAUniqueName(t *testing.T) {
	t.Parallel()
	none := answer{status: 200, body: `[]`}
	s := serve(t, none, answer{status: 500}, none, none, answer{status: 500, body: `{"error":"quota exceeded"}`},
		answer{status: 200, body: "[" + aTemplate + "]"}, answer{status: 200, body: aTemplate})
	created, err := s.client(t).CreateTemplate(t.Context(), aCreate)
	if err != nil || created.Adopted == nil || !slices.Equal(s.methods(), []string{get, post, get, get, post, get, get}) {
		t.Errorf("%+v %v after %v", created, err, s.methods())
	}
}

// A create that is refused when it is sent again, may be so for what it made before: that is adopted if it is there
// now.
func TestCreate_refusedWhenSentAgain(t *testing.T) {
	t.Parallel()
	full := createAnswer{status: 500, body: `{"error":"quota exceeded"}`}
	looked := []string{get, post, get, get, post, get}
	larger := volumeCalled("data")
	larger.Size = client.Some(int64(11))
	for name, test := range map[string]struct {
		late    []client.NetworkVolumeCreate
		lists   []int
		adopted bool
		outcome client.CreateOutcome
		asked   []string
	}{
		"nothing": {nil, nil, false, client.CreateRejected, looked},
		"it is there": {[]client.NetworkVolumeCreate{volumeCalled("data")}, nil, true, 0,
			append(looked, get)},
		"in another form": {[]client.NetworkVolumeCreate{larger}, nil, false, client.CreateDoubtful, looked},
		"two": {[]client.NetworkVolumeCreate{volumeCalled("data"), volumeCalled("data")}, nil, false,
			client.CreateAmbiguous, append(looked, get, get)},
		"nobody may look": {nil, slices.Concat([]int{200, 200, 200}, slices.Repeat([]int{403}, 10)), false,
			client.CreateUnlooked, append(looked, slices.Repeat([]string{get}, 9)...)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: []createAnswer{{status: 502}, full}, lists: test.lists}
				s.onList = func(n int) {
					if n == 4 {
						for _, in := range test.late {
							s.add(in)
						}
					}
				}
				created, err := s.client(t).CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if !slices.Equal(s.asked, test.asked) {
					t.Errorf("asked %v", s.asked)
				}
				if test.adopted {
					if err != nil || created.Object.ID != "v1" || created.Adopted == nil {
						t.Errorf("%+v %v", created, err)
					}
					return
				}
				failed := outcomeOf(t, err)
				var refusal *client.Error
				if failed.Outcome != test.outcome || failed.Sent != 2 || !errors.As(err, &refusal) ||
					refusal.Kind != client.KindQuota {
					t.Errorf("%+v", failed)
				}
			})
		})
	}
}

// What was sent again and answered in the last moment before an interruption is not lost for the look that follows.
func TestCreate_interruptedWhenSentAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		defer interrupt()
		s := &volumeService{creates: []createAnswer{{}, {acts: true, status: 200}}}
		s.onCreate = func(n int) {
			if n == 2 {
				s.add(volumeCalled("data")) // That of the first attempt.
				interrupt()
			}
		}
		s.onList = func(int) { time.Sleep(time.Second) }
		created, err := s.client(t).CreateNetworkVolume(ctx, volumeCalled("data"))
		if err != nil || created.Object.ID != "v2" || created.Repeated == nil || created.Repeated.Found[0].ID != "v1" {
			t.Errorf("%+v %v", created, err)
		}
	})
}

// Whatever way an object is found, what was there before is told, if that is wanted.
func TestCreate_existingObjectsAreReturned(t *testing.T) {
	t.Parallel()
	full, cut := createAnswer{status: 500, body: `{"error":"quota exceeded"}`}, createAnswer{}
	for name, test := range map[string]struct {
		creates []createAnswer
		at      int // the list before which the object appears; 0 is never
	}{
		"answered":        {[]createAnswer{{acts: true, status: 200}}, 0},
		"found":           {[]createAnswer{{acts: true}}, 0},
		"sent again":      {[]createAnswer{cut, {acts: true, status: 200}}, 0},
		"refused then":    {[]createAnswer{cut, full}, 4},
		"found then":      {[]createAnswer{cut, {acts: true}}, 0},
		"found at second": {[]createAnswer{cut}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := &volumeService{creates: test.creates}
				s.add(volumeCalled("data"))
				s.onList = func(n int) {
					if n == test.at {
						s.add(volumeCalled("data"))
					}
				}
				c := s.client(t, func(config *client.Config) { config.ExistingObjects = client.ExistingWarning })
				created, err := c.CreateNetworkVolume(t.Context(), volumeCalled("data"))
				if err != nil || created.Object.ID != "v2" || len(created.Existing) != 1 || created.Existing[0].ID != "v1" {
					t.Errorf("%+v %v", created, err)
				}
			})
		})
	}
}
