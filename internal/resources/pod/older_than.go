package pod

import (
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// olderThan is the filter of podfleet_pods by age. A pipeline may delete what it selects, so that a doubtful pod is
// left out.
const olderThan = "older_than"

// createdBefore returns the pods that were older than an age at a time of the service's clock, and warns of those whose
// name matches and whose age is unknown.
func createdBefore(
	at time.Time, age time.Duration, all []api.Pod, matches func(string) bool, diags *diag.Diagnostics,
) []api.Pod {
	if at.IsZero() {
		diags.AddAttributeError(path.Root(olderThan), "The service's response has no date",
			"older_than needs the Date header of the list of pods, and the response has none that can be read. Something "+
				"between this machine and the service may remove it.\n\nNext: check the proxy, if any, or leave older_than out.")
	}
	return slices.DeleteFunc(all, func(p api.Pod) bool {
		created, readable := members.ParseTime(p.CreatedAt.Or(""))
		if !readable && matches(p.Name.Or("")) {
			pod := framework.Object{Entity: entity.Name, Name: p.Name.Or(""), ID: p.ID}
			diags.AddAttributeWarning(path.Root(olderThan), pod.About("The age of the pod is unknown"), fmt.Sprintf(
				"The provider cannot read the creation time of %s, and left the pod out.\n\n"+
					"Next: look at the pod in the service's console.", pod))
		}
		return !readable || at.Sub(created) <= age
	})
}
