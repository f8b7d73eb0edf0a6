package job

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
)

// The bounds of a policy and the service's default, in milliseconds (contract 3.1).
const (
	minExecutionTimeout = 5_000
	minTTL              = 10_000
	maxMilliseconds     = 7 * 24 * 60 * 60 * 1000
	defaultTTL          = 24 * 60 * 60 * 1000
)

// policyAttribute returns policy in the resource's schema.
func policyAttribute() schema.SingleNestedAttribute {
	return attribute.Optional.Object("Time limits of the job, and its priority. A change runs a new job.",
		attribute.Attributes{
			"execution_timeout": attribute.Optional.Int64("Maximum run time on a worker, in milliseconds, from 5000 (5 s) "+
				"to 604800000 (7 days). Time in the queue does not count. Default: the endpoint's `execution_timeout_ms`.",
				int64validator.Between(minExecutionTimeout, maxMilliseconds)),
			"low_priority": attribute.Optional.Bool("Whether the job waits for workers that were started for other jobs, " +
				"instead of having new ones started. Default: `false`."),
			"ttl": attribute.Optional.Int64("Lifetime of the job from its submission, in milliseconds, from 10000 (10 s) to "+
				"604800000 (7 days). **At its end the service deletes the job, even while it runs.** A job that may run "+
				"longer than the default needs both settings. Default: `86400000` (24 h).",
				int64validator.Between(minTTL, maxMilliseconds)),
		})
}

// policyOf reads a policy. A value that is null or unknown is absent: it is the service's default.
func policyOf(object types.Object) jobs.Policy {
	return framework.Query[jobs.Policy](object.Attributes())
}

// effectivePolicy returns a policy as it is compared: to configure a default is no change. The defaults of the two
// times depend on the endpoint and the service, so they stay absent.
func effectivePolicy(m model) jobs.Policy {
	p := policyOf(m.Policy)
	p.LowPriority = members.Some(p.LowPriority.Or(false))
	return p
}

// validatePolicy refuses a job that would be deleted before it can time out (contract 3.1). Unknown values are not
// checked.
func validatePolicy(at path.Path, object types.Object, diags *diag.Diagnostics) {
	execution, _ := object.Attributes()["execution_timeout"].(types.Int64)
	ttl, _ := object.Attributes()["ttl"].(types.Int64)
	if ttl.IsUnknown() {
		return
	}
	limit, name := ttl.ValueInt64(), "ttl"
	if ttl.IsNull() {
		limit, name = defaultTTL, "the default ttl"
	}
	if execution.ValueInt64() > limit { // 0 if it is null or unknown.
		diags.AddAttributeError(at, "execution_timeout exceeds ttl", fmt.Sprintf("execution_timeout is %d ms, and %s is "+
			"%d ms. At the end of the ttl, the service deletes the job, even while it runs.\n\n"+
			"Next: set ttl to the sum of the execution timeout and the time in the queue.",
			execution.ValueInt64(), name, limit))
	}
}
