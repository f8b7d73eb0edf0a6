package client_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// A list of jobs with an item that is no job with an ID says nothing, and an answer without a list is none.
func TestListJobs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`{"requests":[]}`: {},
		`{"requests":[` + queued + `,` + completed + `]}`:    {"j-1", "j-1"},
		`{"requests":[` + queued + `,{},` + completed + `]}`: nil,
		`{"requests":[` + queued + `,7]}`:                    nil,
		`{}`:                                                 nil,
	} {
		jobs, err := serve(t, answer{status: 200, body: body}).client(t, func(config *client.Config) {
			config.MaxRetries = 0
		}).ListJobs(t.Context(), "e")
		var got []string
		for _, job := range jobs {
			got = append(got, job.ID)
		}
		if !slices.Equal(got, want) || (err != nil) != (want == nil) {
			t.Errorf("%s: %v, %v", body, got, err)
		}
	}
}
