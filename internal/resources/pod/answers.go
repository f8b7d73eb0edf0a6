package pod

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-timeouts/action/timeouts"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/probe"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// question is what a pod is asked until it answers: arguments of podfleet_pod_ready, podfleet_pod_await, ready_check.
type question struct {
	Port   types.Int64  `tfsdk:"port"`
	Path   types.String `tfsdk:"path"`
	Status types.Int64  `tfsdk:"status"`
}

// The defaults of the arguments.
var (
	defaultPath = types.StringValue("/")
	okStatus    = types.Int64Value(200)
)

const answersTimeout = 10 * time.Minute

// questionAttributes returns the arguments of a question, with more.
func questionAttributes(more attribute.Attributes) attribute.Attributes {
	maps.Copy(more, attribute.Attributes{
		"port": attribute.Required.Int64("TCP port of the pod that its program listens at, as in `ports` with `/tcp`. A "+
			"port with `/http` has no address that the provider could ask.", int64validator.Between(1, 65535)),
		"path": attribute.Optional.String("Path of the request, with a query if you need one. Default: `/`.",
			validators.MatchesSecret(urlPath, "be the path of a URL, such as /health")),
		"status": attribute.Optional.Int64("HTTP status that the pod has to answer with. The provider follows no redirect. "+
			"Default: `200`.", int64validator.Between(200, 599)),
	})
	return more
}

// urlPath is a path, which may have a query.
var urlPath = regexp.MustCompile(`^/([!-$&-~]|%[0-9A-Fa-f]{2})*$`)

// check returns the question with its defaults.
func (q question) check() probe.Check {
	return probe.Check{Port: q.Port.ValueInt64(), Path: framework.OrDefault(q.Path, defaultPath).ValueString(),
		Status: framework.OrDefault(q.Status, okStatus).ValueInt64()}
}

// asking is a wait for the answer of a pod.
type asking struct {
	probe.Check
	ctx context.Context
	// saw is called with what is in the way, when that has changed.
	saw func(string)
	// last is what was last in the way, and hopeless whether that stays so.
	last     string
	hopeless bool
}

// wanted describes the answer, without a query, which can be secret.
func (a *asking) wanted() string {
	path, _, _ := strings.Cut(a.Path, "?")
	return fmt.Sprintf("GET %s at its port %d with %d", path, a.Port, a.Status)
}

// done reports whether the pod has answered, or never will.
func (a *asking) done(p api.Pod) bool {
	inTheWay := a.ask(p)
	if a.ctx.Err() != nil && a.last != "" && inTheWay != "" { // The end of the time cut this question.
		return a.hopeless
	}
	if inTheWay != "" && inTheWay != a.last {
		a.saw(inTheWay)
	}
	a.last = inTheWay
	return inTheWay == "" || a.hopeless
}

// ask returns what is in the way of an answer; empty if there is one.
func (a *asking) ask(p api.Pod) string {
	ports, shown := p.Ports.Get()
	machine, _ := p.Machine.Get()
	a.hopeless = true
	switch status, known := p.DesiredStatus.Get(); {
	case known && status != running:
		return "the pod is " + status
	case hasFailed(p):
		return "the pod has failed: its status is " + statusError
	case shown && !slices.Contains(ports, fmt.Sprintf("%d/tcp", a.Port)):
		return fmt.Sprintf("the pod does not have the port %d/tcp", a.Port)
	case !machine.SupportPublicIP.Or(true):
		return "the pod's machine has no public address"
	}
	a.hopeless = false
	url := a.URL(p)
	if url == "" {
		return fmt.Sprintf("the port %d has no public address yet", a.Port)
	}
	if err := a.Ask(a.ctx, url); err != nil {
		shown, _, _ := strings.Cut(url, "?") // A query can be secret.
		return fmt.Sprintf("%s: %v", shown, err)
	}
	return ""
}

// await waits until a pod answers, within the timeout, and returns the pod. It adds an error if the pod does not.
func (q question) await(
	ctx context.Context, pods client.Pods, id string, timeout time.Duration, saw func(string), diags *diag.Diagnostics,
) (pod api.Pod, answers bool) {
	bounded, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	asked := asking{Check: q.check(), ctx: bounded, saw: saw}
	pod, err := pods.Await(bounded, id, asked.done)
	fail := func(summary, next string) {
		diags.AddAttributeError(path.Root("port"), summary, fmt.Sprintf(
			"The provider waited for %s to answer %s. Last seen: %s.\n\nNext: %s",
			framework.Object{Entity: entity.Name, Name: pod.Name.Or(""), ID: id}, asked.wanted(),
			cmp.Or(asked.last, "no answer of the service"), next))
	}
	switch {
	case err == nil && asked.last == "":
		return pod, true
	case err == nil:
		fail("The pod cannot answer", "if the pod is stopped, start it. Else correct its ports, or replace it. To destroy "+
			"it, run `terraform destroy -refresh=false`.")
	case errors.Is(ctx.Err(), context.Canceled):
		fail("Interrupted while waiting for the pod", "run it again.")
	case errors.Is(err, context.DeadlineExceeded):
		fail("The pod does not answer", fmt.Sprintf("if it says \"not reachable from here\", check the network between "+
			"this machine and the pod. Else look into the pod's logs. To wait longer than %s, set a longer timeout. To "+
			"destroy the pod, run `terraform destroy -refresh=false`.", timeout))
	case fleet.IsGone(err):
		fail("The pod no longer exists", "check pod_id.")
	default:
		framework.Failure{Verb: "read", Entity: entity.Name, Name: id, Err: err, Reference: podID}.AddTo(diags)
	}
	return pod, false
}

