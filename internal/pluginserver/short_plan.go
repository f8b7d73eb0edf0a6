package pluginserver

import (
	"bytes"
	"context"
	"crypto/sha256"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

// Planner is a provider that knows what plans depend on.
type Planner interface {
	// PlanShape returns the shape of a plan that proposes the present state, which comes in MessagePack with the
	// configuration, and the private state as it is stored. Plans of one type and shape have the same answer. It is not ok
	// if that is not certain.
	PlanShape(
		ctx context.Context, typeName string, config, state, private []byte,
	) (shape [sha256.Size]byte, ok bool)
}

// PlanResourceChange plans nothing for what the framework has planned nothing for before: an object of the same shape.
func (a *answering) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (response *tfprotov6.PlanResourceChangeResponse, err error) {
	defer recoverInto(&err)
	key, ok := a.planKey(ctx, q)
	if !ok {
		return a.whole.PlanResourceChange(ctx, q)
	}
	without, generation, remembered := a.plans.recall(key)
	if remembered && !a.compares {
		return unchangedPlan(q, without), nil
	}
	long, err := a.whole.PlanResourceChange(ctx, q)
	if err != nil {
		return long, err
	}
	difference := differentPlan(a.kinds()[q.TypeName], q, long)
	switch {
	case !remembered && difference == "":
		a.plans.remember(key, long.PlannedIdentity, generation)
	case remembered && difference == "":
		return unchangedPlan(q, without), nil
	case remembered:
		long.Diagnostics = append(long.Diagnostics, differs("plan", q.TypeName, difference))
	}
	return long, nil
}

// unchangedPlan says that nothing changes. without is the identity of an object that has none yet.
func unchangedPlan(
	q *tfprotov6.PlanResourceChangeRequest, without *tfprotov6.ResourceIdentityData,
) *tfprotov6.PlanResourceChangeResponse {
	identity := q.PriorIdentity
	if identity == nil {
		identity = without
	}
	return &tfprotov6.PlanResourceChangeResponse{
		PlannedState: q.ProposedNewState, PlannedPrivate: q.PriorPrivate, PlannedIdentity: identity,
	}
}

// planKey holds all that the framework's answer depends on if nothing changes.
type planKey struct {
	typeName                string
	shape                   [sha256.Size]byte
	hasIdentity, mayBeLater bool
}

// planKey returns the key of a request. It is not ok if something changes, and for requests of another form than core
// sends.
func (a *answering) planKey(ctx context.Context, q *tfprotov6.PlanResourceChangeRequest) (key planKey, ok bool) {
	if a.known == nil || q == nil || q.ProviderMeta != nil || !inMessagePack(q.PriorState) ||
		!inMessagePack(q.ProposedNewState) || !inMessagePack(q.Config) ||
		q.PriorIdentity != nil && !inMessagePack(q.PriorIdentity.IdentityData) ||
		!bytes.Equal(q.PriorState.MsgPack, q.ProposedNewState.MsgPack) {
		return planKey{}, false
	}
	key = planKey{
		typeName: q.TypeName, hasIdentity: q.PriorIdentity != nil,
		mayBeLater: q.ClientCapabilities != nil && q.ClientCapabilities.DeferralAllowed,
	}
	key.shape, ok = a.known.PlanShape(ctx, q.TypeName, q.Config.MsgPack, q.PriorState.MsgPack, q.PriorPrivate)
	return key, ok
}

// differentPlan describes what the framework's answer adds to the message that nothing changes; empty if it adds
// nothing.
func differentPlan(
	of *kind, q *tfprotov6.PlanResourceChangeRequest, long *tfprotov6.PlanResourceChangeResponse,
) string {
	switch {
	case len(long.Diagnostics) > 0:
		return "it says " + long.Diagnostics[0].Summary
	case len(long.RequiresReplace) > 0:
		return "it replaces the object"
	case long.Deferred != nil:
		return "it defers"
	case !bytes.Equal(q.PriorPrivate, long.PlannedPrivate):
		return "the private state differs"
	case q.PriorIdentity == nil && !isNoIdentity(long.PlannedIdentity):
		return "it has an identity"
	case of == nil || long.PlannedState == nil:
		return "the plan is missing"
	}
	if q.PriorIdentity != nil {
		if difference := differentIdentity(q.PriorIdentity, long.PlannedIdentity); difference != "" {
			return difference
		}
	}
	if bytes.Equal(q.PriorState.MsgPack, long.PlannedState.MsgPack) {
		return ""
	}
	return differentValue("plan", of.state, q.PriorState, long.PlannedState)
}

// isNoIdentity reports whether an identity is absent or null.
func isNoIdentity(identity *tfprotov6.ResourceIdentityData) bool {
	return identity == nil || identity.IdentityData != nil && len(identity.IdentityData.MsgPack) == 1 &&
		identity.IdentityData.MsgPack[0] == msgpcode.Nil
}

// maxShapes limits the number of remembered plans, to about 2 MB. Fleets have a shape for every block of resources. If
// a fleet has more, all are forgotten, and those that come again are remembered again.
const maxShapes = 10_000

// planMemory remembers of which plans the framework has said that nothing changes, and nothing else. Its zero value is
// empty.
type planMemory struct {
	mu         sync.Mutex
	generation int
	// unchanged has the identity that the framework plans for an object that has none yet: none, or null.
	unchanged map[planKey]*tfprotov6.ResourceIdentityData
}

// recall returns the planned identity of a remembered plan, and the generation to remember another plan with.
func (m *planMemory) recall(key planKey) (
	without *tfprotov6.ResourceIdentityData, generation int, remembered bool,
) {
	m.mu.Lock()
	defer m.mu.Unlock()
	without, remembered = m.unchanged[key]
	return without, m.generation, remembered
}

// remember remembers, unless all was forgotten since the generation was read.
func (m *planMemory) remember(key planKey, without *tfprotov6.ResourceIdentityData, generation int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if generation != m.generation {
		return
	}
	if m.unchanged == nil || len(m.unchanged) >= maxShapes {
		m.unchanged = map[planKey]*tfprotov6.ResourceIdentityData{}
	}
	if key.hasIdentity {
		without = nil // It is the object's own then.
	}
	m.unchanged[key] = without
}

func (m *planMemory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.generation++
	m.unchanged = nil
}

// ConfigureProvider forgets what was planned under another configuration.
func (a *answering) ConfigureProvider(
	ctx context.Context, q *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	defer a.plans.forget()
	return a.whole.ConfigureProvider(ctx, q)
}
