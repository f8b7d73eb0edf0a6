package client_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// announced returns the announcement that a client reads from an answer with these headers; nil if there is none.
func announced(t *testing.T, header map[string]string) *client.Announcement {
	t.Helper()
	s := serve(t, answer{status: http.StatusOK, header: header, body: `[]`})
	c := s.client(t)
	if _, err := c.Pods.List(t.Context(), client.PodFilter{}); err != nil {
		t.Fatal(err)
	}
	found := c.Announcement()
	if found == nil {
		return nil
	}
	if found.Operation != "ListPods" || found.URL != s.URL+"/v1" {
		t.Errorf("%+v", found)
	}
	for i := range found.Links {
		found.Links[i].URL = strings.Replace(found.Links[i].URL, s.URL, "http://service", 1)
	}
	return found
}

func TestAnnouncement_dates(t *testing.T) {
	t.Parallel()
	date := time.Date(2026, 11, 15, 8, 30, 0, 0, time.UTC)
	for deprecation, want := range map[string]time.Time{
		"@1794731400":                   date, // RFC 9745
		" @1794731400;x=1 ":             date,
		"Sun, 15 Nov 2026 08:30:00 GMT": date, // Its drafts.
		"true":                          {}, "?1": {}, "@soon": {}, "@999999999999999": {}, "@-999999999999999": {},
	} {
		found := announced(t, map[string]string{"Deprecation": deprecation})
		if found == nil || !found.Deprecation.Equal(want) || !found.Sunset.IsZero() {
			t.Errorf("Deprecation: %s: %+v", deprecation, found)
		}
	}
	for sunset, want := range map[string]time.Time{
		"Sun, 15 Nov 2026 08:30:00 GMT":   date,
		"Sunday, 15-Nov-26 08:30:00 GMT":  date,
		"Sun Nov 15 08:30:00 2026":        date,
		"2026-11-15":                      {},
		"Tue, 99 Nov 2026 08:30:00 GMT  ": {},
	} {
		found := announced(t, map[string]string{"Sunset": sunset})
		if found == nil || !found.Sunset.Equal(want) || !found.Deprecation.IsZero() {
			t.Errorf("Sunset: %s: %+v", sunset, found)
		}
	}
	both := announced(t, map[string]string{"Deprecation": "@0", "Sunset": "Sun, 15 Nov 2026 08:30:00 GMT"})
	if both == nil || both.Deprecation.Unix() != 0 || both.Deprecation.IsZero() || !both.Sunset.Equal(date) {
		t.Errorf("%+v", both)
	}
}

