package framework

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

func TestJudgeSize(t *testing.T) {
	t.Parallel()
	none, unknown, gb := types.Int64Null(), types.Int64Unknown(), types.Int64Value
	for name, test := range map[string]struct {
		planned, actual, applied types.Int64
		want                     Resize
	}{
		"the same":                         {planned: gb(20), actual: gb(20), applied: gb(20), want: ResizeAllowed},
		"more":                             {planned: gb(30), actual: gb(20), applied: gb(20), want: ResizeAllowed},
		"unknown":                          {planned: unknown, actual: gb(20), applied: gb(20), want: ResizeAllowed},
		"not answered":                     {planned: gb(20), actual: none, applied: gb(20), want: ResizeAllowed},
		"less than applied":                {planned: gb(10), actual: gb(20), applied: gb(20), want: ResizeShrinks},
		"grown outside":                    {planned: gb(20), actual: gb(50), applied: gb(20), want: ResizeGrownOutside},
		"grown outside, and a little less": {planned: gb(30), actual: gb(50), applied: gb(20), want: ResizeGrownOutside},
		"grown outside, and less than was applied": {planned: gb(10), actual: gb(50), applied: gb(20), want: ResizeShrinks},
		"nothing remembered": {planned: gb(20), actual: gb(50), applied: none,
			want: ResizeGrownOutside},
		"shrunk outside, and less than that": {planned: gb(5), actual: gb(10), applied: gb(20), want: ResizeShrinks},
	} {
		if got := JudgeSize(test.planned, test.actual, test.applied); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
