package functions_test

import (
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/podfleet/terraform-provider-podfleet/internal/acctest"
)

func TestMain(m *testing.M) { acctest.Main(m) }

// wrong is a call that must fail: about which argument, and in which words.
type wrong struct {
	arguments []string
	about     int64
	says      string
}

func refused(t *testing.T, p *acctest.Process, function string, calls []wrong) {
	t.Helper()
	for _, call := range calls {
		got, err := p.Call(function, call.arguments...)
		if err == nil {
			t.Errorf("%s(%q) is %s", function, call.arguments, got)
			continue
		}
		if err.FunctionArgument == nil || *err.FunctionArgument != call.about ||
			!strings.Contains(err.Text, call.says) || strings.HasSuffix(err.Text, ".") {
			t.Errorf("%s(%q): about %v: %s\nwant about %d: %s", function, call.arguments, err.FunctionArgument,
				err.Text, call.about, call.says)
		}
	}
}

func TestParsePort(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for text, want := range map[string]struct {
		number   int64
		protocol string
	}{"8888/http": {8888, "http"}, "1/tcp": {1, "tcp"}, "65535/http": {65535, "http"}} {
		got, err := p.Call("parse_port", text)
		if err != nil {
			t.Errorf("%s: %s", text, err.Text)
			continue
		}
		expected := tftypes.NewValue(tftypes.Object{AttributeTypes: map[string]tftypes.Type{"port": tftypes.Number,
			"protocol": tftypes.String}},
			map[string]tftypes.Value{"port": tftypes.NewValue(tftypes.Number, want.number),
				"protocol": tftypes.NewValue(tftypes.String, want.protocol)})
		if !got.Equal(expected) {
			t.Errorf("%s: %s", text, got)
		}
	}
	var calls []wrong
	for _, text := range []string{"", "8888", "8888/", "/http", "0/tcp", "65536/tcp", "022/tcp", "22/udp", "22/TCP",
		"22/tcp/", " 22/tcp"} {
		calls = append(calls, wrong{[]string{text}, 0, `port must be a port number from 1 to 65535, a slash, and the protocol http or tcp, such as 8888/http; got "` + text + `"`})
	}
	refused(t, p, "parse_port", calls)
}

func TestDurationMs(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for text, want := range map[string]int64{
		"2h30m": 9000000, "0": 0, "0s": 0, "1ms": 1, "1.5s": 1500, ".5s": 500, "250ms": 250, "1000us": 1,
		"1000µs": 1, "1000μs": 1, "5.s": 5000, "1000000ns": 1, "+1m": 60000,
		"168h": 604800000, "2562047h47m16.854s": 9223372036854,
	} {
		got, err := p.Call("duration_ms", text)
		if err != nil {
			t.Errorf("%s: %s", text, err.Text)
			continue
		}
		var number big.Float
		if err := got.As(&number); err != nil {
			t.Fatal(err)
		}
		if milliseconds, accuracy := number.Int64(); milliseconds != want || accuracy != big.Exact {
			t.Errorf("%s: %s, want %d", text, number.String(), want)
		}
	}
	const (
		syntax   = "duration must be numbers with a unit each, h, m, s or ms, such as 2h30m or 250ms; got "
		negative = "duration must be zero or more, not negative; got "
		fraction = "duration must be a whole number of milliseconds; got "
		tooLong  = "duration must be shorter: at most 292 years, which is 2562047h; got "
	)
	var calls []wrong
	for text, says := range map[string]string{
		"": syntax, "90": syntax, "1d": syntax, "1 h": syntax, "h": syntax, ".s": syntax, "1h-30m": syntax,
		"1H": syntax, "soon": syntax,
		"-1s": negative, "-1us": negative, "-9999999999h": negative,
		"1us": fraction, "1.0005s": fraction, "999999ns": fraction,
		"2562048h": tooLong, "9999999999999999999ms": tooLong, "2562047h47m16.855s": tooLong,
	} {
		calls = append(calls, wrong{[]string{text}, 0, says + `"` + text + `"`})
	}
	refused(t, p, "duration_ms", calls)
}

