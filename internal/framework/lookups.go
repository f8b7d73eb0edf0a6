package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
)

// ByIDOrName is a data source that finds one object. Embed it.
type ByIDOrName struct{ DataSourceBase }

// ConfigValidators wants one way to find it. The CLI asks again once what was
// unknown is known, so Find need not.
func (ByIDOrName) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{datasourcevalidator.ExactlyOneOf(path.MatchRoot("id"), path.MatchRoot("name"))}
}
