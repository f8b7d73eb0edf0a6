package template

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/env"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/policy"
)

// Keeps reports whether a plan that proposes the state of a template changes nothing: Resource.plan acts on
// changes only, and on a configuration that is not the one applied last.
func (r *Resource) Keeps(ctx context.Context, p policy.Proposal) bool {
	var unchanged change
	diags := (&tfsdk.State{Schema: p.Schema, Raw: p.State}).Get(ctx, &unchanged.State)
	record, found := policy.Load(ctx, p.Private)
	diags.Append(found...)
	unchanged.Record = record
	return !diags.HasError() && unchanged.configHash(unchanged.State).Equal(unchanged.State.ConfigHash)
}

// plan plans config_hash. It warns of a change that rolls endpoints, and of a replacement that endpoints are in the way
// of; pods are not, because they are replaced with their template.
func (r *Resource) plan(
	ctx context.Context, in policy.Input[model], verdict policy.Verdict, req resource.ModifyPlanRequest,
	resp *resource.ModifyPlanResponse,
) {
	if resp.Diagnostics.HasError() {
		return
	}
	if req.State.Raw.IsNull() {
		resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"), in.Plan.digest())...)
		return
	}
	c := r.changeOf(ctx, in)
	object := c.State.Object(entity.Name)
	sent, err := c.sent()
	if err != nil {
		resp.Diagnostics.Append(env.CannotCompare(entity.Name, strconv.Quote(object.Name), err))
		return
	}
	resp.Diagnostics.Append(resp.Plan.SetAttribute(ctx, path.Root("config_hash"), c.configHash(sent))...)
	if verdict.Replaces {
		verdict.WarnOfLostVariables(ctx, object, c.Plan.Env, resp.Private, &resp.Diagnostics)
		r.Protected(ctx, req.State, &resp.Diagnostics).RefuseReplacement(c.Plan.DeletionProtection, resp)
	}
	if r.Client == nil || resp.Diagnostics.HasError() {
		return
	}
	rolls := c.rolls(sent)
	if !verdict.Replaces && rolls {
		r.Run.ChangeSettings(object.ID)
	}
	variables := c.env.Describe()
	if !verdict.Replaces && !rolls || !r.warnOfEndpoints(ctx, c, verdict.Replaces, variables, &resp.Diagnostics) {
		env.WarnChange(object, variables, &resp.Diagnostics)
	}
}

// change is an update of a template, or a plan of one, which can be a replacement.
type change struct {
	policy.Input[model]
	env env.Update
}

func (r *Resource) changeOf(ctx context.Context, of policy.Input[model]) change {
	return change{of, env.Update{
		Planned: of.Plan.Variables, Was: of.State.Variables, Config: of.Config.Variables, Hidden: of.Env,
		Actual: sync.OnceValues(func() (members.Optional[map[string]string], error) {
			if r.Client == nil {
				return members.Optional[map[string]string]{}, nil
			}
			actual, err := r.Client.Templates.Get(ctx, of.State.ID.ValueString())
			return actual.Env, err
		}),
	}}
}

// sent returns the plan as an update sends it: nothing of variables that the service has, although an import left them
// out.
func (c change) sent() (model, error) {
	has, err := c.env.HasLeftOut()
	if has {
		c.Plan.Env, c.Plan.EnvWOVersion = c.State.Env, c.State.EnvWOVersion
	}
	return c.Plan, err
}

// rolls reports whether an update, if the change is one, rolls the endpoints of the template.
func (c change) rolls(sent model) bool {
	variables, err := c.env.Sends()
	return err == nil && !variables.IsZero() || rolls(sent.toUpdate(c.State, c.Record)) ||
		sent.digest().IsUnknown() || sent.ContainerRegistryAuthID.IsUnknown()
}

// warnOfEndpoints warns of the effect of a plan on the template's endpoints, or of the endpoints that are in its way.
// It reports whether a warning names the changes of the variables.
func (r *Resource) warnOfEndpoints(
	ctx context.Context, c change, replaces bool, variables string, diags *diag.Diagnostics,
) (warned bool) {
	// A name made of a prefix is for create_before_destroy, under which endpoints move over first.
	isInTheWay := replaces && !c.Config.Name.IsNull()
	endpoints, err := r.Client.Endpoints.WithTemplate(ctx, c.State.ID.ValueString())
	switch {
	case isInTheWay:
		framework.WarnInUse(c.State.Object(entity.Name), endpoints, err, diags)
	case err != nil:
		warnOfUnlisted(c.State, err, diags)
	case len(endpoints) > 0:
		detail := fmt.Sprintf("The template %q is used by: %s. %s", c.State.Name.ValueString(),
			framework.UsersOf(endpoints), rollingUpdate)
		if variables != "" {
			detail += " In their environment variables, the plan " + variables + "."
		}
		diags.AddWarning(c.State.Object(entity.Name).About("Rolling update of the template's endpoints"), detail)
		return true
	}
	return false
}

// rollingUpdate is what an apply does to the endpoints of a template that it changes.
const rollingUpdate = "The apply starts a rolling update of each endpoint that uses it: idle workers end at once, " +
	"busy workers finish their job first, and new workers start cold."

// warnOfUnlisted warns that the plan cannot name the endpoints of a template that it changes. That is no reason to
// refuse the plan.
func warnOfUnlisted(state model, err error, diags *diag.Diagnostics) {
	diags.AddWarning(state.Object(entity.Name).About("Cannot list the endpoints of the template"), fmt.Sprintf(
		"The provider could not find out which endpoints use the template %q (%s). %s\n\nReason: %v\n\n"+
			"Next: plan again. If the list still fails, look for endpoints with this template in the service's console "+
			"before you apply.", state.Name.ValueString(), state.ID.ValueString(), rollingUpdate, err))
}
