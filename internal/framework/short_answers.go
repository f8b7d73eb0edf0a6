package framework

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ShortAnswers is Read of a resource, with the short reader and the short planner, which answer instead of the
// framework if nothing changes. Embed it. M is the model, a struct with tfsdk tags.
type ShortAnswers[M any] struct {
	of      resource.Resource
	refresh Refresh[M]
	shape   PlanShape[M]
}

// NewShortAnswers returns the short answers of a resource, which embeds them.
func NewShortAnswers[M any](of resource.Resource, refresh Refresh[M], shape PlanShape[M]) ShortAnswers[M] {
	return ShortAnswers[M]{of, refresh, shape}
}

// ResourceWithShortAnswers is a resource whose refreshes and plans have short answers where nothing changes.
type ResourceWithShortAnswers interface {
	resource.Resource
	ShortReader() ShortReader
	ShortPlanner() ShortPlanner
}

// Read implements resource.Resource.
func (s ShortAnswers[M]) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	s.refresh.Read(ctx, req, resp)
}

// ShortReader implements ResourceWithShortAnswers.
func (s ShortAnswers[M]) ShortReader() ShortReader { return newShortReader(s.of, s.refresh) }

// ShortPlanner implements ResourceWithShortAnswers.
func (s ShortAnswers[M]) ShortPlanner() ShortPlanner { return newShortPlanner(s.of, s.shape) }
