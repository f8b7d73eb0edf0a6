package acctest

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/podfleet/terraform-provider-podfleet/internal/pluginserver"
)

// A message has its next steps nowhere but in its last paragraph, and no Markdown.
func TestFormProblem(t *testing.T) {
	t.Parallel()
	for detail, wrong := range map[string]bool{
		"It failed.":                                   false,
		"It **failed**.":                               true,
		"Next: apply again.":                           false,
		"It failed.\n\nNext: apply again.":             false,
		"It failed. Next: apply again.":                true,
		"It failed.\n\nNext: ":                         true,
		"It failed.\n\nNext: apply again.\n\nIt said.": true,
		"It failed.\n\nNext: plan.\n\nNext: apply.":    true,
		"It failed.\n\nNext: plan. Next: apply.":       true,
	} {
		if got := formProblem(detail); (got != "") != wrong {
			t.Errorf("%q: %q, want a problem: %v", detail, got, wrong)
		}
	}
}

// A summary has at most 60 characters without kind and object, and that of a warning ends with an object unless it may
// fold.
func TestSummaryProblem(t *testing.T) {
	t.Parallel()
	const long = "Cannot read the container registry auth, because so much has gone wrong in it all!!"
	warning := tfprotov6.DiagnosticSeverityWarning
	for _, c := range []struct {
		severity tfprotov6.DiagnosticSeverity
		summary  string
		isWrong  bool
	}{
		{tfprotov6.DiagnosticSeverityError, "Cannot read pod", false},
		{tfprotov6.DiagnosticSeverityError, long, false},
		{tfprotov6.DiagnosticSeverityError, long + "!", true},
		{warning, "The pod is not ready yet", true},
		{warning, "The pod is not ready yet: pod \"web\" (x7)", false},
		{warning, long + ": pod \"a long name, which is not counted\" (x7)", false},
		{warning, "Found the pod \"web\" (x7) after its create failed", false},
		{warning, "The list has a limit", false},
	} {
		if got := summaryProblem(&tfprotov6.Diagnostic{Severity: c.severity, Summary: c.summary}); (got != "") != c.isWrong {
			t.Errorf("%q: %q, want a problem: %v", c.summary, got, c.isWrong)
		}
	}
}

// badMessages is a provider whose messages break the form: in the response to an RPC, at the end of an action, and
// with a result of a list.
type badMessages struct {
	pluginserver.Server
}

func bad() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{errorDiagnostic("Cannot read", "Next: apply again.\n\nIt failed.")}
}

func (badMessages) ValidateResourceConfig(
	context.Context, *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{Diagnostics: bad()}, nil
}

func (badMessages) ValidateActionConfig(
	context.Context, *tfprotov6.ValidateActionConfigRequest,
) (*tfprotov6.ValidateActionConfigResponse, error) {
	return &tfprotov6.ValidateActionConfigResponse{}, nil
}

func (badMessages) PlanAction(
	context.Context, *tfprotov6.PlanActionRequest,
) (*tfprotov6.PlanActionResponse, error) {
	return &tfprotov6.PlanActionResponse{}, nil
}

func (badMessages) InvokeAction(
	context.Context, *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: bad()}})
	}}, nil
}

func (badMessages) ValidateListResourceConfig(
	context.Context, *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	return &tfprotov6.ValidateListResourceConfigResponse{}, nil
}

func (badMessages) ListResource(
	context.Context, *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	return &tfprotov6.ListResourceServerStream{Results: func(yield func(tfprotov6.ListResourceResult) bool) {
		yield(tfprotov6.ListResourceResult{Diagnostics: bad()})
	}}, nil
}

// A process checks the messages of its provider, wherever they come from.
func TestProcess_checksMessages(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(*Process){
		"response": func(p *Process) { p.Validate(volumeType, nil) },
		"action":   func(p *Process) { p.Invoke("podfleet_pod_restart", nil) },
		"list":     func(p *Process) { p.Query(volumeType, ListBlock{}) },
	} {
		recorded, p := &recorder{TB: t}, Start(t).Process()
		p.t.TB, p.server = recorded, badMessages{p.server}
		call(p)
		if len(recorded.failures) != 1 {
			t.Errorf("%s: %v", name, recorded.failures)
		}
	}
}
