package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// podSearch creates one pod as one of several requests asks for. It sends another create only after a refusal that
// certainly made nothing (contract 2.6, contract-v2 1.2, 1.3, 8.1).
type podSearch struct {
	*pods
	wishes []api.PodCreate
	tried  []*podCandidate
	// refusal is the error of a search that found nothing: the last lack of capacity, or else what a create was refused
	// for.
	refusal error
}

// podCandidate is a create that a search has tried.
type podCandidate struct {
	api.PodCreate
	wish  int    // its index
	said  string // the last refusal
	times int    // so many refusals
	isOut bool   // It is not tried again.
}

// Create implements Creator.
func (p *pods) Create(ctx context.Context, in api.PodCreate) (creates.Created[api.Pod], error) {
	made, _, err := p.CreateAny(ctx, []api.PodCreate{in}, 0)
	return made, err
}

// CreateAny implements Pods.
func (p *pods) CreateAny(
	ctx context.Context, wishes []api.PodCreate, wait time.Duration,
) (made creates.Created[api.Pod], placement int, err error) {
	s := &podSearch{pods: p, wishes: slices.Clone(wishes)}
	later, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	if err := s.prepare(ctx); err != nil {
		return made, 0, err
	}
	for round := 0; ; round++ {
		starting := later
		if round == 0 { // With a short wait, a create tries no less than without one.
			starting = ctx
		}
		for i := range s.wishes {
			if made, isMade, err := s.try(ctx, starting, i); isMade || err != nil {
				return made, i, err
			}
		}
		if round == 0 && wait > 0 {
			s.leaveOutWhatIsNowhere(later)
		}
		isAny := slices.ContainsFunc(s.tried, func(c *podCandidate) bool { return !c.isOut })
		if wait <= 0 || !isAny || p.pauseForCapacity(later, round, s.wishes[0].Name.Or(""), s.refusal) != nil {
			return made, 0, s.failure(stoppedBy(s.refusal, ctx.Err()))
		}
	}
}

// Do implements Pods.
func (p *pods) Do(ctx context.Context, id string, action api.PodAction, wait time.Duration) (api.Pod, error) {
	starting, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for round := 0; ; round++ {
		pod, err := p.act(ctx, id, action)
		if !transport.HasKind(err, transport.KindNoCapacity) {
			return pod, err
		}
		if p.pauseForCapacity(starting, round, id, err) != nil {
			return pod, stoppedBy(err, ctx.Err())
		}
	}
}

// stoppedBy adds to an error the end of the caller's context, if that ended the search.
func stoppedBy(err, ended error) error {
	if ended == nil {
		return err
	}
	return fmt.Errorf("%w; %w", err, transport.InWords(ended))
}

// pauseForCapacity pauses before another round, because of a refusal. It is an error if ctx ends first.
func (p *pods) pauseForCapacity(ctx context.Context, round int, pod string, refusal error) error {
	if observe := p.c.config.ObserveCapacity; observe != nil && ctx.Err() == nil {
		observe(ctx, pod, refusal)
	}
	return transport.Pause(ctx, p.c.config.Times.Capacity.HalfJitter(round))
}

