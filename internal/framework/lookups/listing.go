package lookups

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

// Listing produces the results of a list block. T is an object.
type Listing[T any] struct {
	Client  *client.Client
	Request list.ListRequest
	// Entity is the name of one object in messages.
	Entity string
	// Each calls f with the objects that pass the filters, until f returns false. An error, returned or in diags, is a
	// list that failed, except one with client.UnreadableItems: then f has been called with all other objects.
	Each func(diags *diag.Diagnostics, f func(T) bool) error
	// Result returns the result for an object. An error in its diagnostics means that the object cannot be read.
	Result func(T) list.ListResult
}

// Results returns the results, and then the diagnostics of the whole list. The CLI stops reading at the limit, so the
// result that reaches it carries these diagnostics, and the warning that there are more.
func (l Listing[T]) Results(ctx context.Context) iter.Seq[list.ListResult] {
	return func(push func(list.ListResult) bool) {
		var diags diag.Diagnostics
		limit, matching, stopped := l.Request.Limit, int64(0), false
		var last T
		err := l.Each(&diags, func(object T) bool {
			matching++
			switch {
			case matching == limit:
				last = object
			case limit <= 0 || matching < limit:
				stopped = !push(l.result(object))
			}
			return !stopped
		})
		if stopped {
			return
		}
		if unreadable := transport.UnreadableItems(err); unreadable != nil {
			l.warnOf(unreadable, &diags)
		} else if err != nil {
			framework.Failure{Verb: "list", Entity: l.Entity + "s", Err: err}.AddTo(&diags)
		}
		framework.WarnOfEnd(l.Client, &diags)
		if limit > 0 && matching >= limit && !diags.HasError() {
			result := l.result(last)
			result.Diagnostics.Append(diags...)
			diags = nil
			if matching > limit {
				result.Diagnostics.AddWarning("The list has a limit", fmt.Sprintf("Terraform shows %d of the %d %ss that "+
					"match.\n\nNext: to see all of them, set `limit = %[2]d` in the list block, beside `provider`.", limit,
					matching, l.Entity))
			}
			if !push(result) {
				return
			}
		}
		if len(diags) > 0 {
			push(list.ListResult{Diagnostics: diags})
		}
	}
}

// maxWarnings is the maximum number of items that have a warning of their own: a service that spells an ID in another
// way has it wrong in all of them.
const maxWarnings = 10

// warnOf adds a warning for each of the first items that cannot be read, and one with the number of the others.
func (l Listing[T]) warnOf(unreadable []transport.UnreadableItem, diags *diag.Diagnostics) {
	for i, item := range unreadable {
		if i == maxWarnings {
			diags.AddWarning(fmt.Sprintf("Cannot read %d more %ss of a list", len(unreadable)-i, l.Entity), fmt.Sprintf(
				"The results leave out %d %ss. The first %d have a warning each.\n\nNext: report the response to the "+
					"operator of the service.", len(unreadable), l.Entity, maxWarnings))
			return
		}
		object := framework.Object{Entity: l.Entity, Name: item.Name,
			ID: cmp.Or(item.ID, fmt.Sprint("number ", item.Position))}
		diags.AddWarning(object.About("Cannot read "+framework.WithArticle(l.Entity)+" of a list"), fmt.Sprintf(
			"The results leave out %s.\n\nThe provider cannot use the response: %s\n\n%s\n\nNext: if you know the "+
				"object by its ID, import it. Report the response to the operator of the service.", l.named(item),
			item.Err.Summary(), framework.Failure{}.Trace(item.Err)))
	}
}

// named names an item that cannot be read, by what its list shows of it.
func (l Listing[T]) named(item transport.UnreadableItem) string {
	text := fmt.Sprintf("number %d in a response with a list of %ss", item.Position, l.Entity)
	if item.ID != "" {
		text += fmt.Sprintf(", with the ID %q", item.ID)
	}
	if item.Name != "" {
		text += fmt.Sprintf(", with the name %q", item.Name)
	}
	return text
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
	ctx context.Context, refresh framework.Refresh[M], state tfsdk.State, private framework.PrivateState,
	result *list.ListResult,
) {
	var imported M
	fields := modelFieldsOf[M]()
	result.Diagnostics.Append(fields.get(ctx, state, &imported)...)
	if result.Diagnostics.HasError() {
		return
	}
	var reports diag.Diagnostics
	imported, outcome := refresh.Object(ctx, imported, private, &reports)
	result.Diagnostics.Append(reports.Errors()...)
	if outcome != framework.Found && !result.Diagnostics.HasError() {
		result.Diagnostics.AddError("Cannot read "+result.DisplayName, "The service has deleted it since the list.")
	}
	if !result.Diagnostics.HasError() {
		result.Diagnostics.Append(fields.set(ctx, imported, result.Resource)...)
	}
}
