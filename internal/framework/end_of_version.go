package framework

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// endGuide is the page that messages about the end of version 1 refer to: templates/guides/moving-to-version-2.md.
const endGuide = "the guide \"Moving to version 2\" in the provider's documentation"

// endedSummary returns the summary of the error that explains the end of a version once; the other errors name it.
func endedSummary(version int) string {
	return fmt.Sprintf("Version %d of the management interface has ended", version)
}

// insteadOf returns the steps to take if a version ends or has ended.
func insteadOf(version int) string {
	if version == 1 {
		return "leave the state as it is, set rest_url to the base URL of version 2, which ends in /v2, and plan. Read " +
			endGuide + "."
	}
	return "leave the state as it is, and look for a release of the provider that supports the version after it."
}

// ended adds the error of a request that failed because the management interface is retired: the first one explains it,
// and each later one is a single line that refers to it.
func (f Failure) ended(retirement *client.Retirement, diags *diag.Diagnostics) {
	if retirement.FirstReport() {
		f.explainEnd(retirement, diags)
		return
	}
	diags.AddError(fmt.Sprintf("Cannot %s %s: version %d has ended", f.Verb, f.Entity, retirement.Version),
		endedDetail(retirement.Version))
}

// endedDetail returns the detail of the errors after the first.
func endedDetail(version int) string {
	return "The service did nothing. See the error \"" + endedSummary(version) + "\" of this run."
}

// explainEnd adds the error that explains a retirement.
func (f Failure) explainEnd(retirement *client.Retirement, diags *diag.Diagnostics) {
	answer := retirement.Answer
	parts := []string{
		fmt.Sprintf("The service responded to %s at %s with HTTP status 410: this URL no longer serves version %d of the "+
			"management interface.", answer.Operation, retirement.URL, retirement.Version),
		"The service said: " + answer.Summary(),
		f.Trace(answer),
		"Your objects in the service are untouched and are still billed. The state does not change. For the rest of " +
			"this run the provider sends no more requests to this URL: refreshes leave the state as it is, and each create, " +
			"update, delete and lookup fails with one line. The queue interface is not affected.",
	}
	parts = append(parts, "Next: "+insteadOf(retirement.Version))
	diags.AddError(endedSummary(retirement.Version), strings.Join(parts, "\n\n"))
}

// AddToRefresh adds the failure of a request in a refresh. Only the first refresh of a run says that the management
// interface is retired.
func (f Failure) AddToRefresh(diags *diag.Diagnostics) {
	switch retirement := client.RetirementOf(f.Err); {
	case retirement == nil:
		f.AddTo(diags)
	case retirement.FirstReport():
		f.explainEnd(retirement, diags)
	}
}

// notImported adds the error of an import whose refresh is Kept: an object without attributes would be no
// import.
func notImported(diags *diag.Diagnostics) {
	diags.AddError("Cannot import the object: it could not be read", "The service did nothing. Another message of this "+
		"run says why: a version of the management interface has ended, or the service contradicts itself.\n\nNext: do "+
		"what that message says, and import again.")
}

// WarnOfEnd adds, once in a run, the warning that the service has announced the end of the management interface's
// version. Reads and creates call it: nearly every plan has a read, and an apply that creates the first objects has
// none before it. An update or a delete follows the refresh of its object, which has warned.
func WarnOfEnd(c *client.Client, diags *diag.Diagnostics) {
	announced := c.Announcement()
	if announced == nil || !announced.FirstReport() {
		return
	}
	at := "The response has no date that the provider can read."
	if !announced.Sunset.IsZero() {
		at = "End of service: " + announced.Sunset.Format("January 2, 2006, 15:04 UTC") + "."
	}
	diags.AddWarning(fmt.Sprintf("Version %d of the management interface will end", announced.Version), fmt.Sprintf(
		"The service announces the end of version %d of the management interface in its response to %s at %s.\n\n%s\n\n"+
			"Plans and applies still work. After the end they fail, while your objects in the service stay and are still "+
			"billed.\n\nNext: %s", announced.Version, announced.Operation, announced.URL, at, insteadOf(announced.Version)))
}
