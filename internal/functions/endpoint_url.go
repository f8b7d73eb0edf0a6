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

// EndpointURL is endpoint_url: the URL of one of an endpoint's operations on the queue (contract 3), for other clients.
// Each element of the path is escaped. An unknown operation, and a base that is no http(s) URL ending in v2, are
// errors. The known arguments are checked even if another one is unknown: the ID of an endpoint is unknown until its
// create, and a mistake in the others is not to fail the apply after that. Null never gets here.
type EndpointURL struct{}

var _ function.Function = (*EndpointURL)(nil)

// NewEndpointURL returns the function.
func NewEndpointURL() function.Function { return &EndpointURL{} }

// The operations of the queue, by what follows their name in the path.
var (
	alone   = []string{"run", "runsync", "health", "purge-queue", "requests"}
	withJob = []string{"status", "status-sync", "stream", "cancel", "retry"}
)

// handedOn is the operation under which the worker answers every path.
const handedOn = "openai"

const operationForm = "must be run, runsync, health, purge-queue or requests; status, status-sync, stream, cancel " +
	"or retry with a slash and the ID of a job, such as status/abc; or a path below openai, such as openai/v1"

// Metadata implements function.Function.
func (f *EndpointURL) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "endpoint_url"
}

// Definition implements function.Function.
func (f *EndpointURL) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
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
	}
}

// Run makes the URL.
func (f *EndpointURL) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var queueURL, endpointID, operation types.String
	if resp.Error = req.Arguments.Get(ctx, &queueURL, &endpointID, &operation); resp.Error != nil {
		return
	}
	base := &url.URL{}
	if !queueURL.IsUnknown() {
		var problem *framework.BaseURLProblem
		if base, problem = framework.BaseURL(queueURL.ValueString(), "v2"); problem != nil {
			resp.Error = function.NewArgumentFuncError(0, "queue_url "+strings.TrimSuffix(problem.Detail, "."))
			return
		}
	}
	id := endpointID.ValueString()
	if endpointID.IsUnknown() {
		id = "any"
	}
	if _, err := transport.JoinURL(base, id); err != nil {
		resp.Error = function.NewArgumentFuncError(1,
			fmt.Sprintf("endpoint_id must be the ID of an endpoint, such as `podfleet_endpoint.it.id`; got %q", id))
		return
	}
	joined, err := transport.JoinURL(base, append([]string{id}, strings.Split(operation.ValueString(), "/")...)...)
	if !operation.IsUnknown() && (err != nil || !isOperation(operation.ValueString())) {
		resp.Error = function.NewArgumentFuncError(2,
			fmt.Sprintf("operation %s; got %q", operationForm, operation.ValueString()))
		return
	}
	result := types.StringValue(joined)
	if queueURL.IsUnknown() || endpointID.IsUnknown() || operation.IsUnknown() {
		result = types.StringUnknown()
	}
	resp.Error = resp.Result.Set(ctx, result)
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
