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
	// first is the id of the first object that each list had, by the parameter that it fills: "podId". Over version 2,
	// whose parameters are called id, it is by the list's path. Empty if there was none.
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
		key := name
		if path[0] == management {
			key = strings.Join(path[:i], "/")
		}
		if t.first[key] == "" {
			t.report.skipped(read, fmt.Sprintf("no list has a value for %s", name))
			return nil
		}
		path[i] = t.first[key]
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

// parameters are the parameter that the ids of a list fill, by the last element of its path.
var parameters = map[string]string{
	"templates": "templateId", "endpoints": "endpointId", "networkvolumes": "networkVolumeId", "pods": "podId",
	"containerregistryauth": "containerRegistryAuthId", "requests": "jobId",
}

// note keeps the id of a list's first object.
func (t *tour) note(path []string, body []byte) {
	if path[0] == management {
		t.note2(path, body)
		return
	}
	parameter, isList := parameters[path[len(path)-1]]
	if !isList || path[1] == "billing" {
		return
	}
	type identified []struct {
		ID string `json:"id"`
	}
	var list identified
	if parameter == "jobId" {
		var jobs struct{ Requests identified }
		if json.Unmarshal(body, &jobs) == nil {
			list = jobs.Requests
		}
	} else if json.Unmarshal(body, &list) != nil {
		return // The report says what it is instead.
	}
	if len(list) > 0 {
		t.first[parameter] = list[0].ID
	}
}

// note2 does what note does for version 2, whose lists are a member of an object.
func (t *tour) note2(path []string, body []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return // The report says what it is instead.
	}
	for _, member := range members {
		var list []struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(member, &list) != nil || len(list) == 0 || list[0].ID == "" {
			continue
		}
		key := strings.Join(path, "/")
		if t.first[key] = list[0].ID; key == management+"/v2/serverless" {
			t.first["endpointId"] = list[0].ID
		}
	}
}
