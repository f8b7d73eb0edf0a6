package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// endedSummary is the summary of the errors after the end of version 1.
const endedSummary = "Version 1 of the management interface has ended"

// toVersion2 are the steps to take if version 1 ends or has ended.
const toVersion2 = "leave the state as it is, set rest_url to the base URL of version 2, which ends in /v2, and " +
	"plan. Read the guide \"Moving to version 2\" in the provider's documentation."

// AddToRefresh adds the failure of a request in a refresh. Only one refresh of a run says that version 1 has ended: the
// others leave the state as it is.
func (f Failure) AddToRefresh(diags *diag.Diagnostics) {
	if end := client.EndOf(f.Err); end == nil || end.FirstReport() {
		f.AddTo(diags)
	}
}

// notImported adds the error of an import whose refresh is Kept: an object without attributes would be no
// import.
func notImported(diags *diag.Diagnostics) {
	diags.AddError("Cannot import the object: it could not be read", "The service did nothing. Another message of this "+
		"run says why: version 1 of the management interface has ended, or the service contradicts itself.\n\nNext: do "+
		"what that message says, and import again.")
}

// WarnOfEnd adds, once in a run, the warning that the service has announced the end of version 1 of the management
// interface. Reads and creates call it: nearly every plan has a read, and an apply that creates the first objects has
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
	diags.AddWarning("Version 1 of the management interface will end", fmt.Sprintf(
		"The service announces the end of version 1 of the management interface in its response to %s at %s.\n\n%s\n\n"+
			"Plans and applies still work. After the end they fail, while your objects in the service stay and are still "+
			"billed.\n\nNext: %s", announced.Operation, announced.URL, at, toVersion2))
}
