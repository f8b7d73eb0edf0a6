package job

import (
	"context"
	"net/url"

	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// s3Config is a bucket that a worker is to write to. The action has neither of the two attributes of the write-only
// secret: version 1.19 of the framework refuses any value of a write-only attribute in an action.
type s3Config struct {
	AccessID       types.String
	AccessSecret   types.String
	AccessSecretWO types.String
	BucketName     types.String
	EndpointURL    types.String
}

// The descriptions that the resource's s3_config and the action's share: their schemas have different types.
const (
	s3ConfigDescription    = "Bucket for the output of the worker. The service passes it on to the worker."
	accessIDDescription    = "ID of the access key."
	bucketNameDescription  = "Name of the bucket."
	endpointURLDescription = "URL of the storage service of the bucket."
)

// s3ConfigAttribute returns s3_config in the resource's schema.
func s3ConfigAttribute() schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{
		Optional: true,
		MarkdownDescription: s3ConfigDescription + " Another bucket or endpoint runs a new job. Other credentials do not: " +
			"the next job uses them.",
		Attributes: map[string]schema.Attribute{
			"access_id": schema.StringAttribute{Required: true, MarkdownDescription: accessIDDescription},
			"access_secret": schema.StringAttribute{
				Optional: true, Sensitive: true,
				MarkdownDescription: "Secret of the access key. **The state stores it in plain text**: with Terraform 1.11 or " +
					"OpenTofu 1.11, use `access_secret_wo`. Exactly one of the two is required.",
			},
			"access_secret_wo": schema.StringAttribute{
				Optional: true, Sensitive: true, WriteOnly: true,
				MarkdownDescription: "Secret of the access key. Never stored in plan or state. Needs Terraform 1.11 or OpenTofu " +
					"1.11.",
			},
			"access_secret_wo_version": schema.Int64Attribute{
				CustomType:          validators.WholeNumber{},
				Optional:            true,
				MarkdownDescription: "Version of `access_secret_wo`, a number of your choice. A change runs no job.",
				Validators: []validator.Int64{
					validators.Needs("access_secret_wo")},
			},
			"bucket_name":  schema.StringAttribute{Required: true, MarkdownDescription: bucketNameDescription},
			"endpoint_url": schema.StringAttribute{Required: true, MarkdownDescription: endpointURLDescription},
		},
	}
}

// actionS3ConfigAttribute returns s3_config in the schema of the action.
func actionS3ConfigAttribute() actionschema.SingleNestedAttribute {
	return actionschema.SingleNestedAttribute{
		Optional:            true,
		MarkdownDescription: s3ConfigDescription,
		Attributes: map[string]actionschema.Attribute{
			"access_id": actionschema.StringAttribute{Required: true, MarkdownDescription: accessIDDescription},
			"access_secret": actionschema.StringAttribute{
				Required: true,
				MarkdownDescription: "Secret of the access key. Use a `sensitive` variable, or plans show it. Progress messages " +
					"never show it.",
			},
			"bucket_name":  actionschema.StringAttribute{Required: true, MarkdownDescription: bucketNameDescription},
			"endpoint_url": actionschema.StringAttribute{Required: true, MarkdownDescription: endpointURLDescription},
		},
	}
}

// s3ConfigOf reads a bucket, of the resource or of the action. Values that the object does not have are null. If the
// object is null or unknown, all values are.
func s3ConfigOf(object types.Object) s3Config {
	text := func(name string) types.String {
		value, _ := object.Attributes()[name].(types.String)
		return value
	}
	return s3Config{
		AccessID: text("access_id"), AccessSecret: text("access_secret"), AccessSecretWO: text("access_secret_wo"),
		BucketName: text("bucket_name"), EndpointURL: text("endpoint_url"),
	}
}

// secret returns the secret from the attribute that has it: exactly one of the two is set.
func (s s3Config) secret() string {
	return s.AccessSecret.ValueString() + s.AccessSecretWO.ValueString()
}

func (s s3Config) toAPI() *client.JobS3Config {
	return &client.JobS3Config{
		AccessID: s.AccessID.ValueString(), AccessSecret: s.secret(),
		BucketName: s.BucketName.ValueString(), EndpointURL: s.EndpointURL.ValueString(),
	}
}

// validateS3Config wants exactly one secret, and a URL. An unknown secret can turn out to be null, and is not checked.
// Errors are reported at the whole of it: see validatePolicy.
func validateS3Config(ctx context.Context, at path.Path, object types.Object, diags *diag.Diagnostics) {
	if object.IsNull() || object.IsUnknown() {
		return
	}
	s := s3ConfigOf(object)
	switch {
	case s.AccessSecret.IsUnknown() || s.AccessSecretWO.IsUnknown():
	case s.AccessSecret.IsNull() == s.AccessSecretWO.IsNull():
		diags.AddAttributeError(at, "s3_config needs exactly one secret",
			"s3_config has no secret, or two.\n\n"+
				"Next: set either access_secret_wo, which Terraform never stores, or access_secret.")
	}
	if u, err := url.Parse(s.EndpointURL.ValueString()); err == nil && u.User != nil {
		diags.AddAttributeError(at, "Credentials in endpoint_url",
			"endpoint_url of s3_config has a user name or a password in it, which plans would show.\n\n"+
				"Next: remove them, and set access_id and the access secret.")
	}
	var found validator.StringResponse
	request := validator.StringRequest{Path: at.AtName("endpoint_url"), ConfigValue: s.EndpointURL}
	validators.HTTPURL().ValidateString(ctx, request, &found)
	reportAt(at, found.Diagnostics, diags)
}
