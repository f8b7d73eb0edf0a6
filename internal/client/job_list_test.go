package client_test

import (
	"slices"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// An item of the list of jobs that cannot be read hides no other. An answer without a list is none.
func TestListJobs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][]string{
		`{"requests":[]}`: nil,
		`{"requests":[` + queued + `,{},` + completed + `]}`: {"j-1", "j-1"},
		`{}`: nil,
	} {
		jobs, err := serve(t, answer{status: 200, body: body}).client(t, func(config *client.Config) {
			config.MaxRetries = 0
		}).ListJobs(t.Context(), "e")
		var got []string
		for _, job := range jobs {
			got = append(got, job.ID)
		}
		if !slices.Equal(got, want) || (transport.UnreadableItems(err) != nil) != (len(want) > 0) ||
			(err != nil) != (body != `{"requests":[]}`) {
			t.Errorf("%s: %v, %v", body, got, err)
		}
	}
}
