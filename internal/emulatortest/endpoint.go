package emulatortest

import (
	"encoding/json"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/api"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/jobs"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/members"
)

// Endpoint creates an endpoint whose workers run an image of the emulator, such as emulator/echo, and returns its id.
// It starts a worker for each job at once. The requests for it are not in the journal.
func (s *Service) Endpoint(image string) string {
	return s.EndpointWith(image, api.EndpointFields{ScalerType: members.Some("REQUEST_COUNT"),
		ScalerValue: members.Some(1.0)})
}

// EndpointWith does the same as Endpoint with a configuration of its own.
func (s *Service) EndpointWith(image string, settings api.EndpointFields) string {
	ctx, c := s.t.Context(), s.Client()
	template, err := c.Templates.Create(ctx, api.TemplateCreate{
		TemplateFields: api.TemplateFields{Name: members.Some(image), ImageName: members.Some(image)},
		IsServerless:   members.Some(true)})
	s.t.Check(err)
	settings.TemplateID = members.Some(template.Object.ID)
	if settings.Name.IsZero() && s.version == 2 { // Version 2 requires a name.
		settings.Name = members.Some(image)
	}
	endpoint, err := c.Endpoints.Create(ctx, api.EndpointCreate{EndpointFields: settings})
	s.t.Check(err)
	s.ClearJournal()
	return endpoint.Object.ID
}

// Submit submits a job to an endpoint, and returns its ID.
func (s *Service) Submit(endpoint, input string) string {
	job, err := s.Client().RunJob(s.t.Context(), endpoint, jobs.Submission{Input: json.RawMessage(input)})
	s.Must(err)
	return job.ID
}

// RunToEnd does the same as Submit, and returns when the job has ended.
func (s *Service) RunToEnd(endpoint, input string) string {
	job := s.Submit(endpoint, input)
	_, err := s.Client().FollowJob(s.t.Context(), endpoint, job, nil, nil)
	s.Must(err)
	return job
}
