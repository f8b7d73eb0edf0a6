package emulatortest

import (
	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

// Endpoint creates an endpoint whose workers run an image of the emulator, such as emulator/echo, and returns its id.
// It starts a worker for each job at once. The requests for it are not in the journal.
func (s *Service) Endpoint(image string) string {
	s.t.Helper()
	return s.EndpointWith(image, client.EndpointFields{ScalerType: client.Some("REQUEST_COUNT"),
		ScalerValue: client.Some(1.0)})
}

// EndpointWith does the same as Endpoint with a configuration of its own.
func (s *Service) EndpointWith(image string, settings client.EndpointFields) string {
	s.t.Helper()
	ctx, c := s.t.Context(), s.Client()
	template, err := c.Templates.Create(ctx, client.TemplateCreate{
		TemplateFields: client.TemplateFields{Name: client.Some(image), ImageName: client.Some(image)},
		IsServerless:   client.Some(true)})
	if err != nil {
		s.t.Fatal(err)
	}
	settings.TemplateID = client.Some(template.Object.ID)
	if settings.Name.IsZero() && s.version2 { // Version 2 requires a name.
		settings.Name = client.Some(image)
	}
	endpoint, err := c.Endpoints.Create(ctx, client.EndpointCreate{EndpointFields: settings})
	if err != nil {
		s.t.Fatal(err)
	}
	s.ClearJournal()
	return endpoint.Object.ID
}
