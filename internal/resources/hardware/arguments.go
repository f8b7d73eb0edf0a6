package hardware

import (
	"regexp"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/podfleet/terraform-provider-podfleet/internal/framework/attribute"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework/validators"
)

// The values of product and cloud. Their first ones are the defaults.
const (
	productPod        = "POD"
	productCluster    = "CLUSTER"
	productServerless = "SERVERLESS"

	cloudSecure    = "SECURE"
	cloudCommunity = "COMMUNITY"
)

// choice returns an argument with a few values, of which the first is the default.
func choice(description string, all ...string) schema.Attribute {
	return attribute.Optional.String(description+" `"+strings.Join(all[:len(all)-1], "`, `")+"` or `"+all[len(all)-1]+
		"`. Default: `"+all[0]+"`.", validators.OneOf(all...))
}

// filter returns an argument with a set of texts. Without an element it selects everything.
func filter(description string, element ...validator.String) schema.Attribute {
	return attribute.Optional.Set(description+" An empty set selects all.", setvalidator.NoNullValues(),
		setvalidator.ValueStringsAre(append(element, validators.NotEmpty())...))
}

func inDataCenters(one string) schema.Attribute {
	return filter("Data centers, by ID. Lists only a " + one + " that has stock in one of them.")
}

// cudaVersion wants major.minor.
func cudaVersion() validator.String {
	return validators.Matches(regexp.MustCompile(`^\d+\.\d+$`), "be <major>.<minor>, such as 12.4")
}