// readyModel is the question with the address that answered it.
type readyModel struct {
	question
	PodID      types.String `tfsdk:"pod_id"`
	Timeout    types.String `tfsdk:"timeout"`
	PublicIP   types.String `tfsdk:"public_ip"`
	PublicPort types.Int64  `tfsdk:"public_port"`
}

// readyDataSource is podfleet_pod_ready.
type readyDataSource struct {
	framework.DataSource[readyModel]
}

// Versions implements framework.Versioned: both versions have all as described.
func (d *readyDataSource) Versions() framework.VersionTable { return nil }

// NewReadyDataSource returns podfleet_pod_ready, which fails until the program in a pod answers.
func NewReadyDataSource() datasource.DataSource {
	return &readyDataSource{framework.DataSource[readyModel]{
		DataSourceBase: framework.DataSourceBase{Type: "pod_ready"},
		Description: "Waits until the program in a pod answers over HTTP, and fails if it does not. What depends " +
			"on the data source is created only after the answer; a failure changes nothing, and taints nothing.\n\n" +
			"The request goes from the machine that runs Terraform to the pod's public address, unencrypted. It has no key, " +
			"and no redirect is followed. With a proxy in the environment (`HTTP_PROXY`), the answer can be the proxy's.\n\n" +
			"**Terraform reads a data source during the plan**, unless its arguments are known only after an apply, or " +
			"`depends_on` has changes. Every plan that does not change the pod therefore asks it, and fails if it " +
			"does not answer, or is stopped. `terraform destroy -refresh=false` does not ask it.",
		Attributes: questionAttributes(attribute.Attributes{
			podID: attribute.Required.String("ID of the pod.", validators.NotEmpty()),
			"timeout": attribute.Optional.String("Time limit, as a duration such as `90s` or `10m`. Default: `10m`.",
				validators.Duration()),
			"public_ip":   attribute.Computed.String("Public address that answered."),
			"public_port": attribute.Computed.Int64("Public port that answered."),
		}).OfDataSource(),
		Find: findReady,
	}}
}

func findReady(
	ctx context.Context, c *client.Client, of readyModel, diags *diag.Diagnostics,
) (found readyModel, ok bool) {
	timeout := answersTimeout
	if configured, err := time.ParseDuration(of.Timeout.ValueString()); err == nil {
		timeout = configured
	}
	log := framework.WaitLog("the pod " + of.PodID.ValueString() + " to answer")
	pod, answers := of.await(ctx, c.Pods, of.PodID.ValueString(), timeout, func(seen string) { log.Saw(ctx, seen) }, diags)
	of.PublicIP = types.StringValue(pod.PublicIP.Or(""))
	of.PublicPort = types.Int64Value(pod.PortMappings.Or(nil)[strconv.FormatInt(of.Port.ValueInt64(), 10)])
	return of, answers
}

// awaited is the configuration of podfleet_pod_await.
type awaited struct {
	question
	PodID    types.String   `tfsdk:"pod_id"`
	Timeouts timeouts.Value `tfsdk:"timeouts"`
}

// NewAwaitAction returns podfleet_pod_await, which does what podfleet_pod_ready does, and shows its progress.
func NewAwaitAction() action.Action {
	return &framework.Action[awaited]{
		Type: "pod_await", Timeout: answersTimeout, Run: await,
		Description: "Waits until the program in a pod answers over HTTP, shows what is in the way, and fails if " +
			"it does not answer in time. The data source `podfleet_pod_ready` does the same with every CLI.",
		Attributes: questionAttributes(attribute.Attributes{podID: framework.ActionID("ID of the pod.")}),
	}
}

func await(request, bounded context.Context, c *client.Client, config awaited, resp *action.InvokeResponse) {
	id, began := config.PodID.ValueString(), time.Now()
	limit, _ := config.Timeouts.Invoke(bounded, answersTimeout)
	found, answers := config.await(request, c.Pods, id, limit, func(seen string) {
		framework.SendProgress(resp, "Waiting for pod %s: %s.", id, seen)
	}, &resp.Diagnostics)
	if answers {
		framework.SendProgress(resp, "The %s answers at %s, after %s.", framework.Object{Name: found.Name.Or(""),
			ID: found.ID, Entity: entity.Name}, strings.SplitN(config.check().URL(found), "?", 2)[0],
			time.Since(began).Round(time.Second))
	}
}
