package client_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
)

// manyPods is the number of pods of a benchmark: a large fleet's.
const manyPods = 5000

// podText is a pod as the service returns it; its number stands for #.
const podText = `{"id":"pod#","name":"fleet-#","image":"registry.example.com/a:1","desiredStatus":"RUNNING",` +
	`"locked":false,"containerDiskInGb":50,"volumeInGb":20,"volumeMountPath":"/workspace","ports":["8888/http","22/tcp"],` +
	`"env":{"MODEL":"large-v3","NUMBER":"#"},"dockerEntrypoint":[],"dockerStartCmd":["python","-m","fleet"],` +
	`"gpuCount":1,"vcpuCount":16,"memoryInGb":62,"costPerHr":"0.69","adjustedCostPerHr":0.69,"machineId":"m#",` +
	`"machine":{"location":"RO","costPerHr":0.4,"dataCenterId":"EU-RO-1"},"publicIp":"192.0.2.1",` +
	`"portMappings":{"22":10341},"lastStartedAt":"2026-05-04 03:02:01 +0000 UTC",` +
	`"createdAt":"2026-05-04 03:02:01 +0000 UTC"}`

// podsService answers with many pods. It costs as little as a service can.
func podsService(b *testing.B) *client.Client {
	b.Helper()
	pods := make([]json.RawMessage, manyPods)
	for i := range pods {
		pods[i] = json.RawMessage(strings.ReplaceAll(podText, "#", strconv.Itoa(i)))
	}
	list, err := json.Marshal(pods)
	if err != nil {
		b.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		answer := list
		if number, single := strings.CutPrefix(r.URL.Path, "/v1/pods/pod"); single {
			n, err := strconv.Atoi(number)
			if err != nil {
				http.NotFound(w, r)
				return
			}
			answer = pods[n]
		}
		_, _ = w.Write(answer)
	}))
	b.Cleanup(server.Close)
	at, err := url.Parse(server.URL + "/v1")
	if err != nil {
		b.Fatal(err)
	}
	c, err := client.New(client.Config{APIKey: "k", RESTURL: at, QueueURL: at, RequestTimeout: time.Minute})
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkListPods is a list of 5,000 from the request to the last member: nearly all of it is decoding.
func BenchmarkListPods(b *testing.B) {
	c := podsService(b)
	b.ReportAllocs()
	for b.Loop() {
		pods, err := c.Pods.List(b.Context(), api.PodFilter{})
		if err != nil || len(pods) != manyPods {
			b.Fatal(len(pods), err)
		}
	}
}

// BenchmarkFindPod is a read that a list of 5,000 answers, which others have asked for. ReadPod does the same, but
// begins another refresh when it is asked for an object a second time.
func BenchmarkFindPod(b *testing.B) {
	c := podsService(b)
	find := func(n int) {
		pod, err := c.Pods.Find(b.Context(), "pod"+strconv.Itoa(n))
		if err != nil || pod.ID != "pod"+strconv.Itoa(n) {
			b.Fatal(pod.ID, err)
		}
	}
	for n := range 3 { // The first is a GET, the second asks for the list.
		find(n)
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		find(n % manyPods)
	}
}
