package account

import (
	"slices"

	"github.com/hashicorp/go-version"
)

// usualCuda is the version of machines, if nothing speaks against it.
const usualCuda = "12.8"

// MachineCuda returns the CUDA version of a machine that fits constraints; false if none does. Without constraints any
// will do; least can leave out the minor version.
func MachineCuda(allowed []string, least string) (string, bool) {
	limit, unlimited := version.NewVersion(least)
	fits := func(cuda string) bool {
		return (len(allowed) == 0 || slices.Contains(allowed, cuda)) &&
			(unlimited != nil || version.Must(version.NewVersion(cuda)).GreaterThanOrEqual(limit))
	}
	if fits(usualCuda) {
		return usualCuda, true
	}
	for _, cuda := range slices.Backward(CUDAVersions()) {
		if fits(cuda) {
			return cuda, true
		}
	}
	return "", false
}
