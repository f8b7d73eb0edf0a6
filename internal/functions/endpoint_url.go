package functions

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// The operations of the queue, by what follows their name in the path.
var (
	alone   = []string{"run", "runsync", "health", "purge-queue", "requests"}
	withJob = []string{"status", "status-sync", "stream", "cancel", "retry"}
)

// handedOn is the operation under which the worker answers every path.
const handedOn = "openai"

const operationForm = "must be run, runsync, health, purge-queue or requests; status, status-sync, stream, cancel " +
	"or retry with a slash and the ID of a job, such as status/abc; or a path below openai, such as openai/v1"

// NewEndpointURL returns endpoint_url: the URL of one of an endpoint's operations on the queue (contract 3), for other
// clients. Each element of the path is escaped. An unknown operation, and a base that is no http(s) URL ending in v2,
// are errors. The known arguments are checked even if another one is unknown: the ID of an endpoint is unknown until
// its create, and a mistake in the others is not to fail the apply after that. Null never gets here.
func NewEndpointURL() function.Function {
	return declared{name: "endpoint_url", run: runEndpointURL, definition: function.Definition{
		Summary: "Returns the URL of an operation of an endpoint",
		MarkdownDescription: "Returns the URL that accepts jobs of an endpoint, for the configuration of clients that " +
			"send jobs. The API key is not part of it.",
		Parameters: []function.Parameter{
			function.StringParameter{
				Name: "queue_url", AllowUnknownValues: true,
				MarkdownDescription: "Base URL of the queue interface, as in the provider's `queue_url`. The last path segment " +
					"is the version, `v2`. A slash at the end does not matter.",
			},
			function.StringParameter{
				Name: "endpoint_id", AllowUnknownValues: true, MarkdownDescription: "ID of the endpoint.",
			},
			function.StringParameter{
				Name: "operation", AllowUnknownValues: true,
				MarkdownDescription: "Operation. It is one of `run`, `runsync`, `health`, `purge-queue` and `requests`. Or it " +
					"is `status`, `status-sync`, `stream`, `cancel` or `retry`, with a slash and the ID of a job, such as " +
					"`status/abc`. Or it is a path below `openai`, such as `openai/v1`, the base URL for OpenAI clients.",
			},
		},
		Return: function.StringReturn{},
	}}
}

func runEndpointURL(ctx context.Context, arguments function.ArgumentsData) (any, *function.FuncError) {
	var queueURL, endpointID, operation types.String
	if err := arguments.Get(ctx, &queueURL, &endpointID, &operation); err != nil {
		return nil, err
	}
	base := &url.URL{}
	if !queueURL.IsUnknown() {
		var problem *framework.BaseURLProblem
		if base, problem = framework.BaseURL(queueURL.ValueString(), "v2"); problem != nil {
			return nil, function.NewArgumentFuncError(0, "queue_url "+strings.TrimSuffix(problem.Detail, "."))
		}
	}
	id := endpointID.ValueString()
	if endpointID.IsUnknown() {
		id = "any"
	}
	if _, err := transport.JoinURL(base, id); err != nil {
		return nil, function.NewArgumentFuncError(1,
			fmt.Sprintf("endpoint_id must be the ID of an endpoint, such as `podfleet_endpoint.it.id`; got %q", id))
	}
	joined, err := transport.JoinURL(base, append([]string{id}, strings.Split(operation.ValueString(), "/")...)...)
	if !operation.IsUnknown() && (err != nil || !isOperation(operation.ValueString())) {
		return nil, function.NewArgumentFuncError(2,
			fmt.Sprintf("operation %s; got %q", operationForm, operation.ValueString()))
	}
	if queueURL.IsUnknown() || endpointID.IsUnknown() || operation.IsUnknown() {
		return types.StringUnknown(), nil
	}
	return types.StringValue(joined.String()), nil
}

func isOperation(operation string) bool {
	name, rest, more := strings.Cut(operation, "/")
	switch {
	case slices.Contains(alone, name):
		return !more
	case slices.Contains(withJob, name):
		return rest != "" && !strings.Contains(rest, "/")
	default:
		return name == handedOn && rest != ""
	}
}