// prepare makes requests what the version of the management interface takes, and returns why none may be sent.
func (s *podSearch) prepare(ctx context.Context) error {
	for i := range s.wishes {
		in := &s.wishes[i]
		if s.c.version.TakesOneType {
			in.Locked = members.Optional[bool]{}
		}
		if s.c.version.TakesOneType && in.TemplateID.Or("") != "" {
			var err error
			if *in, err = s.completeMounts(ctx, *in); err != nil {
				return creates.Before(err)
			}
		}
	}
	for _, in := range s.wishes { // A create compares its own part alone, when others have been refused.
		if err := s.creates.RefuseExisting(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// try sends the creates of one of the requests. It is an error if the search is over without a pod. starting ends when
// nothing may be sent any more.
func (s *podSearch) try(
	ctx, starting context.Context, wish int,
) (made creates.Created[api.Pod], isMade bool, err error) {
	in := s.wishes[wish]
	all, err := s.candidates(starting, in)
	if err != nil {
		isRefusal := errors.Is(err, ErrNoOffer) || s.refusal != nil && transport.IsTransient(err)
		return made, false, s.after(ctx, starting, s.candidate(wish, in), creates.Before(err), isRefusal)
	}
	for _, in := range all { // The error tells those that were sent from the others.
		s.candidate(wish, in)
	}
	for _, in := range all {
		c := s.candidate(wish, in)
		if c.isOut {
			continue
		}
		made, err := s.send(ctx, starting, in)
		if err == nil {
			return made, true, nil
		}
		c.isOut = s.c.version.TakesOneType && hasNoAccess(err)
		if err := s.after(ctx, starting, c, err, c.isOut || hasNoCapacity(err)); err != nil {
			return made, false, err
		}
	}
	return made, false, nil
}

// send sends a create, unless a list shows the object of one that was refused: over version 1, some refusals are none.
func (s *podSearch) send(ctx, starting context.Context, in api.PodCreate) (made creates.Created[api.Pod], err error) {
	if failed := (*creates.Error)(nil); errors.As(s.refusal, &failed) && failed.Unknown {
		if err := s.creates.Late(starting, in, failed.Err); err != nil {
			return made, err
		}
	}
	return s.create(ctx, starting, in)
}

// after records the failure of a candidate. It returns the error of the search if that is over: the failure is no
// refusal, or nothing may be sent any more.
func (s *podSearch) after(ctx, starting context.Context, c *podCandidate, err error, isRefusal bool) error {
	var failed *creates.Error
	isSure := errors.As(err, &failed) && !failed.Unknown
	if !isRefusal && isSure && s.refusal != nil && (starting.Err() != nil || transport.IsRateLimited(err)) {
		return s.failure(stoppedBy(s.refusal, ctx.Err()))
	}
	c.said, c.times = err.Error(), c.times+1
	if e := (*transport.Error)(nil); errors.As(err, &e) {
		c.said = e.Summary()
	}
	if !isRefusal {
		return s.failure(err)
	}
	if s.refusal == nil || transport.HasKind(err, transport.KindNoCapacity) || errors.Is(s.refusal, ErrNoOffer) {
		s.refusal = err
	}
	return nil
}

// hasNoCapacity reports whether the service had no capacity for a create, and created nothing. Over version 1, that is
// so if a search found nothing.
func hasNoCapacity(err error) bool {
	var failed *creates.Error
	return errors.As(err, &failed) && transport.HasKind(failed.Err, transport.KindNoCapacity) &&
		(!failed.Unknown || failed.IsLikelyRefused())
}

// hasNoAccess reports whether the service refused a create with 403: the API key has no access to that hardware.
func hasNoAccess(err error) bool {
	var failed *creates.Error
	return errors.As(err, &failed) && transport.HasKind(failed.Err, transport.KindUnauthorized) &&
		transport.IsRefused(failed.Err)
}

// candidate returns the record of a create for one of the requests, a new one at first.
func (s *podSearch) candidate(wish int, in api.PodCreate) *podCandidate {
	for _, c := range s.tried {
		if c.wish == wish && describe(c.PodCreate) == describe(in) {
			return c
		}
	}
	s.tried = append(s.tried, &podCandidate{PodCreate: in, wish: wish})
	return s.tried[len(s.tried)-1]
}

// nowhere is said of a candidate that the catalogue does not have.
const nowhere = "it exists nowhere: the catalogue has no such type in that cloud with that count"

// leaveOutWhatIsNowhere ends the candidates whose hardware the catalogue does not have, whatever the stock. A read that
// fails decides nothing.
func (s *podSearch) leaveOutWhatIsNowhere(ctx context.Context) {
	for _, c := range s.tried {
		if c.isOut || len(typesIn(c.PodCreate)) == 0 {
			continue
		}
		isOffered, err := s.isOffered(ctx, c.PodCreate)
		if err != nil {
			return
		}
		if !isOffered {
			c.said, c.isOut = nowhere, true
		}
	}
}

// isOffered reports whether the catalogue has one of the types of a request. What it does not show, it may have.
func (p *pods) isOffered(ctx context.Context, in api.PodCreate) (bool, error) {
	ids := typesIn(in)
	if in.IsCPU() {
		all, err := p.c.Catalogue.FindCPUTypes(ctx, api.CPUQuery{})
		return slices.ContainsFunc(all, func(t api.CPUType) bool {
			return slices.Contains(ids, t.ID) && fits(t, in.VCPUCount.Or(defaultVCPUs))
		}), err
	}
	all, err := p.c.Catalogue.GPUTypes(ctx)
	return slices.ContainsFunc(all, func(t api.GPUType) bool {
		offered, most, _ := inCloud(t, in.CloudType.Or(secureCloud))
		n := in.GPUCount.Or(1)
		return slices.Contains(ids, t.ID) && offered.Or(true) && n <= most.Or(n)
	}), err
}

// failure adds to an error what was said to each request, unless there was just one create.
func (s *podSearch) failure(err error) error {
	sent := slices.DeleteFunc(slices.Clone(s.tried), func(c *podCandidate) bool { return c.said == "" })
	if len(s.wishes) == 1 && len(sent) == 1 && sent[0].times < 2 && sent[0].said != nowhere {
		return err
	}
	lines := ""
	for i, in := range s.wishes {
		number := ""
		switch {
		case i > 0:
			number = fmt.Sprintf("alternative %d, ", i)
		case len(s.wishes) > 1:
			number = "its own attributes, "
		}
		for _, c := range s.answersTo(i, in) {
			lines += "\n- " + number + describe(c.PodCreate) + ": " + cmp.Or(c.said, "not tried")
			if c.times > 1 {
				lines += fmt.Sprintf(" (%d times)", c.times)
			}
		}
	}
	return fmt.Errorf("%w; it tried:%s", err, lines)
}

// answersTo returns what was said to a request: once to all its creates, or to each that was sent.
func (s *podSearch) answersTo(wish int, in api.PodCreate) (all []podCandidate) {
	for _, c := range s.tried {
		if c.wish == wish {
			all = append(all, *c)
		}
	}
	one := podCandidate{PodCreate: in}
	if len(all) > 0 {
		one.said, one.times = all[0].said, all[0].times
	}
	if !slices.ContainsFunc(all, func(c podCandidate) bool { return c.said != one.said }) {
		return []podCandidate{one}
	}
	return slices.DeleteFunc(all, func(c podCandidate) bool { return c.said == "" })
}

// describe says what tells a candidate from the others.
func describe(in api.PodCreate) string {
	types, count := cmp.Or(strings.Join(typesIn(in), ", "), "any type"), fmt.Sprint(in.GPUCount.Or(1))
	if in.IsCPU() {
		count = fmt.Sprintf("%d vCPUs", in.VCPUCount.Or(defaultVCPUs))
	}
	parts := []string{types + " × " + count, in.CloudType.Or(secureCloud)}
	if centers := in.DataCenterIDs.Or(nil); len(centers) > 0 {
		parts = append(parts, "in "+strings.Join(centers, " or "))
	}
	if in.Interruptible.Or(false) {
		parts = append(parts, "interruptible")
	}
	return strings.Join(parts, ", ")
}
