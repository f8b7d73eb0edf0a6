package main

import (
	"maps"
	"testing"
	"time"
)

func TestCompletions(t *testing.T) {
	t.Parallel()
	got, err := completions([]byte(`{"@level":"info","@timestamp":"2026-05-04T03:02:01.000000Z","type":"version"}
{"@timestamp":"2026-05-04T03:02:02.000000Z","type":"apply_start","hook":{"resource":{"resource_type":"podfleet_job","resource_key":0}}}
{"@timestamp":"2026-05-04T03:02:03.500000Z","type":"apply_complete","hook":{"resource":{"resource_type":"podfleet_job","resource_key":1}}}
{"@timestamp":"2026-05-04T03:02:04.000000Z","type":"apply_complete","hook":{"resource":{"resource_type":"podfleet_endpoint","resource_key":null}}}
{"@timestamp":"2026-05-04T05:02:05.000000+02:00","type":"apply_complete","hook":{"resource":{"resource_type":"podfleet_job","resource_key":0}}}
`), "podfleet_job")
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range got {
		got[i] = at.UTC()
	}
	want := map[int]time.Time{
		0: time.Date(2026, 5, 4, 3, 2, 5, 0, time.UTC),
		1: time.Date(2026, 5, 4, 3, 2, 3, 500_000_000, time.UTC),
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
