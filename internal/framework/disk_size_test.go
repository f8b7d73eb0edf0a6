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
		"the same":                         {gb(20), gb(20), gb(20), ResizeAllowed},
		"more":                             {gb(30), gb(20), gb(20), ResizeAllowed},
		"unknown":                          {unknown, gb(20), gb(20), ResizeAllowed},
		"not answered":                     {gb(20), none, gb(20), ResizeAllowed},
		"less than applied":                {gb(10), gb(20), gb(20), ResizeShrinks},
		"grown outside":                    {gb(20), gb(50), gb(20), ResizeGrownOutside},
		"grown outside, and a little less": {gb(30), gb(50), gb(20), ResizeGrownOutside},
		"grown outside, and less than was applied": {gb(10), gb(50), gb(20), ResizeShrinks},
		"nothing remembered":                       {gb(20), gb(50), none, ResizeGrownOutside},
		"shrunk outside, and less than that":       {gb(5), gb(10), gb(20), ResizeShrinks},
	} {
		if got := JudgeSize(test.planned, test.actual, test.applied); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
