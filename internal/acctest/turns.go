package acctest

import (
	"hash/fnv"
	"os"
)

// InTurns sets the version of the management interface for a case through the CLI, which takes too long to run over
// each version. The name of the test decides, so that about half of the cases run over each version. Every case has to
// pass over both: ACCTEST_VERSION=1 or 2 fixes the version.
func (e *Env) InTurns() *Env {
	return e.UseVersion(turn(e.t.Name(), os.Getenv("ACCTEST_VERSION")))
}

// turn returns the version of a case: the fixed one, "1" or "2", or one by its name if that is empty. It is 0 for
// another text.
func turn(name, fixed string) int {
	switch fixed {
	case "1":
		return 1
	case "2":
		return 2
	case "":
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(name)) // It never fails.
		return 1 + int(sum.Sum32()%2)
	default:
		return 0
	}
}
