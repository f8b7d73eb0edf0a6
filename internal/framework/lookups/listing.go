package lookups

import (
	"context"
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Listing makes the results of a list block. T is an object.
type Listing[T any] struct {
	Client *client.Client
	Limit  int64
	// Entity is the name of one object in messages.
	Entity string
	// Result returns the result for an object. An error in its diagnostics means that the object cannot be read.
	Result func(T) list.ListResult
}

// Results returns the results for the objects of a list, and then its diagnostics. The CLI stops reading at the limit,
// so the result that reaches it carries these diagnostics, and the warning that there are more. err is the list's.
func (l Listing[T]) Results(all []T, err error, diags diag.Diagnostics) iter.Seq[list.ListResult] {
	if err != nil {
		framework.Failure{Verb: "list", Entity: l.Entity + "s", Err: err}.AddTo(&diags)
	}
	framework.WarnOfEnd(l.Client, &diags)
	if diags.HasError() {
		return list.ListResultsStreamDiagnostics(diags)
	}
	isLimited := l.Limit > 0 && int64(len(all)) >= l.Limit
	if matching := len(all); isLimited {
		if all = all[:l.Limit]; len(all) < matching {
			diags.AddWarning("The list has a limit", fmt.Sprintf("Terraform shows %d of the %d %ss that match.\n\n"+
				"Next: to see all of them, set `limit = %[2]d` in the list block, beside `provider`.", len(all), matching,
				l.Entity))
		}
	}
	return func(push func(list.ListResult) bool) {
		for i, object := range all {
			result := l.result(object)
			if isLimited && i == len(all)-1 {
				result.Diagnostics.Append(diags...)
			}
			if !push(result) {
				return
			}
		}
		if len(diags) > 0 && !isLimited {
			push(list.ListResult{Diagnostics: diags})
		}
	}
}

// result returns the result for an object. If the object cannot be read, the result has warnings only: an error would
// end the listing, and the CLI would drop the results before it.
func (l Listing[T]) result(object T) list.ListResult {
	result := l.Result(object)
	if !result.Diagnostics.HasError() {
		return result
	}
	var warnings diag.Diagnostics
	left := framework.Object{Entity: l.Entity, ID: result.DisplayName}
	for _, d := range result.Diagnostics {
		warnings.AddWarning(left.About(d.Summary()), fmt.Sprintf("The list leaves out the %s.\n\n%s", left, d.Detail()))
	}
	return list.ListResult{Diagnostics: warnings}
}

// SetImported puts into a result the attributes that the first refresh of an import stores. state and private state are
// those that the import leaves. The warnings of the refresh are left out: the import shows them.
func SetImported[M any](
	ctx context.Context, of Refreshable[M], state tfsdk.State, private framework.PrivateState,
	result *list.ListResult,
) {
	var reports diag.Diagnostics
	_, imported, outcome := of.RefreshState(ctx, state, private, &reports)
	result.Diagnostics.Append(reports.Errors()...)
	if outcome != framework.Found && !result.Diagnostics.HasError() {
		result.Diagnostics.AddError("Cannot read "+result.DisplayName, "The service has deleted it since the list.")
	}
	if !result.Diagnostics.HasError() {
		result.Diagnostics.Append(result.Resource.Set(ctx, imported)...)
	}
}
