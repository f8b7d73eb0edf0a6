package main

import (
	"encoding/json"
	"os"
	"testing"
)

func TestResidentIn(t *testing.T) {
	t.Parallel()
	if got, err := residentIn([]byte("Name:\tx\nVmHWM:\t  900 kB\nVmRSS:\t  514 kB\n")); err != nil || got != 514<<10 {
		t.Error(got, err)
	}
	if got, err := residentIn([]byte("Name:\tx\n")); err == nil {
		t.Error(got)
	}
	if got, err := residentMemory(os.Getpid()); err == nil && got < 1<<20 {
		t.Errorf("this process has %d bytes", got)
	}
}

func TestSubmissionOf_size(t *testing.T) {
	t.Parallel()
	var body struct {
		Input json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(submissionOf(inputSize), &body); err != nil || len(body.Input) != inputSize {
		t.Error(len(body.Input), err)
	}
}
