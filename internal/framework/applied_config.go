package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// SaveAppliedConfig remembers the digest of the configuration that an apply took over. The state cannot stand in for
// it: a refresh puts there what was changed outside of Terraform.
func SaveAppliedConfig(ctx context.Context, p PrivateWriter, digest string) diag.Diagnostics {
	return Remember(ctx, p, AppliedConfigKey, digest)
}

// AppliedConfig returns the digest of the configuration that was last applied. It is empty if none is remembered: in
// states of provider versions that did not remember it, until they are read.
func AppliedConfig(ctx context.Context, p PrivateReader) (string, diag.Diagnostics) {
	var digest string
	diags := Recall(ctx, p, AppliedConfigKey, &digest)
	return digest, diags
}
