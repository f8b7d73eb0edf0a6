package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/podfleet/terraform-provider-podfleet/internal/contracttest"
)

// leftOut are the reads that do more than read, and why they are not sent.
var leftOut = map[string]string{
	"StreamJob":        "it hands out what a job has streamed, once",
	"GetJobStatusSync": "it waits for the job",
	"GetPodLogs":       "it streams until the client ends it",
	"GetWorkerLogs":    "it streams until the client ends it",
}

// tour reads every list of a deployment, and of each the first object.
type tour struct {
	service *service
	report  *report
	version int // of the management interface
	// first is the id of the first object that each list had, by the list's path. Empty if there was none.
	first map[string]string
}

func (t *tour) readAll(ctx context.Context) error {
	reads, err := contracttest.Reads(t.version)
	if err != nil {
		return err
	}
	t.first = make(map[string]string)
	for pass := range 3 { // Lists, then what they name, then what that names.
		for _, read := range reads {
			if strings.Count(read.Path, "{") != pass {
				continue
			}
			if err := t.read(ctx, read); err != nil {
				return err
			}
		}
	}
	return nil
}

// read sends one read and reports the answer. It returns an error if the tour cannot continue.
func (t *tour) read(ctx context.Context, read contracttest.Read) error {
	if reason, ok := leftOut[read.Operation]; ok {
		t.report.skipped(read, reason)
		return nil
	}
	path := elements(read.Path)
	for i, element := range path {
		name, isParameter := strings.CutPrefix(element, "{")
		if !isParameter {
			continue
		}
		name = strings.TrimSuffix(name, "}")
		if path[i] = t.first[t.listOf(name, path[:i])]; path[i] == "" {
			t.report.skipped(read, fmt.Sprintf("no list has a value for %s", name))
			return nil
		}
	}
	ex, err := t.service.get(ctx, path, read.Flags)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.report.skipped(read, err.Error())
		return nil
	}
	if ex.Status == http.StatusNotImplemented {
		t.report.skipped(read, "the deployment does not have it")
		return nil
	}
	differences, err := contracttest.Differences(ex)
	if err != nil {
		return err
	}
	t.report.answered(read, ex.Status, differences)
	if ex.Status/100 == 2 {
		t.note(path, ex.ResponseBody)
	}
	return nil
}

// listOf returns the path of the list whose ids a parameter takes: the path before it, but in the queue interface.
func (t *tour) listOf(parameter string, before []string) string {
	switch {
	case parameter == "jobId":
		return strings.Join([]string{before[0], before[1], "requests"}, "/")
	case len(before) > 1: // Of the management interface.
		return strings.Join(before, "/")
	case t.version == 2:
		return management + "/v2/serverless"
	default:
		return "v1/endpoints"
	}
}

// note keeps the id of a list's first object. The list is the answer, or a member of it. If it is neither, the report
// says what it is instead.
func (t *tour) note(path []string, body []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		members = map[string]json.RawMessage{"": body}
	}
	for _, member := range members {
		var list []struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(member, &list) == nil && len(list) > 0 && list[0].ID != "" {
			t.first[strings.Join(path, "/")] = list[0].ID
		}
	}
}
