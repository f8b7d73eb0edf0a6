package emulator_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

// Objects take memory up to a bound. Over it creates and updates are refused, also those of the control interface;
// everything else goes on, and what is deleted makes room.
func TestObjectRoom(t *testing.T) {
	t.Parallel()
	var log lockedText
	a := unchecked(t, emulator.Options{ObjectBytes: 100 << 10, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	large := strings.Repeat("x", 10_000)
	create := func(n int) reply {
		return a.call(http.MethodPost, "/templates", fmt.Sprintf(`{"name":"t%d","imageName":"i","readme":%q}`, n, large))
	}
	var made []string
	for n := 0; len(made) == n && n < 20; n++ {
		switch r := create(n); {
		case r.status == http.StatusOK:
			made = append(made, r.id())
		case r.status != 503 || r.header.Get("Retry-After") != "10" || !strings.Contains(r.text, "--object-bytes"):
			t.Fatalf("after %d templates: %d %v %s", n, r.status, r.header, r.text)
		}
	}
	if len(made) < 5 || len(made) > 10 {
		t.Fatalf("%d templates of 10 KB fit into 100 KB", len(made))
	}
	first := "/templates/" + made[0]
	if r := a.call(http.MethodPatch, first, `{"readme":"x"}`); r.status != 503 {
		t.Errorf("an update: %d %s", r.status, r.text)
	}
	object := map[string]any{"name": "planted", "imageName": "i"}
	if err := a.PutObject(emulator.KindTemplates, "planted", object); err == nil {
		t.Error("an object is injected")
	}
	if err := a.PatchObject(emulator.KindTemplates, made[0], object); err == nil {
		t.Error("an object is patched")
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		if r := a.call(method, first, ""); r.status >= 300 {
			t.Errorf("%s: %d %s", method, r.status, r.text)
		}
	}
	if r := create(1000); r.status != http.StatusOK {
		t.Errorf("after a delete: %d %s", r.status, r.text)
	}
	if said := strings.Count(log.String(), "objects are refused"); said != 1 {
		t.Errorf("it is said %d times", said)
	}
}
