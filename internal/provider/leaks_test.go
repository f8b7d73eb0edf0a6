package provider_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// After an apply of many resources, some of which are waited for, and with the service gone, no goroutine is left: no
// wait, no line at a rate limit, no list that nobody wants, no connection. What waits cost is given back too.
func TestApply_leavesNothing(t *testing.T) { //nolint:paralleltest // It counts the goroutines of the whole process.
	longtest.Large(t)
	const parallelism = 10
	pods, volumes := longtest.Of(20, 200), longtest.Of(80, 800)
	before := currentGoroutines()
	t.Run("apply", func(t *testing.T) { //nolint:paralleltest // Its goroutines are counted when it returns.
		p := acctest.Start(t, emulator.Options{PodStartDelay: time.Minute, StepPerRequest: time.Second}).Process()
		var work sync.WaitGroup
		next := make(chan func(), parallelism)
		for range parallelism {
			work.Go(func() {
				for do := range next {
					do()
				}
			})
		}
		for i := range volumes {
			next <- func() {
				applied(t, p, "podfleet_network_volume", acctest.Values{
					"name": fmt.Sprint("volume-", i), "size": 10, "data_center_id": "EU-RO-1",
				})
			}
		}
		for i := range pods {
			next <- func() {
				applied(t, p, "podfleet_pod", acctest.Values{"name": fmt.Sprint("pod-", i), "image_name": "img:1"})
			}
		}
		close(next)
		work.Wait()
	})
	before.expectNoOthers(t)
}

// applied creates and refreshes an object.
func applied(t *testing.T, p *acctest.Process, typeName string, config acctest.Values) {
	t.Helper()
	made, diags := p.Apply(typeName, acctest.Instance{}, config)
	if len(diags) > 0 {
		t.Error(acctest.Text(diags))
		return
	}
	if _, diags := p.Read(typeName, made); len(diags) > 0 {
		t.Error(acctest.Text(diags))
	}
}

// goroutines are those of the whole process at one moment: a test that takes them runs beside no other.
type goroutines map[string]string // stacks by the goroutines' names, which begin with "goroutine" and a number

// currentGoroutines returns the goroutines that run now.
func currentGoroutines() goroutines {
	text := make([]byte, 16<<20)
	all := goroutines{}
	for stack := range strings.SplitSeq(string(text[:runtime.Stack(text, true)]), "\n\n") {
		name, _, _ := strings.Cut(stack, " [")
		all[name] = stack
	}
	return all
}

// expectNoOthers fails the test if goroutines run that did not run before. Connections can end a little later, so it
// waits for their ends.
func (g goroutines) expectNoOthers(t *testing.T) {
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
func (g goroutines) others() []string {
	var found []string
	for name, stack := range currentGoroutines() {
		if _, known := g[name]; !known {
			found = append(found, stack)
		}
	}
	return found
}
