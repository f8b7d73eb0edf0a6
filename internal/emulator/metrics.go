package emulator

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// metrics shows counts for Prometheus. Under Server.mu it looks at endpoints, workers and pods, and at no job.
func (c control) metrics(*wire.Request) (any, error) {
	pods := wire.Samples{}
	counts := map[string]wire.Samples{"jobs": {}, "workers": {}}
	label := map[string]string{"jobs": "status", "workers": "state"}
	c.mu.Lock()
	now := c.clock.Now()
	cost := c.account.Cost(now)
	for pod := range c.account.Pods.All() {
		pods[wire.Labels("status", pod.DesiredStatus)]++
	}
	for endpoint := range c.account.Endpoints.All() {
		for of, health := range jsontext.Members[any](c.engine.Health(endpoint.ID)) {
			states, _ := health.(map[string]any)
			for state, count := range states {
				counts[of][wire.Labels("endpoint", endpoint.ID, label[of], state)], _ = count.(float64)
			}
		}
	}
	c.mu.Unlock()

	m := c.wire.Metrics()
	m.Add("clock_seconds", "gauge", "Time on the emulator's clock, since 1970.",
		wire.Samples{"": float64(now.UnixMilli()) / 1000})
	m.Add("cost_usd_total", "counter", "Cost of all objects so far, in USD.", wire.Samples{"": cost})
	m.Add("pods", "gauge", "Pods, with the workers of endpoints.", pods)
	m.Add("jobs", "gauge", "Jobs of an endpoint, as its health counts them.", counts["jobs"])
	m.Add("workers", "gauge", "Workers of an endpoint, as its health counts them.", counts["workers"])
	return wire.File{Type: "text/plain; version=0.0.4; charset=utf-8", Body: m.Bytes()}, nil
}
