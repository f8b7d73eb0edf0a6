package acctest

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// A test fails if a message has its next steps anywhere but in its last paragraph.
func TestMessageForm(t *testing.T) {
	t.Parallel()
	for detail, wrong := range map[string]bool{
		"It failed.":                                   false,
		"Next: apply again.":                           false,
		"It failed.\n\nNext: apply again.":             false,
		"It failed. Next: apply again.":                true,
		"It failed.\n\nNext: ":                         true,
		"It failed.\n\nNext: apply again.\n\nIt said.": true,
		"It failed.\n\nNext: plan.\n\nNext: apply.":    true,
		"It failed.\n\nNext: plan. Next: apply.":       true,
	} {
		recorded := &recorder{TB: t}
		messageForm{t: recorded}.check([]*tfprotov6.Diagnostic{errorDiagnostic("Cannot plan", detail)})
		if got := len(recorded.failures) > 0; got != wrong {
			t.Errorf("%q: %v, want %v", detail, recorded.failures, wrong)
		}
	}
}

// badMessages is a provider whose messages break the form: in the response to an RPC, at the end of an action, and
// with a result of a list.
type badMessages struct{ served }

func bad() []*tfprotov6.Diagnostic {
	return []*tfprotov6.Diagnostic{errorDiagnostic("Cannot read", "Next: apply again.\n\nIt failed.")}
}

func (badMessages) ReadResource(
	context.Context, *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{Diagnostics: bad()}, nil
}

func (badMessages) InvokeAction(
	context.Context, *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{Diagnostics: bad()}})
	}}, nil
}

func (badMessages) ListResource(
	context.Context, *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	return &tfprotov6.ListResourceServerStream{Results: func(yield func(tfprotov6.ListResourceResult) bool) {
		yield(tfprotov6.ListResourceResult{Diagnostics: bad()})
	}}, nil
}

// A process checks the messages of its provider, wherever they come from.
func TestMessageForm_ofAProcess(t *testing.T) {
	t.Parallel()
	if _, checks := Start(t).Process().server.(messageForm); !checks {
		t.Error("a process does not check the form of messages")
	}
	for name, call := range map[string]func(served) error{
		"response": func(s served) error {
			_, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{})
			return err
		},
		"action": func(s served) error {
			stream, err := s.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{})
			for range stream.Events { // The messages come with the last event.
			}
			return err
		},
		"list": func(s served) error {
			stream, err := s.ListResource(t.Context(), &tfprotov6.ListResourceRequest{})
			for range stream.Results { // Each result can have messages.
			}
			return err
		},
	} {
		recorded := &recorder{TB: t}
		if err := call(messageForm{served: badMessages{}, t: recorded}); err != nil || len(recorded.failures) != 1 {
			t.Errorf("%s: %v, %v", name, recorded.failures, err)
		}
	}
}
