package client

import (
	"reflect"
	"testing"
)

// A member that Remaining cannot compare would never be sent again: all fields of all kinds are Optionals.
func TestRemaining_allKinds(t *testing.T) {
	t.Parallel()
	if !IsEmpty(Remaining(TemplateFields{}, TemplateFields{})) ||
		!IsEmpty(Remaining(EndpointFields{}, EndpointFields{})) ||
		!IsEmpty(Remaining(PodFields{}, PodFields{})) ||
		!IsEmpty(Remaining(NetworkVolumeFields{}, NetworkVolumeFields{})) {
		t.Error("nothing has a rest")
	}
	if IsEmpty(NetworkVolumeFields{Size: Null[int64]()}) {
		t.Error("null asks for something")
	}
	defer func() {
		if recover() == nil {
			t.Error("a member that is no Optional must be found at once")
		}
	}()
	Remaining(struct{ Name string }{"a"}, struct{ Name string }{"a"})
}

func TestWithoutEmptyLists(t *testing.T) {
	t.Parallel()
	full := EndpointFields{Name: Some(""), GPUTypeIDs: Some([]string{"a"}), DataCenterIDs: Some([]string{}),
		WorkersMin: Some(int64(0))}
	want := EndpointFields{Name: Some(""), GPUTypeIDs: Some([]string{"a"}), WorkersMin: Some(int64(0))}
	if got := WithoutEmptyLists(full); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if full.DataCenterIDs.IsZero() {
		t.Error("the fields themselves have changed")
	}
}
