package pluginserver

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// answersNothing answers lists and reads with nothing.
type answersNothing struct{ whole }

func (answersNothing) ListResource(
	context.Context, *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	return &tfprotov6.ListResourceServerStream{}, nil
}

func (answersNothing) ReadResource(
	context.Context, *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return &tfprotov6.ReadResourceResponse{}, nil
}

// The first list ends the laziness of the garbage collector, and no other RPC does: plans keep it.
func TestWatchLists(t *testing.T) {
	t.Parallel()
	lists := 0
	served, ok := watchLists(answersNothing{}, func() { lists++ }).(whole)
	if !ok {
		t.Fatal("the server lacks a part of the protocol")
	}
	if _, err := served.ReadResource(t.Context(), nil); err != nil || lists != 0 {
		t.Errorf("%d after a read, %v", lists, err)
	}
	for range 2 {
		if _, err := served.ListResource(t.Context(), nil); err != nil || lists != 1 {
			t.Errorf("%d after a list, %v", lists, err)
		}
	}
}
