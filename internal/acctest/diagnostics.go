package acctest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Text returns diagnostics as one text, a line each: severity, summary, detail, and the path of their attribute.
func Text(diagnostics []*tfprotov6.Diagnostic) string {
	var lines []string
	for _, d := range diagnostics {
		line := d.Severity.String() + ": " + d.Summary + ": " + d.Detail
		if d.Attribute != nil && len(d.Attribute.Steps()) > 0 {
			line += " (at " + pathText(d.Attribute) + ")"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// pathText spells a path with dots, such as timeouts.create and ports.0.
func pathText(path *tftypes.AttributePath) string {
	var steps []string
	for _, step := range path.Steps() {
		steps = append(steps, fmt.Sprint(step))
	}
	return strings.Join(steps, ".")
}

// errorDiagnostic returns an error of core's own.
func errorDiagnostic(summary, detail string) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityError, Summary: summary, Detail: detail}
}

func failed(diagnostics []*tfprotov6.Diagnostic) bool {
	for _, d := range diagnostics {
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			return true
		}
	}
	return false
}

func (p *Process) ok(diagnostics []*tfprotov6.Diagnostic) {
	if failed(diagnostics) {
		p.t.Fatal(Text(diagnostics))
	}
}

// silent fails the test for any diagnostic.
func (p *Process) silent(diagnostics []*tfprotov6.Diagnostic) {
	if len(diagnostics) != 0 {
		p.t.Fatal(Text(diagnostics))
	}
}

// ExpectError fails the test unless the diagnostics have errors whose text matches a pattern. A dot in the pattern also
// matches the end of a line.
func ExpectError(tb testing.TB, diagnostics []*tfprotov6.Diagnostic, pattern string) {
	tb.Helper()
	text := Text(diagnostics)
	switch {
	case !failed(diagnostics):
		tb.Fatalf("no error; want one that matches %s\n%s", pattern, text)
	case !regexp.MustCompile("(?s)" + pattern).MatchString(text):
		tb.Fatalf("want an error that matches %s; got\n%s", pattern, text)
	}
}
