package emulator_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/longtest"
)

// Whatever is asked of the control interface: who may not use it changes nothing, who may gets what it says or an error
// in words, and the emulator goes on.
func FuzzControl(f *testing.F) {
	longtest.ManyCases(f)
	const none = "" // of a header
	for _, seed := range [][7]string{
		{"GET", "health", "localhost", none, none, none, ""},
		{"POST", "reset", "localhost", none, none, none, ""},
		{"POST", "reset", "attacker.test", none, none, none, ""},
		{"POST", "reset", "localhost", "null", none, none, ""},
		{"POST", "reset", "localhost", "http://localhost", "same-origin", none, ""},
		{"POST", "reset", "127.0.0.1:1", none, "cross-site", none, ""},
		{"POST", "reset", "[::1]:1", none, "none", "1", ""},
		{"GET", "requests?operation=ListTemplates", "localhost", none, none, none, ""},
		{"DELETE", "requests", "localhost", none, none, none, ""},
		{"GET", "requests?status=4xx&limit=1", "localhost", none, none, none, ""},
		{"POST", "requests/1/reveal", "localhost", none, none, none, `{"of":"request","path":["env","0"]}`},
		{"POST", "console/session", "localhost", "null", none, none, `{"token":""}`},
		{"GET", "clock", "localhost", none, none, none, ""},
		{"POST", "clock", "localhost", none, none, none, `{"advance":"1h30m"}`},
		{"POST", "clock", "localhost", none, none, none, `{"advance":"-1s"}`},
		{"POST", "clock", "localhost", none, none, none, `{"advance":"2562047h47m16.854775807s"}`},
		{"POST", "clock", "localhost", none, none, none, `{"to":"9999-12-31T23:59:59Z"}`},
		{"POST", "clock", "localhost", none, none, none, `{"next":true}`},
		{"POST", "clock", "localhost", none, none, none, `{"frozen":true}`},
		{"GET", "faults", "localhost", none, none, none, ""},
		{"PUT", "faults", "localhost", none, none, none,
			`[{"operation":"*","kind":"status","status":503,"count":1,"probability":0.5,"retry_after":1,"message":"m"}]`},
		{"DELETE", "faults", "localhost", none, none, none, ""},
		{"PUT", "scripts", "localhost", none, none, none, `[{"input":{"a":[1e400]},"chunks":[null],"error":"e","count":1}]`},
		{"GET", "state", "localhost", none, none, none, ""},
		{"POST", "state/templates/x", "localhost", none, none, none, `{"name":"n","imageName":"i","env":{"A":"1"}}`},
		{"POST", "state/endpoints/%2F", "localhost", none, none, none, `{"templateId":"s","workersMin":100000}`},
		{"POST", "state/pods/%00", "localhost", none, none, none, `{"gpuCount":-1,"volumeInGb":9223372036854775807}`},
		{"POST", "state/jobs/x", "localhost", none, none, none, `{"endpointId":"e","status":"?","chunks":[1,null]}`},
		{"PATCH", "state/jobs/j", "localhost", none, none, none, `{"status":"COMPLETED","output":{"a":1e999}}`},
		{"PATCH", "state/networkVolumes/n", "localhost", none, none, none, `{"size":-5,"name":null}`},
		{"PATCH", "state/endpoints/e", "localhost", none, none, none, `{"workersMax":0,"scalerValue":0,"idleTimeout":-1}`},
		{"DELETE", "state/templates/s", "localhost", none, none, none, ""},
		{"DELETE", "state/endpoints/e", "localhost", none, none, none, ""},
		{"POST", "endpoints/e/kill-worker", "localhost", none, none, none, ""},
		{"POST", "endpoints/e/throttle-worker", "localhost", none, none, none, `{"worker":"w"}`},
		{"TRACE", "../v1/templates", "localhost", none, none, none, "\xff"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4], seed[5], []byte(seed[6]))
	}
	f.Fuzz(func(t *testing.T, method, path, host, origin, site, mark string, body []byte) {
		address, err := url.ParseRequestURI("/_emulator/" + path)
		if err != nil {
			t.Skip() // net/http would not let it through.
		}
		if strings.HasSuffix(address.Path, "/stream") {
			t.Skip() // It does not end.
		}
		var log lockedText
		s := emulator.New(emulator.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
		defer s.Close()
		objectsForFuzzing(t, s)
		before, began := stateText(t, s), s.Now()

		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(string(body)))
		r.Method, r.URL, r.RequestURI = method, address, address.String()
		r.Host, r.RemoteAddr = host, "127.0.0.1:1"
		for name, value := range map[string]string{
			"Origin": origin, "Sec-Fetch-Site": site, "X-Emulator-Outbound": mark,
		} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)

		// All that is allowed, and no rule about anything else.
		mayEnter := slices.Contains([]string{"localhost", "127.0.0.1:1", "[::1]:1"}, host) &&
			(origin == "" || strings.EqualFold(origin, "http://"+host)) &&
			slices.Contains([]string{"", "none", "same-origin"}, site) && mark == ""
		isOtherName := !strings.Contains(strings.ToLower(host), "localhost") && !strings.Contains(host, "127.") &&
			!strings.Contains(host, ":")
		mustNot := isOtherName || mark != "" || origin == "null" || strings.HasPrefix(origin, "https:") ||
			site == "cross-site" || site == "same-site"
		if !strings.HasPrefix(address.Path, "/_emulator/") || strings.HasPrefix(address.Path, "/_emulator/console") {
			return // It is the service's, which wants a key, or the page, which is for everybody.
		}
		switch {
		case mayEnter && w.Code == http.StatusForbidden:
			t.Errorf("refused: %s", w.Body)
		case mustNot && w.Code != http.StatusForbidden:
			t.Errorf("admitted: %d %s", w.Code, w.Body)
		case mustNot && (stateText(t, s) != before || !s.Now().Equal(began) || len(s.Faults()) > 0):
			t.Error("refused, and carried out")
		case !slices.Contains([]int{200, 204, 400, 403, 404, 405, 409}, w.Code):
			t.Errorf("status %d: %s", w.Code, w.Body)
		case w.Code >= 400 && !strings.Contains(w.Body.String(), `"error":"`):
			t.Errorf("status %d: no words: %s", w.Code, w.Body)
		}
		if strings.Contains(log.String(), "level=ERROR") {
			t.Error(log.String())
		}
		s.SetFaults()
		r = httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/templates", nil)
		r.Header.Set("Authorization", "Bearer "+s.APIKey())
		w = httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Errorf("it does not go on: %d %s", w.Code, w.Body)
		}
		if s.Reset(); s.Now().Before(began) || len(s.Objects(emulator.KindTemplates)) > 0 {
			t.Error("not as new after a reset")
		}
	})
}
