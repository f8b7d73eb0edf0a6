package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

const (
	// inputSize is the size of each queued job's input, in bytes.
	inputSize = 1 << 10
	// manyJobs is the number of jobs from which a bound applies.
	manyJobs = 100000
)

// memory measures the memory of the emulator for waiting jobs, right after it got them.
func (b *bench) memory(ctx context.Context) (figures []figure, err error) {
	service, err := programs.StartEmulator(ctx, b.emulator, unlimited...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, service.Stop()) }()
	endpoint, err := makeQueue(ctx, service)
	if err != nil {
		return nil, err
	}
	requests := load{
		address: strings.TrimPrefix(service.URL, "http://"), endpoint: "/v2/" + endpoint,
		key:         service.Setting("PODFLEET_API_KEY"),
		connections: 16,
		body:        submissionOf(inputSize),
	}
	took, err := requests.run(ctx, b.queued)
	if err != nil {
		return nil, err
	}
	held, err := residentMemory(service.PID())
	if err != nil {
		return nil, err
	}
	b.say("memory: %d jobs in %.1f s", b.queued, took.Seconds())
	payload := float64(b.queued) * inputSize / mega
	return []figure{compared(figure{Row: "memory", Name: "emulator with queued jobs of 1 KB", N: b.queued, Unit: "MB"},
		[]float64{float64(held) / mega}, "payload", []float64{payload}, atMost(2.5).from(manyJobs, b.queued))}, nil
}

// submissionOf returns a submission whose input has so many bytes.
func submissionOf(size int) []byte {
	const before, after = `{"text":"`, `"}`
	input := before + strings.Repeat("x", size-len(before)-len(after)) + after
	return []byte(`{"input":` + input + `}`)
}

// residentMemory returns the resident memory of a running process, in bytes. Only Linux reports it.
func residentMemory(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if errors.Is(err, os.ErrNotExist) {
		return 0, errSkipped{"this system does not say what memory a process has"}
	}
	if err != nil {
		return 0, err
	}
	return residentIn(text)
}

func residentIn(status []byte) (int64, error) {
	for line := range bytes.Lines(status) {
		if name, value, _ := strings.Cut(string(line), ":"); name == "VmRSS" {
			kilobytes, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("the process has no VmRSS")
}
