package env

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Imported is an object that an import has read for the first time.
type Imported struct {
	framework.Object
	// Env are the object's variables, absent if the service does not return them.
	Env members.Optional[map[string]string]
}

// Warn says, once in a run, which part of its variables an import has put into the state. It says nothing of an object
// without variables.
func (i Imported) Warn(keys SecretKeys, run *framework.Run, diags *diag.Diagnostics) {
	if len(i.Env.Or(nil)) == 0 {
		return
	}
	summary, imported := "Imported environment variables may be secret", "with its environment variables in env, and so "+
		"in the state: no response shows which of them are secret. The env of a pod leaves out variables that its template "+
		"has with the same value"
	if keys.LeftOut {
		summary = "Environment variables were left out of the import"
		imported = "without its environment variables, because import_env is false"
	}
	run.WarnFirst(path.Root("env"), summary, fmt.Sprintf("The %s was imported %s. The same holds for all other "+
		"objects with variables that this run imports; this warning names the first.\n\n"+
		"While neither env nor env_wo of an object is configured, its variables stay as they are. After that, an apply "+
		"removes the variables that are in neither.\n\n"+
		"Next: to manage the variables of an object, configure all of them: secret ones in env_wo, the others in env. The "+
		"service's console may show the present ones. An apply removes the secret ones from the state, but not from its "+
		"older versions. If an endpoint has a template, configure template_id instead.", i, imported), diags)
}
