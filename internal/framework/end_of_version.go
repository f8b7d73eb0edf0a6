package framework

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

const (
	// endedSummary is the error that explains a retirement once; the others name it.
	endedSummary = "Version 1 of the management interface has ended"
	// announcedSummary is the warning before that.
	announcedSummary = "Version 1 of the management interface will end"
	// endGuide is the page that both refer to: templates/guides/end-of-version-1.md.
	endGuide = "the guide \"When version 1 ends\" in the provider's documentation"
)

// ended adds the error of a request that failed because the management interface is retired: the first one explains it,
// and each later one is a single line that refers to it.
func (f Failure) ended(retirement *client.Retirement, diags *diag.Diagnostics) {
	if retirement.FirstReport() {
		f.explainEnd(retirement, diags)
		return
	}
	diags.AddError(fmt.Sprintf("Cannot %s %s: version 1 has ended", f.Verb, f.Entity), endedDetail)
}

// endedDetail is the detail of the errors after the first.
const endedDetail = "The service did nothing. See the error \"" + endedSummary + "\" of this run."

// explainEnd adds the error that explains a retirement.
func (f Failure) explainEnd(retirement *client.Retirement, diags *diag.Diagnostics) {
	answer := retirement.Answer
	parts := []string{
		fmt.Sprintf("The service responded to %s at %s with HTTP status 410: this URL no longer serves version 1 of the "+
			"management interface, which this release of the provider uses.", answer.Operation, retirement.URL),
		"The service said: " + answer.Summary(),
		f.trace(answer),
		"Your objects in the service are untouched and are still billed. The state does not change. For the rest of " +
			"this run the provider sends no more requests to this URL: refreshes leave the state as it is, and each create, " +
			"update, delete and lookup fails with one line. The queue interface is not affected.",
	}
	if pages := referredTo(retirement.Links); pages != "" {
		parts = append(parts, pages)
	}
	parts = append(parts, "Next: leave the state as it is, and read "+endGuide+".")
	diags.AddError(endedSummary, strings.Join(parts, "\n\n"))
}

// AddToRefresh adds the failure of a request in a refresh, and returns the refresh's outcome. Only the first refresh of
// a run says that the management interface is retired: see Unread.
func (f Failure) AddToRefresh(ctx context.Context, diags *diag.Diagnostics) Outcome {
	retirement := client.RetirementOf(f.Err)
	switch {
	case retirement == nil:
		f.AddTo(diags)
		return Kept
	case firstInRPC(ctx, "retirement", retirement.FirstReport):
		f.explainEnd(retirement, diags)
		return Kept
	default:
		return Unread
	}
}

// notImported adds the error of an import whose refresh is Unread: an object without attributes would be no import.
func notImported(diags *diag.Diagnostics) {
	diags.AddError("Cannot import the object: version 1 has ended", endedDetail)
}

// firstInRPC calls first once in an RPC and returns that result to every caller in the RPC: the framework repeats a
// refresh for which the short reader had something to report.
func firstInRPC(ctx context.Context, report string, first func() bool) bool {
	is, _ := OncePerRPC(ctx, "report of the "+report, func() (bool, error) { return first(), nil })
	return is
}

// WarnOfEnd adds, once in a run, the warning that the service has announced the end of the management interface's
// version. Reads and creates call it: nearly every plan has a read, and an apply that creates the first objects has
// none before it. An update or a delete follows the refresh of its object, which has warned.
func WarnOfEnd(ctx context.Context, c *client.Client, diags *diag.Diagnostics) {
	announced := c.Announcement()
	if announced == nil || !firstInRPC(ctx, "announcement", announced.FirstReport) {
		return
	}
	diags.AddWarning(announcedSummary, announcement(announced))
}

// announcement returns the detail of the warning.
func announcement(a *client.Announcement) string {
	parts := []string{fmt.Sprintf("The service announces the end of version 1 of the management interface, which this "+
		"release of the provider uses, in its response to %s at %s.", a.Operation, a.URL)}
	var dates []string
	for _, date := range []struct {
		means string
		at    time.Time
	}{{"Deprecated from", a.Deprecation}, {"End of service", a.Sunset}} {
		if !date.at.IsZero() {
			dates = append(dates, date.means+": "+date.at.Format("January 2, 2006, 15:04 UTC")+".")
		}
	}
	if len(dates) == 0 {
		dates = []string{"The response has no date that the provider can read."}
	}
	parts = append(parts, strings.Join(dates, " "))
	if pages := referredTo(a.Links); pages != "" {
		parts = append(parts, pages)
	}
	parts = append(parts, "Plans and applies still work. After the end they fail, while your objects in the "+
		"service stay and are still billed.", "Next: read "+endGuide+", and plan the upgrade of the provider.")
	return strings.Join(parts, "\n\n")
}

// referredTo lists the pages that a response refers to; empty if there are none.
func referredTo(links []client.Link) string {
	pages := make([]string, len(links))
	for i, link := range links {
		pages[i] = fmt.Sprintf("%s (%s)", link.URL, strings.Join(link.Relations, ", "))
	}
	if len(pages) == 0 {
		return ""
	}
	return "The response refers to: " + strings.Join(pages, ", ") + "."
}
