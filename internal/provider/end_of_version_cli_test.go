package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

// In a run of the CLI one error explains the end, for any number of objects and any operation; the announcement before
// that is one warning. Afterwards nothing has changed.
func TestAccEnd_oneReportARun(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	s := w.Workspace()
	const objects = versions + `
resource "podfleet_network_volume" "it" {
  count          = 5
  name           = "data-${count.index}"
  size           = %SIZE%
  data_center_id = "EU-RO-1"
}
resource "podfleet_template" "it" {
  count      = 5
  name       = "t-${count.index}"
  image_name = "img:1"
}
`
	s.Write("main.tf", strings.Replace(objects, "%SIZE%", "10", 1))
	s.Must(0, "apply", "-auto-approve", "-no-color")
	count := func(what, output, summary string, want int) {
		t.Helper()
		if got := len(regexp.MustCompile(`(Error|Warning): `+summary).FindAllString(output, -1)); got != want {
			t.Errorf("%s: %d reports of %q, want %d:\n%s", what, got, summary, want, output)
		}
		if strings.Contains(output, "more similar warning") { // The CLI puts equal warnings together.
			t.Errorf("%s repeats a warning:\n%s", what, output)
		}
	}
	w.SetFaults(announcing())
	count("a plan", s.Must(0, "plan", "-detailed-exitcode", "-no-color"), announcedSummary, 1)
	s.Write("main.tf", strings.Replace(objects, "%SIZE%", "11", 1))
	count("an apply of updates", s.Must(0, "apply", "-auto-approve", "-no-color"), announcedSummary, 1)

	w.SetFaults(ended("*"))
	w.ClearJournal()
	output := s.Must(1, "plan", "-no-color")
	count("a plan", output, endedSummary, 1)
	if all := strings.Count(output, "Error: "); all != 1 {
		t.Errorf("a plan has %d errors:\n%s", all, output)
	}
	if requests := w.Requests(); len(requests) > 10 { // As many as are under way at once.
		t.Errorf("a plan of ten objects sends %d requests: %v", len(requests), requests)
	}
	s.Write("main.tf", strings.Replace(objects, "%SIZE%", "12", 1)+`
resource "podfleet_template" "new" {
  name       = "new"
  image_name = "img:1"
}
`)
	w.ClearJournal()
	output = s.Must(1, "apply", "-auto-approve", "-no-color", "-refresh=false")
	count("an apply", output, endedSummary, 6)
	if writes := len(w.Writes()); writes > 6 {
		t.Errorf("%d requests that change something: they are repeated", writes)
	}

	w.SetFaults()
	s.Write("main.tf", strings.Replace(objects, "%SIZE%", "11", 1))
	s.Must(0, "plan", "-detailed-exitcode", "-no-color")
	s.Must(0, "destroy", "-auto-approve")
}
