package client_test

import (
	"regexp"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// Numbers of vCPUs are read in every spelling (contract 2.1).
func TestCatalogue_spelledVCPUs(t *testing.T) {
	t.Parallel()
	s := startVersion2(t)
	s.AllowBadAnswers()
	s.Rewrite().Use(func(a *emulatortest.Answer) {
		a.Body = regexp.MustCompile(`"(min|max)":(\d+)`).ReplaceAll(a.Body, []byte(`"$1":$2.0`))
	})
	all, err := s.Client().Catalogue.FindCPUTypes(t.Context(), api.CPUQuery{})
	if err != nil || all[0].MaxVCPUs.Or(0) == 0 {
		t.Errorf("%+v, %v", all[0], err)
	}
}

// The second look of a create in doubt does not name the object that another create was answered with meanwhile.
func TestCreate_namesNoneOfAnotherCreate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true}, {acts: true, status: 200}}}
		s.onCreate = func(n int) { time.Sleep(time.Duration(n) * time.Second / 10) }
		s.onAnswer = func(n int) {
			if n == 2 {
				time.Sleep(5 * time.Second)
				return
			}
			time.Sleep(time.Second)
			s.add(volumeCalled("data")) // Another client's, equal: the doubt.
		}
		accounts := client.NewAccounts()
		tune := func(c *client.Config) { c.Accounts = accounts }
		var work sync.WaitGroup
		var lost error
		var answered string
		work.Go(func() { _, lost = s.client(t, tune).NetworkVolumes.Create(t.Context(), volumeCalled("data")) })
		work.Go(func() {
			time.Sleep(10 * time.Millisecond)
			other := volumeCalled("data")
			other.Size = members.Some(int64(20))
			created, _ := s.client(t, tune).NetworkVolumes.Create(t.Context(), other)
			answered = created.Object.ID
		})
		work.Wait()
		if slices.Contains(idsOf(outcomeOf(t, lost).Found), answered) {
			t.Errorf("%s is named for import, and this run has it in its state", answered)
		}
		time.Sleep(time.Hour)
	})
}

// The error of a lost create names its own object if any list has shown that, also one of another create's, and a later
// list lacks it.
func TestCreate_namesWhatAnyListShowed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &volumeService{creates: []createAnswer{{acts: true}, {acts: true, status: 200}}}
		s.onAnswer = func(n int) {
			if n == 1 { // Two of another client's, equal: the doubt.
				s.add(volumeCalled("data"))
				s.add(volumeCalled("data"))
			}
		}
		s.onList = func(int) {
			if s.unlist("v1"); time.Since(s.began) == 5*time.Second { // The list from before the other create.
				s.unlist()
			}
		}
		c := s.client(t, func(config *client.Config) { config.Times.Look = transport.DefaultTimes.Look })
		var work sync.WaitGroup
		var lost error
		work.Go(func() { _, lost = c.NetworkVolumes.Create(t.Context(), volumeCalled("data")) })
		work.Go(func() {
			time.Sleep(5 * time.Second)
			_, _ = c.NetworkVolumes.Create(t.Context(), volumeCalled("other"))
		})
		work.Wait()
		if got := idsOf(outcomeOf(t, lost).Found); !slices.Contains(got, "v1") || len(got) != 3 {
			t.Errorf("it names %v, want all three", got)
		}
		time.Sleep(time.Hour)
	})
}
