package main

import (
	"encoding/json"
	"testing"
)

func TestSummary(t *testing.T) {
	t.Parallel()
	read := request{Method: "GET", Operation: "ListTemplates"}
	for want, requests := range map[string][]request{
		"The service saw no request.": nil,
		"The service saw 2 reads.":    {read, read},
		"The service saw 1 read and 2 writes: DeleteTemplate, UpdateTemplate(env, name).": {{"PATCH", "UpdateTemplate",
			json.RawMessage(`{"env": {}, "name": "a"}`)}, read, {"DELETE", "DeleteTemplate", nil}},
		"The service saw 0 reads and 1 write: CreateTemplate.": {{"POST", "CreateTemplate",
			json.RawMessage(`{"name": "a"}`)}},
	} {
		if got := summary(requests); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
