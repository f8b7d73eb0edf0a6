package acctest

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// next begins the paragraph of a message that has the next steps.
const next = "Next: "

// served is all that a test calls of a provider.
type served interface {
	tfprotov6.ProviderServer
	tfprotov6.ActionServer
	tfprotov6.ListResourceServer
}

// messageForm checks the form of every message that a provider returns: see formProblem.
type messageForm struct {
	served
	t testing.TB
}

// checkForm returns a server that checks the form of the messages of another one.
func checkForm(tb testing.TB, server tfprotov6.ProviderServer) tfprotov6.ProviderServer {
	tb.Helper()
	all, ok := server.(served)
	if !ok {
		tb.Fatal("the provider serves no actions or no list resources")
	}
	return messageForm{served: all, t: tb}
}

// formProblem says how a message breaks the form of messages: the next steps are its last paragraph, and it has one
// such paragraph at most. A reader in a hurry looks at the end of a message. It returns an empty text if the message
// keeps the form.
func formProblem(detail string) string {
	paragraphs := strings.Split(detail, "\n\n")
	for i, paragraph := range paragraphs {
		switch {
		case strings.TrimSpace(paragraph) == strings.TrimSpace(next):
			return "the next steps are empty"
		case strings.Count(paragraph, next) > 1, !strings.HasPrefix(paragraph, next) && strings.Contains(paragraph, next):
			return "the next steps are no paragraph of their own"
		case strings.HasPrefix(paragraph, next) && i != len(paragraphs)-1:
			return "the next steps are not the last paragraph"
		}
	}
	return ""
}

// check fails the test if a message breaks the form.
func (m messageForm) check(diagnostics []*tfprotov6.Diagnostic) {
	m.t.Helper()
	for _, d := range diagnostics {
		if problem := formProblem(d.Detail); problem != "" {
			m.t.Errorf("%s: %s", problem, Text([]*tfprotov6.Diagnostic{d}))
		}
	}
}

// checked makes an RPC, and checks the messages of its response, which has them in its member Diagnostics.
func checked[Q, R any](
	ctx context.Context, m messageForm, request Q, rpc func(context.Context, Q) (*R, error),
) (*R, error) {
	m.t.Helper()
	response, err := rpc(ctx, request)
	if err == nil {
		diagnostics, _ := reflect.ValueOf(response).Elem().FieldByName("Diagnostics").Interface().([]*tfprotov6.Diagnostic)
		m.check(diagnostics)
	}
	return response, err
}

func (m messageForm) ConfigureProvider(
	ctx context.Context, q *tfprotov6.ConfigureProviderRequest,
) (*tfprotov6.ConfigureProviderResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ConfigureProvider)
}

func (m messageForm) ValidateResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ValidateResourceConfig)
}

func (m messageForm) UpgradeResourceState(
	ctx context.Context, q *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.UpgradeResourceState)
}

func (m messageForm) PlanResourceChange(
	ctx context.Context, q *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.PlanResourceChange)
}

func (m messageForm) ApplyResourceChange(
	ctx context.Context, q *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ApplyResourceChange)
}

func (m messageForm) ReadResource(
	ctx context.Context, q *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ReadResource)
}

func (m messageForm) ImportResourceState(
	ctx context.Context, q *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ImportResourceState)
}

func (m messageForm) ValidateDataResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ValidateDataResourceConfig)
}

func (m messageForm) ReadDataSource(
	ctx context.Context, q *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ReadDataSource)
}

func (m messageForm) ValidateEphemeralResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateEphemeralResourceConfigRequest,
) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ValidateEphemeralResourceConfig)
}

func (m messageForm) OpenEphemeralResource(
	ctx context.Context, q *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.OpenEphemeralResource)
}

func (m messageForm) ValidateActionConfig(
	ctx context.Context, q *tfprotov6.ValidateActionConfigRequest,
) (*tfprotov6.ValidateActionConfigResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ValidateActionConfig)
}

func (m messageForm) PlanAction(
	ctx context.Context, q *tfprotov6.PlanActionRequest,
) (*tfprotov6.PlanActionResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.PlanAction)
}

func (m messageForm) ValidateListResourceConfig(
	ctx context.Context, q *tfprotov6.ValidateListResourceConfigRequest,
) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.ValidateListResourceConfig)
}

func (m messageForm) GenerateResourceConfig(
	ctx context.Context, q *tfprotov6.GenerateResourceConfigRequest,
) (*tfprotov6.GenerateResourceConfigResponse, error) {
	m.t.Helper()
	return checked(ctx, m, q, m.served.GenerateResourceConfig)
}

// InvokeAction checks the messages with which the action ends.
func (m messageForm) InvokeAction(
	ctx context.Context, q *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	m.t.Helper()
	stream, err := m.served.InvokeAction(ctx, q)
	if err != nil {
		return stream, err
	}
	events := stream.Events
	stream.Events = func(yield func(tfprotov6.InvokeActionEvent) bool) {
		for event := range events {
			if end, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
				m.check(end.Diagnostics)
			}
			if !yield(event) {
				return
			}
		}
	}
	return stream, nil
}

// ListResource checks the messages of each result.
func (m messageForm) ListResource(
	ctx context.Context, q *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	m.t.Helper()
	stream, err := m.served.ListResource(ctx, q)
	if err != nil {
		return stream, err
	}
	results := stream.Results
	stream.Results = func(yield func(tfprotov6.ListResourceResult) bool) {
		for result := range results {
			if m.check(result.Diagnostics); !yield(result) {
				return
			}
		}
	}
	return stream, nil
}
