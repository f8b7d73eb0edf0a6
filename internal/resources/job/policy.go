package job

import (
	"context"
	"fmt"
	"time"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// The bounds of a policy and the service's default, in milliseconds (contract 3.1).
const (
	minExecutionTimeout = 5_000
	minTTL              = 10_000
	maxMilliseconds     = 7 * 24 * 60 * 60 * 1000
	defaultTTL          = 24 * 60 * 60 * 1000
)

// policy limits how long a job may take, and says whether workers are started for it. Times are in milliseconds; null
// is the service's default.
type policy struct {
	ExecutionTimeout types.Int64
	LowPriority      types.Bool
	TTL              types.Int64
}

// The descriptions that the resource's policy and the action's share: their schemas have different types.
const (
	policyDescription           = "Time limits of the job, and its priority."
	executionTimeoutDescription = "Maximum run time on a worker, in milliseconds, from 5000 (5 s) to 604800000 (7 " +
		"days). Time in the queue does not count. Default: the endpoint's `execution_timeout_ms`."
	lowPriorityDescription = "Whether the job waits for workers that were started for other jobs, instead of having " +
		"new ones started. Default: `false`."
	ttlDescription = "Lifetime of the job from its submission, in milliseconds, from 10000 (10 s) to 604800000 (7 " +
		"days). **At its end the service deletes the job, even while it runs.** A job that may run longer than the " +
		"default needs both settings. Default: `86400000` (24 h)."
)

// policyAttribute returns policy in the resource's schema.
func policyAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: policyDescription + " A change runs a new job.",
		Attributes: map[string]schema.Attribute{
			"execution_timeout": schema.Int64Attribute{CustomType: validators.WholeNumber{}, Optional: true,
				MarkdownDescription: executionTimeoutDescription},
			"low_priority": schema.BoolAttribute{Optional: true, MarkdownDescription: lowPriorityDescription},
			"ttl": schema.Int64Attribute{CustomType: validators.WholeNumber{}, Optional: true,
				MarkdownDescription: ttlDescription},
		},
	}
}

// actionPolicyAttribute returns policy in the schema of the action.
func actionPolicyAttribute() actionschema.SingleNestedAttribute {
	return actionschema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: policyDescription,
		Attributes: map[string]actionschema.Attribute{
			"execution_timeout": actionschema.Int64Attribute{CustomType: validators.WholeNumber{}, Optional: true,
				MarkdownDescription: executionTimeoutDescription},
			"low_priority": actionschema.BoolAttribute{Optional: true,
				MarkdownDescription: lowPriorityDescription},
			"ttl": actionschema.Int64Attribute{CustomType: validators.WholeNumber{}, Optional: true,
				MarkdownDescription: ttlDescription},
		},
	}
}

// policyOf reads a policy. All of it is null if the object is null or unknown.
func policyOf(object types.Object) policy {
	attributes := object.Attributes()
	executionTimeout, _ := attributes["execution_timeout"].(types.Int64)
	lowPriority, _ := attributes["low_priority"].(types.Bool)
	ttl, _ := attributes["ttl"].(types.Int64)
	return policy{ExecutionTimeout: executionTimeout, LowPriority: lowPriority, TTL: ttl}
}

// ttl returns the configured ttl; 0 if none is configured.
func (p policy) ttl() time.Duration { return time.Duration(p.TTL.ValueInt64()) * time.Millisecond }

func (p policy) toAPI() client.JobPolicy {
	return client.JobPolicy{
		ExecutionTimeout: framework.Int64Of(p.ExecutionTimeout),
		LowPriority:      framework.BoolOf(p.LowPriority),
		TTL:              framework.Int64Of(p.TTL),
	}
}

// effective returns the policy as it is compared: to configure a default is no change. The defaults of the two times
// depend on the endpoint and the service, so they stay null.
func (p policy) effective() policy {
	if p.LowPriority.IsNull() {
		p.LowPriority = types.BoolValue(false)
	}
	return p
}

// validatePolicy checks the published bounds, and refuses a job that would be deleted before it can time out (contract
// 3.1). Unknown values are not checked. Errors are reported at the whole policy: for a path that leads into an
// attribute, a CLI shows the line of the resource.
func validatePolicy(ctx context.Context, at path.Path, object types.Object, diags *diag.Diagnostics) {
	p := policyOf(object)
	validateBounds(ctx, at.AtName("execution_timeout"), p.ExecutionTimeout, minExecutionTimeout, diags)
	validateBounds(ctx, at.AtName("ttl"), p.TTL, minTTL, diags)
	const summary = "execution_timeout exceeds ttl"
	switch execution, ttl := p.ExecutionTimeout, p.TTL; {
	case execution.IsNull() || execution.IsUnknown() || ttl.IsUnknown():
	case ttl.IsNull() && execution.ValueInt64() > defaultTTL:
		diags.AddAttributeError(at, summary, fmt.Sprintf(
			"execution_timeout is %d ms, and the default ttl is %d ms (24 h). At the end of the ttl, the service deletes the "+
				"job, even while it runs.\n\nNext: set ttl to the sum of the execution timeout and the time in the queue.",
			execution.ValueInt64(), int64(defaultTTL)))
	case !ttl.IsNull() && execution.ValueInt64() > ttl.ValueInt64():
		diags.AddAttributeError(at, summary, fmt.Sprintf(
			"execution_timeout is %d ms, and ttl is %d ms. At the end of the ttl, the service deletes the job, even while it "+
				"runs.\n\nNext: set ttl to the sum of the execution timeout and the time in the queue.",
			execution.ValueInt64(), ttl.ValueInt64()))
	}
}

func validateBounds(ctx context.Context, at path.Path, value types.Int64, minimum int64, diags *diag.Diagnostics) {
	var found validator.Int64Response
	request := validator.Int64Request{Path: at, ConfigValue: value}
	validators.Between(minimum, maxMilliseconds).ValidateInt64(ctx, request, &found)
	reportAt(at.ParentPath(), found.Diagnostics, diags)
}

// reportAt adds errors at another path than they were found at.
func reportAt(at path.Path, found diag.Diagnostics, diags *diag.Diagnostics) {
	for _, problem := range found {
		diags.AddAttributeError(at, problem.Summary(), problem.Detail())
	}
}
