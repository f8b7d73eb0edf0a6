package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/podfleet/terraform-provider-podfleet/internal/tools/programs"
)

// unlimited has the emulator take any number of requests while an endpoint's worker is busy.
var unlimited = []string{"--seed", "0", "--requests-per-worker", "1000000000", "--cold-start", "0s",
	"--log-level", "error"}

// longJob keeps a worker for longer than a bench takes.
const longJob = `{"input":{"ms":86400000},"policy":{"executionTimeout":86400000}}`

// makeQueue makes an endpoint whose only worker is busy, so that its jobs stay queued, and returns its id.
func makeQueue(ctx context.Context, service *programs.Emulator) (endpoint string, err error) {
	var made, job struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	}
	template := `{"name":"queue","imageName":"emulator/sleep","isServerless":true}`
	if err := service.Call(ctx, http.MethodPost, "/v1/templates", template, &made); err != nil {
		return "", err
	}
	body := fmt.Sprintf(`{"name":"queue","templateId":%q,"workersMin":1,"workersMax":1}`, made.ID)
	if err := service.Call(ctx, http.MethodPost, "/v1/endpoints", body, &made); err != nil {
		return "", err
	}
	if err := service.Call(ctx, http.MethodPost, "/v2/"+made.ID+"/run", longJob, &job); err != nil {
		return "", err
	}
	for job.Status != "IN_PROGRESS" {
		if err := service.Call(ctx, http.MethodGet, "/v2/"+made.ID+"/status/"+job.ID, "", &job); err != nil {
			return "", err
		}
	}
	return made.ID, nil
}
