package client

import (
	"reflect"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// A member that Remaining cannot compare would never be sent again: all fields of all kinds are Optionals.
func TestRemaining_allKinds(t *testing.T) {
	t.Parallel()
	if !members.IsEmpty(members.Remaining(api.TemplateFields{}, api.TemplateFields{})) ||
		!members.IsEmpty(members.Remaining(api.EndpointFields{}, api.EndpointFields{})) ||
		!members.IsEmpty(members.Remaining(api.PodFields{}, api.PodFields{})) ||
		!members.IsEmpty(members.Remaining(api.NetworkVolumeFields{}, api.NetworkVolumeFields{})) {
		t.Error("nothing has a rest")
	}
	if members.IsEmpty(api.NetworkVolumeFields{Size: members.Null[int64]()}) {
		t.Error("null asks for something")
	}
	defer func() {
		if recover() == nil {
			t.Error("a member that is no Optional must be found at once")
		}
	}()
	members.Remaining(struct{ Name string }{"a"}, struct{ Name string }{"a"})
}

func TestWithoutEmptyLists(t *testing.T) {
	t.Parallel()
	full := api.EndpointFields{Name: members.Some(""), GPUTypeIDs: members.Some([]string{"a"}),
		DataCenterIDs: members.Some([]string{}),
		WorkersMin:    members.Some(int64(0))}
	want := api.EndpointFields{Name: members.Some(""), GPUTypeIDs: members.Some([]string{"a"}),
		WorkersMin: members.Some(int64(0))}
	if got := members.WithoutEmptyLists(full); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if full.DataCenterIDs.IsZero() {
		t.Error("the fields themselves have changed")
	}
}
