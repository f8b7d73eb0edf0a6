package endpoint

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// send sends a change, and reports whether it succeeded. Without a change it sends nothing, and the answer has the ID
// only. After a write over version 2 that can have replaced the workers, the answer has the version. releases is how
// many releases it makes at most: a copy of a template is one of its own.
func (r *Resource) send(
	ctx context.Context, in input, change api.EndpointFields, diags *diag.Diagnostics,
) (answer api.Endpoint, releases int64, done bool) {
	id := in.State.ID.ValueString()
	answer, releases = api.Endpoint{ID: id}, 1
	var template string
	var copied bool
	if r.Version() > 1 {
		change, template, copied = r.afterDetaching(ctx, in, change, diags)
	} else {
		change = change.OverVersion1()
	}
	if diags.HasError() {
		return answer, releases, false
	}
	if copied && !change.Settings().IsZero() {
		releases = 2
	}
	if !members.IsEmpty(change) {
		if template != "" {
			change = in.State.withOwnCUDA(change)
		}
		var err error
		if answer, err = r.Client.Endpoints.Update(ctx, id, change); err != nil {
			r.Failed("update", in.Plan.Name.ValueString(), err).AddTo(diags)
			return answer, releases, false
		}
		warnOfComputeType(in.Plan, answer, diags)
		if template != "" {
			r.warnOfDifferences(ctx, answer, template, diags)
		}
	}
	if r.Version() > 1 && in.Plan.Version.IsUnknown() {
		answer.Version = r.Client.Endpoints.VersionOf(ctx, id)
	}
	return answer, releases, true
}

// afterDetaching returns what is left to send over version 2, after it has detached the endpoint: before a rename, or a
// change of container settings. It also returns the template whose settings the endpoint gets, if any, and whether it
// has detached the endpoint.
func (r *Resource) afterDetaching(
	ctx context.Context, in input, change api.EndpointFields, diags *diag.Diagnostics,
) (left api.EndpointFields, template string, copied bool) {
	change = r.withTemplate(ctx, in, change)
	template = change.TemplateID.Or("")
	if what := touchesTemplate(change); what != "" {
		from := cmp.Or(in.Plan.TemplateID.ValueString(), in.State.TemplateID.ValueString())
		if copied = r.detach(ctx, detachment{in.State, from, what}, diags); copied {
			change.TemplateID = members.Optional[string]{}
		}
	}
	return change, template, copied
}

// touchesTemplate returns what an update does that reaches a template to which the endpoint is bound; empty if it does
// not. An update with a templateId gives the endpoint a copy first.
func touchesTemplate(change api.EndpointFields) string {
	switch {
	case isPresent(change.Name):
		return "rename"
	case !change.Settings().IsZero():
		return "change"
	default:
		return ""
	}
}

// withOwnCUDA adds the CUDA constraint that an endpoint has in the state to an update with a template's ID over version
// 2. Without one in the request, a GPU endpoint gets the template's CUDA versions (contract-v2 5.3), which no
// configuration of the endpoint shows. An endpoint of version 1 can have both constraints. No request can state both,
// so it gets neither.
func (m model) withOwnCUDA(change api.EndpointFields) api.EndpointFields {
	if !isPresent(change.TemplateID) || isPresent(change.AllowedCUDAVersions) || isPresent(change.MinCUDAVersion) ||
		m.isCPU() {
		return change
	}
	has := m.toFields()
	switch least := has.MinCUDAVersion.Or(""); {
	case least == "":
		change.AllowedCUDAVersions = has.AllowedCUDAVersions
	case len(has.AllowedCUDAVersions.Or(nil)) == 0:
		change.MinCUDAVersion = has.MinCUDAVersion
	}
	return change
}

// warnOfComputeType says that a deployment made something else than was asked for. Some deployments answer GPU for
// a CPU endpoint (contract 2.3). It is no reason to replace: the next one would be no different.
func warnOfComputeType(m model, answer api.Endpoint, diags *diag.Diagnostics) {
	got, known := answer.ComputeType.Get()
	if known && !m.ComputeType.IsNull() && got != m.ComputeType.ValueString() {
		diags.AddAttributeWarning(path.Root("compute_type"),
			m.Object(entity.Name).About("The service returned another compute type"), fmt.Sprintf(
				"The request for the endpoint %q had one of the compute types %s, and the service returned %s. Some "+
					"services accept one type and create the other.\n\nNext: check the type of the machines that its workers run on.",
				m.Name.ValueString(), m.ComputeType.ValueString(), got))
	}
}
