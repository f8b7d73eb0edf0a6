package client_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// However many waits there have been, nothing of them is left: here each pod has 100 KB, so 16 MB, were they kept. Pods
// that are waited for two at a time, and found by a list.
func TestAwaitPod_memoryIsFlat(t *testing.T) { //nolint:paralleltest // It measures the heap of the whole process.
	longtest.Large(t)
	const pairs, weight, most = 80, 100 << 10, 6 << 20
	weighty := strings.Repeat("x", weight)
	pod := func(id, status string) string {
		return fmt.Sprintf(`{"id":%q,"desiredStatus":%q,"name":%q}`, id, status, weighty)
	}
	var pair atomic.Int64
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, isGet := strings.CutPrefix(r.URL.Path, "/v1/pods/"); isGet {
			_, _ = io.WriteString(w, pod(id, "CREATED"))
			return
		}
		a, b := fmt.Sprint("a", pair.Load()), fmt.Sprint("b", pair.Load())
		_, _ = io.WriteString(w, "["+pod(a, "RUNNING")+","+pod(b, "RUNNING")+"]")
	}))
	t.Cleanup(service.Close)
	c := newClient(t, service.URL+"/v1")
	isRunning := func(p client.Pod) bool { return p.DesiredStatus.Or("") == "RUNNING" }
	before := heap()
	for i := range pairs {
		pair.Store(int64(i))
		ended := make(chan error, 2)
		for _, name := range []string{"a", "b"} {
			go func() {
				_, err := c.Pods.Await(t.Context(), fmt.Sprint(name, i), isRunning)
				ended <- err
			}()
		}
		for range 2 {
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
		}
	}
	if after := heap(); after > before+most {
		t.Errorf("%d waits left %d MB behind", 2*pairs, (after-before)>>20)
	}
	runtime.KeepAlive(c)
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
