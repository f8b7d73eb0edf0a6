package job

import (
	"net/url"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// s3ConfigAttribute returns s3_config in the resource's schema.
func s3ConfigAttribute() schema.SingleNestedAttribute {
	return attribute.Optional.Object("Bucket for the output of the worker. The service passes it on to the worker. "+
		"Another bucket or endpoint runs a new job. Other credentials do not: the next job uses them.", attribute.Attributes{
		"access_id": attribute.Required.String("ID of the access key."),
		"access_secret": attribute.Secret.String("Secret of the access key. **The state stores it in plain text**: " +
			"with Terraform 1.11 or OpenTofu 1.11, use `access_secret_wo`. Exactly one of the two is required."),
		"access_secret_wo": attribute.WriteOnly.String("Secret of the access key. Never stored in plan or state. Needs " +
			"Terraform 1.11 or OpenTofu 1.11."),
		"access_secret_wo_version": attribute.Optional.Int64("Version of `access_secret_wo`, a number of your choice. A "+
			"change runs no job.", int64validator.AlsoRequires(path.MatchRelative().AtParent().AtName("access_secret_wo"))),
		"bucket_name":  attribute.Required.String("Name of the bucket."),
		"endpoint_url": attribute.Required.String("URL of the storage service of the bucket.", validators.HTTPURL()),
	})
}

// actionS3ConfigAttribute returns s3_config in the schema of the action. Version 1.19 of the framework refuses any
// value of a write-only attribute in an action, so it has one secret.
func actionS3ConfigAttribute() schema.SingleNestedAttribute {
	bucket := s3ConfigAttribute()
	delete(bucket.Attributes, "access_secret_wo")
	delete(bucket.Attributes, "access_secret_wo_version")
	bucket.Attributes["access_secret"] = attribute.Required.String("Secret of the access key. Use a `sensitive` " +
		"variable, or plans show it. Progress messages never show it.")
	return attribute.Optional.Object("Bucket for the output of the worker. The service passes it on to the worker.",
		bucket.Attributes)
}

// s3ConfigOf reads a bucket, of the resource or of the action, as the service takes it. Values that the object does not
// have are empty. Exactly one of the two secrets is set.
func s3ConfigOf(object types.Object) jobs.S3Config {
	bucket := framework.Query[jobs.S3Config](object.Attributes())
	secret, _ := object.Attributes()["access_secret_wo"].(types.String)
	bucket.AccessSecret += secret.ValueString()
	return bucket
}

// validateS3Config refuses credentials in the URL, which plans would show, and a bucket without a secret or with two.
// Unknown values are not checked.
func validateS3Config(at path.Path, object types.Object, diags *diag.Diagnostics) {
	stored, _ := object.Attributes()["access_secret"].(types.String)
	writeOnly, _ := object.Attributes()["access_secret_wo"].(types.String)
	isUnknown := object.IsUnknown() || stored.IsUnknown() || writeOnly.IsUnknown()
	if !object.IsNull() && !isUnknown && stored.IsNull() == writeOnly.IsNull() {
		diags.AddAttributeError(at, "s3_config needs one access secret", "Exactly one of access_secret and "+
			"access_secret_wo must be set.\n\n"+
			"Next: set access_secret_wo, which Terraform never stores, and not access_secret. Before Terraform 1.11, set only "+
			"access_secret.")
	}
	if u, err := url.Parse(s3ConfigOf(object).EndpointURL); err == nil && u.User != nil {
		diags.AddAttributeError(at, "Credentials in endpoint_url",
			"endpoint_url of s3_config has a user name or a password in it, which plans would show.\n\n"+
				"Next: remove them, and set access_id and the access secret.")
	}
}
