package framework

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// RefuseOver adds the error of a configured value that a version of the management interface does not have. why says, in
// one or two sentences, what the version lacks, and what to configure instead.
func RefuseOver(version int, attribute, why string, diags *diag.Diagnostics) {
	diags.AddAttributeError(path.Root(attribute), fmt.Sprintf("Not possible over version %d", version),
		fmt.Sprintf("The management interface at rest_url is version %d. %s", version, why))
}
