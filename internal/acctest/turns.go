package acctest

import (
	"hash/fnv"
	"os"
	"strconv"
)

// InTurns sets the version of the management interface for a case through the CLI, which takes too long to run over
// each version. The name of the test decides, so that about half of the cases run over each version. Every case has to
// pass over both: ACCTEST_VERSION=1 or 2 fixes the version.
func (e *Env) InTurns() *Env {
	if fixed := os.Getenv("ACCTEST_VERSION"); fixed != "" {
		version, _ := strconv.Atoi(fixed) // No number is no version either.
		return e.UseVersion(version)
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(e.t.Name())) // It never fails.
	return e.UseVersion(1 + int(sum.Sum32()%2))
}