// Headers that announce nothing are no announcement.
func TestAnnouncement_none(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]map[string]string{
		"no header":           nil,
		"no":                  {"Deprecation": "false"},
		"no, structured":      {"Deprecation": "?0"},
		"empty":               {"Deprecation": "", "Sunset": "", "Link": ""},
		"another relation":    {"Link": `<https://a.example/>; rel="next"`},
		"half a relation":     {"Link": `<https://a.example/>; rel="sunsets x-deprecation"`},
		"no relation":         {"Link": `<https://a.example/>; title="sunset"`},
		"of another page":     {"Link": `<https://a.example/>; rel=sunset; anchor="https://b.example/"`},
		"a later relation":    {"Link": `<https://a.example/>; rel=next; rel=sunset`},
		"no page of a server": {"Link": `<mailto:a@b.example>; rel=sunset`},
		"with a password":     {"Link": `<https://a:b@c.example/>; rel=sunset`},
		"with the key":        {"Link": `<https://a.example/?key=the-key>; rel=sunset`},
		"not closed":          {"Link": `<https://a.example/; rel=sunset`},
		"no brackets":         {"Link": `https://a.example/; rel=sunset`},
		"too long":            {"Link": `<https://a.example/` + strings.Repeat("a", 300) + `>; rel=sunset`},
	} {
		if found := announced(t, header); found != nil {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

func TestAnnouncement_links(t *testing.T) {
	t.Parallel()
	const a, b = "https://a.example/", "https://b.example/"
	for header, want := range map[string][]client.Link{
		`<` + a + `>; rel="sunset"`:                    {{URL: a, Relations: []string{"sunset"}}},
		`<` + a + `>;rel=Deprecation`:                  {{URL: a, Relations: []string{"deprecation"}}},
		` < ` + a + ` > ; REL = "sunset" ; x`:          {{URL: a, Relations: []string{"sunset"}}},
		`<` + a + `>; rel="next  sunset deprecation "`: {{URL: a, Relations: []string{"deprecation", "sunset"}}},
		`<` + a + `>; rel="sunset",<` + b + `>; rel="successor-version"`: {
			{URL: a, Relations: []string{"sunset"}}, {URL: b, Relations: []string{"successor-version"}}},
		`<` + b + `>; rel=next, , <` + a + `>; rel=sunset`: {{URL: a, Relations: []string{"sunset"}}},
		`<` + a + `>; title="a, \"<` + b + `>; rel=sunset"; rel=deprecation`: {
			{URL: a, Relations: []string{"deprecation"}}},
		`<` + a + `>; rel=sunset odd "x, <y>" text, <` + b + `>; rel=sunset`: {
			{URL: a, Relations: []string{"sunset"}}, {URL: b, Relations: []string{"sunset"}}},
		`<` + a + `>; rel=sunset, <` + a + `>; rel=deprecation`: {
			{URL: a, Relations: []string{"deprecation", "sunset"}}},
		`</v2>; rel=successor-version, <news#v1>; rel=sunset`: {
			{URL: "http://service/v2", Relations: []string{"successor-version"}},
			{URL: "http://service/v1/news#v1", Relations: []string{"sunset"}}},
		`<` + a + `?a,b;c>; rel=sunset`: {{URL: a + "?a,b;c", Relations: []string{"sunset"}}},
		`<` + a + `>; rel="sunset`:      {{URL: a, Relations: []string{"sunset"}}},
	} {
		found := announced(t, map[string]string{"Link": header})
		if found == nil || !reflect.DeepEqual(found.Links, want) {
			t.Errorf("%s: %+v", header, found)
		}
	}
	many := announced(t, map[string]string{"Link": strings.Repeat(`<x>; rel=sunset, <y>; rel=sunset, `, 9) +
		`<1>; rel=sunset, <2>; rel=sunset, <3>; rel=sunset, <4>; rel=sunset`})
	if many == nil || len(many.Links) != 5 {
		t.Errorf("%+v", many)
	}
}

// Any answer of the management interface can announce the end, errors included; answers of the queue cannot. The first
// one counts.
func TestAnnouncement_whichAnswers(t *testing.T) {
	t.Parallel()
	emulatortest.EachVersion(t, func(t *testing.T, start emulatortest.Starter) {
		t.Helper()
		w := start(t)
		announcing := func(operation, kind, sunset string) emulator.Fault {
			return emulator.Fault{Operation: operation, Kind: kind, Headers: map[string]string{"Sunset": sunset}}
		}
		w.SetFaults(announcing("GetHealth", emulator.FaultStall, "Sun, 15 Nov 2026 08:30:00 GMT"),
			announcing("GetPod", emulator.FaultHTML, "Mon, 16 Nov 2026 08:30:00 GMT"),
			announcing("ListPods", emulator.FaultStall, "Tue, 17 Nov 2026 08:30:00 GMT"))
		c := w.Client()
		_, _ = c.GetHealth(t.Context(), "e")
		if found := c.Announcement(); found != nil {
			t.Errorf("of the queue: %+v", found)
		}
		_, _ = c.Pods.Get(t.Context(), "p")
		_, _ = c.Pods.List(t.Context(), client.PodFilter{})
		found := c.Announcement()
		if found == nil || found.Operation != "GetPod" || found.Sunset.Day() != 16 {
			t.Fatalf("%+v", found)
		}
		if !found.FirstReport() || c.Announcement().FirstReport() {
			t.Error("it is not reported once")
		}
	})
}