func TestEndpointURL(t *testing.T) {
	t.Parallel()
	p := acctest.Start(t).Process()
	for want, arguments := range map[string][]string{
		"https://h/v2/e/run":                     {"https://h/v2", "e", "run"},
		"https://h/v2/e/runsync":                 {"https://h/v2/", "e", "runsync"},
		"http://127.0.0.1:8080/v2/e/health":      {"http://127.0.0.1:8080/v2//", "e", "health"},
		"https://h/a%20b/v2/e/purge-queue":       {"https://h/a%20b/v2", "e", "purge-queue"},
		"https://h/v2/e/requests":                {"https://h/v2", "e", "requests"},
		"https://h/v2/e/status/j-1":              {"https://h/v2", "e", "status/j-1"},
		"https://h/v2/e/status-sync/j":           {"https://h/v2", "e", "status-sync/j"},
		"https://h/v2/e/stream/j":                {"https://h/v2", "e", "stream/j"},
		"https://h/v2/e/cancel/j":                {"https://h/v2", "e", "cancel/j"},
		"https://h/v2/e/retry/a%20b%3Fc%23d%25":  {"https://h/v2", "e", "retry/a b?c#d%"},
		"https://h/v2/..%2Fpods%3Fx/run":         {"https://h/v2", "../pods?x", "run"},
		"https://h/v2/e/openai/v1":               {"https://h/v2", "e", "openai/v1"},
		"https://h/v2/e/openai/v1/a%20b/%25":     {"https://h/v2", "e", "openai/v1/a b/%"},
		"https://h:8443/prefix/v2/%C3%A4/health": {"https://h:8443/prefix/v2", "ä", "health"},
	} {
		got, err := p.Call("endpoint_url", arguments...)
		if err != nil {
			t.Errorf("%q: %s", arguments, err.Text)
			continue
		}
		var made string
		if err := got.As(&made); err != nil {
			t.Fatal(err)
		}
		if _, err := url.Parse(made); err != nil || made != want {
			t.Errorf("%q: %s, want %s (%v)", arguments, made, want, err)
		}
	}
	calls := []wrong{
		{[]string{"https://u:hunter2@h/v2", "e", "run"}, 0, "queue_url has a user name or password in it, because it has " +
			"an @."},
		{[]string{"https://h/v2?k=v", "e", "run"}, 0, "queue_url has a query or a fragment"},
		{[]string{"https://h/v1", "e", "run"}, 0,
			`queue_url is "https://h/v1". Its path must end in /v2`},
		{[]string{"https://h/v2", "", "run"}, 1,
			"endpoint_id must be the ID of an endpoint, such as `podfleet_endpoint.it.id`; got \"\""},
		{[]string{"https://h/v2", "..", "run"}, 1, `got ".."`},
		{[]string{"https://h/v2", acctest.UnknownArgument, "openai"}, 2, `got "openai"`},
		{[]string{"https://h/v1", acctest.UnknownArgument, "run"}, 0, `queue_url is "https://h/v1"`},
		{[]string{acctest.UnknownArgument, "..", "run"}, 1, `got ".."`},
		{[]string{acctest.UnknownArgument, acctest.UnknownArgument, "status/.."}, 2, `got "status/.."`},
	}
	for _, base := range []string{"", "h/v2", "ftp://h/v2", "https:///v2", "https://h/%zz/v2"} {
		calls = append(calls, wrong{[]string{base, "e", "run"}, 0, "queue_url is not a URL that has a host and begins " +
			"with http or https.\n\nNext: set it to a URL such as https://host/v2"})
	}
	for _, operation := range []string{
		"", "/", "run/", "run/x", "/run", "Run", "health/x", "jobs", "status", "status/", "status//j", "status/j/",
		"status/j/k", "status/..", "cancel",
		"retry/.", "openai", "openai/", "openai/../run", "openai//v1",
	} {
		calls = append(calls, wrong{[]string{"https://h/v2", "e", operation}, 2,
			"; or a path below openai, such as openai/v1; got \"" + operation + "\""})
	}
	refused(t, p, "endpoint_url", calls)
	for _, arguments := range [][]string{
		{acctest.UnknownArgument, "e", "run"}, {"https://h/v2", acctest.UnknownArgument, "run"},
		{"https://h/v2", "e", acctest.UnknownArgument},
	} {
		if got, err := p.Call("endpoint_url", arguments...); err != nil || got.IsKnown() {
			t.Errorf("%q: %s, %v", arguments, got, err)
		}
	}
	if _, err := p.Call("endpoint_url", "https://u:hunter2@h/v2", "e", "run"); strings.Contains(err.Text, "hunter2") {
		t.Errorf("a password is shown: %s", err.Text)
	}
}

// What is made is where the service answers.
func TestEndpointURL_leadsToTheQueue(t *testing.T) {
	t.Parallel()
	w := acctest.Start(t)
	w.Put("endpoints", "e/1", map[string]any{"templateId": "t"})
	got, callErr := w.Process().Call("endpoint_url", w.QueueURL(), "e/1", "health")
	if callErr != nil {
		t.Fatal(callErr.Text)
	}
	var made string
	if err := got.As(&made); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, made, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+w.APIKey())
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		t.Errorf("%s is answered %d", made, response.StatusCode)
	}
}

func TestFunctions_everythingIsDescribed(t *testing.T) {
	t.Parallel()
	functions := acctest.Start(t).Process().Schemas.Functions
	if len(functions) != 3 {
		t.Errorf("%d functions", len(functions))
	}
	for name, function := range functions {
		if function.Summary == "" || strings.HasSuffix(function.Summary, ".") ||
			!strings.HasSuffix(function.Description, ".") {
			t.Errorf("%s: summary %q, description %q", name, function.Summary, function.Description)
		}
		for _, parameter := range function.Parameters {
			// An unknown argument must not keep the others from being checked.
			if !strings.HasSuffix(parameter.Description, ".") || parameter.AllowNullValue ||
				parameter.AllowUnknownValues != (len(function.Parameters) > 1) {
				t.Errorf("%s: %+v", name, parameter)
			}
		}
	}
}
