package main

import "testing"

func TestCPUModelIn(t *testing.T) {
	t.Parallel()
	if got := cpuModelIn([]byte("processor\t: 0\nmodel name\t: A CPU @ 3: fast\n")); got != "A CPU @ 3: fast" {
		t.Errorf("%q", got)
	}
}
