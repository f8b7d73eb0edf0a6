package acctest

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// next begins the paragraph of a message that has the next steps.
const next = "Next:"

// call makes an RPC, which must succeed, and checks the messages of its response, which has them in its member
// Diagnostics.
func call[Q, R any](p *Process, rpc func(context.Context, Q) (*R, error), request Q) *R {
	response, err := rpc(p.ctx, request)
	p.t.Check(err)
	if member := reflect.ValueOf(response).Elem().FieldByName("Diagnostics"); member.IsValid() {
		diagnostics, _ := member.Interface().([]*tfprotov6.Diagnostic)
		p.checkForm(diagnostics)
	}
	return response
}

// checkForm fails the test if a message breaks the form.
func (p *Process) checkForm(diagnostics []*tfprotov6.Diagnostic) {
	for _, d := range diagnostics {
		if problem := cmp.Or(formProblem(d.Detail), summaryProblem(d)); problem != "" {
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
	before, last := "", detail
	if i := strings.LastIndex(detail, "\n\n"); i >= 0 {
		before, last = detail[:i], detail[i+2:]
	}
	switch steps := strings.TrimPrefix(last, next); {
	case strings.Contains(before, next), strings.Contains(steps, next):
		return "the next steps are not one last paragraph"
	case steps != last && strings.TrimSpace(steps) == "":
		return "the next steps are empty"
	}
	return ""
}

// maxSummary is the number of characters that a summary may have without kind and object.
const maxSummary = 60

// kinds are what a message calls an object, and what it has of one.
const kinds = `(pod|endpoint|template|network volume|container registry auth|job|(queue|jobs|template) of )`

var (
	aKind = regexp.MustCompile(kinds)
	// anObject matches the object that a summary is about (framework.Object).
	anObject = regexp.MustCompile(`(: |^Found the )` + kinds + `.*$`)
)

// mayFold are the beginnings of warnings that name no object at their end, each with the reason: a CLI shows the first
// of several with equal summaries, and the number of the others.
var mayFold = []string{
	"account_id is not checked over version 2",          // about a provider block
	"Version 1 of the management interface will end",    // about a provider block
	"Cannot read the catalogue of GPU types",            // about the service; the same for each endpoint
	"No object of the state was found",                  // about all objects; once in a run
	"Environment variables were left out of the import", // once in a run, for all objects
	"Imported environment variables may be secret",      // once in a run, for all objects
	"Cannot list users of objects: not permitted",       // once in a run, for all objects
	"No effect over version ",                           // about a value; nothing is lost, and each has the same advice
	"vcpu_count is ignored without compute_type",        // about a configuration; each has the same advice
	"The list has a limit",                              // about a list
	"The list of templates can be incomplete",           // about a list
	"The records differ from the total",                 // about a report
	"The report has other buckets",                      // about a report
	"The report covers another time",                    // about a report
}

// summaryProblem says how a summary breaks the form: a pipeline matches its constant part, and a warning about one
// object ends with that object. It returns an empty text if the summary keeps the form.
func summaryProblem(d *tfprotov6.Diagnostic) string {
	constant := anObject.ReplaceAllString(d.Summary, "")
	fixed := aKind.ReplaceAllString(constant, "")
	folds := slices.ContainsFunc(mayFold, func(begin string) bool { return strings.HasPrefix(constant, begin) })
	switch length := utf8.RuneCountInString(fixed); {
	case length > maxSummary:
		return fmt.Sprintf("the summary has %d characters", length)
	case d.Severity == tfprotov6.DiagnosticSeverityWarning && constant == d.Summary && !folds:
		return "the summary of the warning does not end with an object, and mayFold does not say why"
	}
	return ""
}
