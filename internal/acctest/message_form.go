package acctest

import (
	"context"
	"reflect"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// next begins the paragraph of a message that has the next steps.
const next = "Next: "

// call makes an RPC, which must succeed, and checks the messages of its response, which has them in its member
// Diagnostics.
func call[Q, R any](p *Process, rpc func(context.Context, Q) (*R, error), request Q) *R {
	p.t.Helper()
	response, err := rpc(p.ctx, request)
	if err != nil {
		p.t.Fatal(err)
	}
	if member := reflect.ValueOf(response).Elem().FieldByName("Diagnostics"); member.IsValid() {
		diagnostics, _ := member.Interface().([]*tfprotov6.Diagnostic)
		p.checkForm(diagnostics)
	}
	return response
}

// checkForm fails the test if a message breaks the form.
func (p *Process) checkForm(diagnostics []*tfprotov6.Diagnostic) {
	p.t.Helper()
	for _, d := range diagnostics {
		if problem := formProblem(d.Detail); problem != "" {
			p.t.Errorf("%s: %s", problem, Text([]*tfprotov6.Diagnostic{d}))
		}
	}
}

// formProblem says how a message breaks the form of messages: the next steps are its last paragraph, and it has one
// such paragraph at most. A reader in a hurry looks at the end of a message. It has no bold text of Markdown, which a
// terminal shows as it is. It returns an empty text if the message keeps the form.
func formProblem(detail string) string {
	if strings.Contains(detail, "**") {
		return "it has Markdown"
	}
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
