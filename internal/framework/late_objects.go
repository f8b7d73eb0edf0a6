package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// creator is a kind of objects whose creates can fail with an unknown outcome.
type creator struct {
	Entity[any]
	late func() []client.LateObject
}

// creatorsOf returns all kinds of a client.
func creatorsOf(c *client.Client) []creator {
	return []creator{
		{Entity[any]{Name: "pod"}, c.Pods.Late},
		{Entity[any]{Name: "endpoint"}, c.Endpoints.Late},
		{Entity[any]{Name: "template"}, c.Templates.Late},
		{Entity[any]{Name: "network volume"}, c.NetworkVolumes.Late},
		{Entity[any]{Name: "container registry auth"}, c.ContainerRegistryAuths.Late},
	}
}

// warnOfLate warns of each object that appeared after a create of this run failed, and that may be its result. It can
// be of any kind: a delete lists the objects that use an object, and can be the last operation of a run.
func (r *EntityResource[T]) warnOfLate(diags *diag.Diagnostics) {
	if r.Client == nil {
		return
	}
	for _, of := range creatorsOf(r.Client) {
		for _, late := range of.late() {
			of.warnOf(late, diags)
		}
	}
}

func (of creator) warnOf(late client.LateObject, diags *diag.Diagnostics) {
	one, imports := called(of.Name, late.Name), of.importCommands([]client.FoundObject{{ID: late.ID, Name: late.Name}})
	if late.Adopted != "" {
		diags.AddWarning("A second object of a failed create appeared", fmt.Sprintf(
			"Earlier in this run, the create of the %s failed, and the provider added the object with ID %s to the state. "+
				"Since then the object with ID %s appeared, which has the values of that request too. It is in no state, and may "+
				"be billed. Another client created one of the two, and the provider cannot tell which.\n\nNext: find out which. "+
				"If another client created %s, run `terraform state rm %s.NAME`, which deletes nothing, and import the other "+
				"one: %s.", one, late.Adopted, late.ID, late.Adopted, of.TypeName(TypePrefix), imports))
		return
	}
	diags.AddWarning("An object of a failed create may have appeared", fmt.Sprintf(
		"Earlier in this run, the create of the %s failed, and the provider added no object to the state. Since then the "+
			"object with ID %s appeared, with the values of that request. It is in no state, and may be billed.\n\n"+
			"Next: find out whether another client created it. If not, import it before you apply again: %s.",
		one, late.ID, imports))
}
