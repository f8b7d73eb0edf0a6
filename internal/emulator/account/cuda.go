package account

import (
	"slices"
	"strconv"
	"strings"
)

// usualCuda is the version of machines, if nothing speaks against it.
const usualCuda = "12.8"

// MachineCuda returns the CUDA version of a machine that fits constraints; false if none does. Without constraints any
// will do; least can leave out the minor version.
func MachineCuda(allowed []string, least string) (string, bool) {
	fits := func(version string) bool {
		return (len(allowed) == 0 || slices.Contains(allowed, version)) && (least == "" || compareCuda(version, least) >= 0)
	}
	if fits(usualCuda) {
		return usualCuda, true
	}
	for _, version := range slices.Backward(CUDAVersions()) {
		if fits(version) {
			return version, true
		}
	}
	return "", false
}

// compareCuda compares by numbers: 12.11 is above 12.2. A missing minor version is 0.
func compareCuda(a, b string) int { return slices.Compare(cudaNumbers(a), cudaNumbers(b)) }

func cudaNumbers(version string) []int {
	major, minor, _ := strings.Cut(version, ".")
	numbers := make([]int, 2)
	for i, text := range []string{major, minor} {
		if number, err := strconv.Atoi(text); err == nil {
			numbers[i] = number
		}
	}
	return numbers
}
