// Package provider is the provider itself: its configuration, and the table of what it offers. What each type does is
// in internal/resources.
package provider

import (
	"context"
	"os"
	"sync/atomic"

	"github.com/hashicorp/terraform-plugin-framework-validators/float64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// Provider is the podfleet provider.
type Provider struct {
	version  string
	accounts *client.Accounts
	tune     []func(*client.Config)
	// planners is nil until the provider is configured.
	planners atomic.Pointer[func() map[string]planner]
}

var (
	_ provider.ProviderWithActions            = (*Provider)(nil)
	_ provider.ProviderWithEphemeralResources = (*Provider)(nil)
	_ provider.ProviderWithFunctions          = (*Provider)(nil)
	_ provider.ProviderWithListResources      = (*Provider)(nil)
)

// New returns the provider's constructor, as the plugin server wants it. The clients of all providers that it
// constructs share the facts about an account. Tests tune the client to wait milliseconds instead of seconds.
func New(version string, tune ...func(*client.Config)) func() provider.Provider {
	accounts := client.NewAccounts()
	return func() provider.Provider { return &Provider{version: version, accounts: accounts, tune: tune} }
}

// Metadata implements provider.Provider.
func (p *Provider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = framework.TypePrefix
	resp.Version = p.version
}

// Schema describes the provider block. Everything is optional there, because everything can come from the environment.
func (p *Provider) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Manages GPU cloud infrastructure: serverless endpoints and their jobs, pods, container " +
			"templates, network volumes and container registry credentials.",
		Attributes: attribute.Attributes{
			"api_key": attribute.Secret.String("API key, sent as a bearer token. Environment: `PODFLEET_API_KEY`, or " +
				"`PODFLEET_API_KEY_FILE` for a file that holds the key."),
			"rest_url": attribute.Optional.String("Base URL of the management interface. The last path segment is the " +
				"version, `v1` or `v2`. Required here or in the environment: `PODFLEET_REST_URL`."),
			"queue_url": attribute.Optional.String("Base URL of the queue interface. The last path segment is the version, " +
				"`v2`. Required for jobs, queues and endpoint health. Environment: `PODFLEET_QUEUE_URL`."),
			"max_retries": attribute.Optional.Int64("Maximum number of retries of a request after HTTP 502, 503 or 504 or a "+
				"lost connection: see [Reaction to each failure](guides/failed-requests#reaction-to-each-failure). The "+
				"provider never repeats a create or a job submission that the service may have carried out. Waiting for a "+
				"rate limit uses up no retry. Environment: `PODFLEET_MAX_RETRIES`. Default: `4`.",
				int64validator.Between(0, maxRetries)),
			"request_timeout": attribute.Optional.String("Time limit for one attempt at a request, as a duration such as " +
				"`30s`. Environment: `PODFLEET_REQUEST_TIMEOUT`. Default: `60s`."),
			"requests_per_second": attribute.Optional.Float64("Maximum rate of requests a second, such as `10` or `0.5`, at "+
				"least `0.1`. Set it if other clients share the API key's rate limit. Environment: "+
				"`PODFLEET_REQUESTS_PER_SECOND`. Default: not set; the provider finds the service's limits and stays just "+
				"below them.", float64validator.AtLeast(minRate)),
			"allow_insecure_http": attribute.Optional.Bool("Whether to allow `http://` URLs for hosts other than this " +
				"machine. **The API key then crosses the network unencrypted.** Environment: `PODFLEET_ALLOW_INSECURE_HTTP`. " +
				"Default: `false`."),
			"read_coalescing": attribute.Optional.Bool("Whether a refresh reads all objects of a kind with one list " +
				"instead of one request each. Set it to `false` if the service's lists are not reliable. Environment: " +
				"`PODFLEET_READ_COALESCING`. Default: `true`."),
			"import_env": attribute.Optional.Bool("Whether to add environment variables of imported objects to the state. " +
				"With `false`, they stay out of the state until the first apply after you configure `env` or `env_wo`: see " +
				"[Import secrets](guides/secrets#import-secrets). Environment: `PODFLEET_IMPORT_ENV`. Default: `true`."),
			"existing_objects": attribute.Optional.String("Effect of an equal object that existed before the run: see "+
				"[After a killed run](guides/failed-requests#after-a-killed-run). `ignore`: a create creates another one. "+
				"`error`: it sends nothing, and names the object. Use `error` only if no other configuration or client of the "+
				"account should create equal objects. An object with `name_prefix` equals no other, so the check cannot find "+
				"it. Environment: `PODFLEET_EXISTING_OBJECTS`. Default: `ignore`.",
				validators.OneOf(existingIgnore, existingError)),
			"account_id": attribute.Optional.Set("User IDs of the account that the API key belongs to, as `user_id` of "+
				"endpoints and `consumer_user_id` of pods show them. Set several if the members of the account have separate "+
				"user IDs. If the API key shows only objects of other users, the provider creates nothing, and removes "+
				"nothing from the state: see [The API key of another "+
				"account](guides/failed-requests#the-api-key-of-another-account). Version 1 only: over version 2, the "+
				"provider cannot check the account, and only warns. Environment: `PODFLEET_ACCOUNT_ID`, with commas between "+
				"several. Default: not set.", setvalidator.ValueStringsAre(validators.NotEmpty())),
			"update_with_post": attribute.Optional.Bool("Whether to send updates as `POST …/update` instead of `PATCH`, " +
				"for proxies that reject PATCH. Version 1 only. Environment: `PODFLEET_UPDATE_WITH_POST`. Default: `false`."),
		}.OfProvider(),
	}
}

// Configure makes the client that everything in the registry uses. It sends nothing: it runs in every plan, even if the
// plan needs no request.
func (p *Provider) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	p.planners.Store(nil)
	var object types.Object
	resp.Diagnostics.Append(req.Config.Get(ctx, &object)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config := block(object.Attributes())
	if config.unknown() != "" && req.ClientCapabilities.DeferralAllowed {
		resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
		return
	}
	settings, importsEnv, diags := config.settings(processEnvironment())
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	settings.UserAgent = userAgent(p.version, req.TerraformVersion, os.Getenv("TF_APPEND_USER_AGENT"))
	settings.ObserveAttempt, settings.ObserveThrottling = logAttempt, logThrottling
	settings.ObserveCapacity, settings.ObserveUsers = logCapacity, logUsers
	settings.Accounts = p.accounts
	for _, tune := range p.tune {
		tune(&settings)
	}
	configured := framework.Configured{Client: client.New(settings), OmitImportedEnv: !importsEnv,
		Run: &framework.Run{}}
	resp.ResourceData, resp.DataSourceData = configured, configured
	resp.EphemeralResourceData, resp.ActionData, resp.ListResourceData = configured, configured, configured
	planners := p.newPlanners(ctx, configured)
	p.planners.Store(&planners)
}
