package acctest

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// Goroutines holds the goroutines of the whole process at one moment: a test that takes them runs beside no other.
type Goroutines map[string]string // stacks by the goroutines' names, which begin with "goroutine" and a number

// CurrentGoroutines returns the goroutines that run now.
func CurrentGoroutines() Goroutines {
	text := make([]byte, 16<<20)
	all := Goroutines{}
	for stack := range strings.SplitSeq(string(text[:runtime.Stack(text, true)]), "\n\n") {
		name, _, _ := strings.Cut(stack, " [")
		all[name] = stack
	}
	return all
}

// ExpectNoOthers fails the test if goroutines run that did not run before. Connections can end a little later, so it
// waits for their ends.
func (g Goroutines) ExpectNoOthers(t *testing.T) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		if len(g.others()) == 0 {
			return
		}
		runtime.Gosched()
	}
	t.Errorf("goroutines are left:\n%s", strings.Join(g.others(), "\n\n"))
}

// others returns the stacks of the goroutines that have started since.
func (g Goroutines) others() []string {
	var found []string
	for name, stack := range CurrentGoroutines() {
		if _, known := g[name]; !known {
			found = append(found, stack)
		}
	}
	return found
}
