package main

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
)

func environment(pairs ...string) []string { return pairs }

// Each flag arrives, and so does its twin in the environment.
func TestParse_everyFlagAndItsTwin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ flag, value, want string }{ // a part of the configuration, printed
		{"listen", "127.0.0.1:0", "listen:127.0.0.1:0"},
		{"api-key", "k", "{APIKeys:[k]"},
		{"read-only-api-key", "r", "ReadOnlyAPIKeys:[r]"},
		{"host", "h", "Hosts:[h]"},
		{"cors-origin", "http://localhost:5173", "CORSOrigins:[http://localhost:5173]"},
		{"control-token", "t", "ControlToken:t "},
		{"mcp-write", "true", "MCPWrite:true"},
		{"allow-outbound", "h", "AllowOutbound:[h]"},
		{"latency", "20ms", "Latency:20ms"},
		{"rest-rate-limit", "7", "RESTRateLimit:7"},
		{"seed", "18446744073709551615", "Seed:18446744073709551615"},
		{"pod-start-delay", "5s", "PodStartDelay:5s"},
		{"workers-quota", "7", "WorkersQuota:7"},
		{"flashboot-suffix", "true", "FlashbootSuffix:true"},
		{"allow-volume-shrink", "true", "AllowVolumeShrink:true"},
		{"answers-as", "lean-pods", "AnswersAs:[lean-pods]"},
		{"platform-name", "Xyz", "PlatformName:Xyz"},
		{"cold-start", "2s", "ColdStart:2s"},
		{"no-status-sync", "true", "NoStatusSync:true"},
		{"list-lag", "1s", "ListLag:1s"},
		{"submission-lag", "1s", "SubmissionLag:1s"},
		{"unpause-lag", "1s", "UnpauseLag:1s"},
		{"rollout-lag", "5s", "RolloutLag:5s"},
		{"open-ports", "true", "OpenPorts:true"},
		{"journal-bytes", "1000", "JournalBytes:1000"},
		{"rest-version", "v2", "restVersion:v2"},
		{"v2-august", "true", "August:true"},
		{"v2-page-size", "7", "PageSize:7"},
		{"v2-rate-limits", "1,2,3", "Quotas:{Minute:1 Hour:2 Day:3}"},
		{"v2-rate-limits", "measured", "Quotas:{Minute:180 Hour:7200 Day:86400}"},
		{"v2-rate-limits", "published", "Quotas:{Minute:60 Hour:3000 Day:50000}"},
		{"stock", "NVIDIA L4@EU-RO-1=2", "Stock:[{ID:NVIDIA L4 DataCenter:EU-RO-1 Units:2}]"},
		{"script", "testdata/script.json", "Scripts:[{Image:app "},
		{"state-file", "state.json", "StateFile:state.json "},
		{"seed-file", "testdata/seed.json", "Objects:map[templates:[map[id:base "},
		{"log-level", "debug", "logLevel:DEBUG"},
		{"log-format", "json", "logFormat:json"},
	} {
		twin := "PODFLEET_EMULATOR_" + strings.ToUpper(strings.ReplaceAll(c.flag, "-", "_"))
		byFlag, err := parse([]string{"--" + c.flag + "=" + c.value}, environment(), nil)
		if text := printed(byFlag); err != nil || !strings.Contains(text, c.want) {
			t.Errorf("--%s: %s, %v", c.flag, text, err)
		}
		byTwin, err := parse(nil, environment(twin+"="+c.value), nil)
		if text := printed(byTwin); err != nil || !strings.Contains(text, c.want) {
			t.Errorf("%s: %s, %v", twin, text, err)
		}
	}
}

func printed(c config) string {
	return fmt.Sprintf("listen:%s logLevel:%v logFormat:%s restVersion:%s %+v", c.listen, c.logLevel, c.logFormat,
		c.restVersion, c.options)
}

func TestParse_defaults(t *testing.T) {
	t.Parallel()
	c, err := parse(nil, environment("PODFLEET_EMULATOR_LISTEN="), nil)
	if err != nil || c.listen != "127.0.0.1:8787" || c.logLevel != slog.LevelInfo || len(c.options.APIKeys) != 0 ||
		c.options.PodStartDelay != 2*time.Second || c.options.WorkersQuota != 100 ||
		c.options.ColdStart != 500*time.Millisecond {
		t.Errorf("%+v, %v", c, err)
	}
}

// Each dialect is chosen by its name, several together, and the help says what it does.
func TestParse_dialects(t *testing.T) {
	t.Parallel()
	var names []string
	var help strings.Builder
	if _, err := parse([]string{"exec", "--help"}, environment(), &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	for _, want := range []string{"--listen address", "(default 127.0.0.1:8787)", "PODFLEET_EMULATOR_READ_ONLY_API_KEY"} {
		if !strings.Contains(help.String(), want) {
			t.Errorf("the help does not say %q:\n%s", want, help.String())
		}
	}
	new(config).define(func(title string) *flag.FlagSet {
		if !strings.Contains(help.String(), "\n"+title+":\n\n  --") {
			t.Errorf("the help has no group %s:\n%s", title, help.String())
		}
		return flag.NewFlagSet("", flag.ContinueOnError)
	})
	for _, d := range emulator.Dialects() {
		names = append(names, d.Name)
		if !strings.Contains(help.String(), d.Name) || !strings.Contains(help.String(), d.Summary) {
			t.Errorf("the help does not say what %s is:\n%s", d.Name, help.String())
		}
	}
	c, err := parse(nil, environment("PODFLEET_EMULATOR_ANSWERS_AS="+strings.Join(names, ", ")), nil)
	if err != nil || !slices.Equal(c.options.AnswersAs, names) {
		t.Errorf("%q, %v", c.options.AnswersAs, err)
	}
}

func TestParse_repeated(t *testing.T) {
	t.Parallel()
	env := environment("PODFLEET_EMULATOR_API_KEY=c, d", "PODFLEET_EMULATOR_READ_ONLY_API_KEY=r,s")
	c, err := parse([]string{"--api-key", "a", "--api-key", "b,b"}, env, nil)
	if err != nil || fmt.Sprintf("%q %q", c.options.APIKeys, c.options.ReadOnlyAPIKeys) != `["a" "b,b"] ["r" "s"]` {
		t.Errorf("%q, %v", c.options.APIKeys, err)
	}
	if c, err := parse(nil, env, nil); err != nil || fmt.Sprintf("%q", c.options.APIKeys) != `["c" "d"]` {
		t.Errorf("%q, %v", c.options.APIKeys, err)
	}
	c, err = parse(nil, environment("PODFLEET_EMULATOR_STOCK=NVIDIA L4=2, cpu3c@EU-RO-1=0"), nil)
	if err != nil || fmt.Sprint(c.options.Stock) != "[{NVIDIA L4  2} {cpu3c EU-RO-1 0}]" {
		t.Errorf("%v, %v", c.options.Stock, err)
	}
}

// The flag wins, over a broken variable too.
func TestParse_precedence(t *testing.T) {
	t.Parallel()
	c, err := parse([]string{"--seed", "1"}, environment("PODFLEET_EMULATOR_SEED=x"), nil)
	if err != nil || c.options.Seed != 1 {
		t.Errorf("%d, %v", c.options.Seed, err)
	}
}

func TestParse_mistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		env  string
		want string
	}{
		{[]string{"--sede", "1"}, "", "flag provided but not defined: -sede"},
		{[]string{"--seed", "-1"}, "", `invalid value "-1" for flag -seed`},
		{[]string{"--cold-start", "5"}, "", `invalid value "5" for flag -cold-start`},
		{[]string{"--cold-start", "-5s"}, "", "--cold-start -5s is negative"},
		{nil, "PODFLEET_EMULATOR_LATENCY=-1s", "--latency -1s is negative"},
		{[]string{"--platform-name", "xyz"}, "", `the platform name "xyz" is not one capitalised word`},
		{[]string{"--api-key", ""}, "", "an API key is empty"},
		{[]string{"--answers-as", "sparse", "--answers-as", "lean"}, "",
			`there are no answers as "lean", but as sparse, lean-pods`},
		{[]string{"--host", ""}, "", "a host is empty"},
		{[]string{"--public-url", "https://h/x", "--control-token", "t"}, "",
			`the public URL "https://h/x" is not a scheme and a host`},
		{[]string{"--public-url", "https://h:443", "--control-token", "t"}, "",
			`the public URL "https://h:443" is not a scheme and a host as browsers send them`},
		{[]string{"--public-url", "https://h"}, "", "a public URL needs a control token"},
		{[]string{"--allow-outbound", "http://h"}, "", `the hosts ["http://h"] have more than a name or an address`},
		{[]string{"--log-level", "loud"}, "", "log-level"},
		{[]string{"--rest-version", "v3"}, "", `"v3" is neither v1 nor v2`},
		{[]string{"--v2-page-size", "-1"}, "", "--v2-page-size -1 is negative"},
		{[]string{"--v2-rate-limits", "1,2"}, "", "not three numbers"},
		{[]string{"--v2-rate-limits", "1,0,2"}, "", `"0" is not a number above 0`},
		{[]string{"--stock", "NVIDIA L4"}, "", "not TYPE=UNITS"},
		{[]string{"--script", "none.json"}, "", "none.json: no such file"},
		{[]string{"--script", "flags.go"}, "", "must be JSON"},
		{[]string{"--script", "testdata/script.json", "--script", "testdata/script.json"}, "", "given twice"},
		{[]string{"--seed-file", "none.json"}, "", "none.json: no such file"},
		{[]string{"--seed-file", "testdata/script.json"}, "", `"testdata/script.json" for flag -seed-file: `},
		{[]string{"--stock", "X=1"}, "", `GPU type or CPU flavor "X" does not exist`},
		{[]string{"--stock", "cpu3c@X=1"}, "", `dataCenterIds: "X" does not exist`},
		{[]string{"serve"}, "", `unexpected argument "serve"`},
		{[]string{"--log-format", "xml"}, "", `"xml" is neither text nor json`},
		{[]string{"--cors-origin", "*"}, "", `the CORS origin "*" is not a scheme and a host`},
		{[]string{"--cors-origin", "http://*.b"}, "", `the CORS origin "http://*.b" is not a scheme and a host`},
		{[]string{"--cors-origin", "null"}, "", `the CORS origin "null" is not a scheme and a host`},
		{[]string{"--cors-origin", "https://h/"}, "", `the CORS origin "https://h/" is not a scheme and a host`},
		{[]string{"--seed", "1", "exec", "--"}, "", "exec needs a command: podfleet-emulator exec -- COMMAND"},
		{[]string{"exec", "--sede", "1", "--", "true"}, "", "flag provided but not defined: -sede"},
		{[]string{"health", "now"}, "", `unexpected argument "now"`},
		{nil, "PODFLEET_EMULATOR_SEDE=1", "unknown variable PODFLEET_EMULATOR_SEDE; the nearest is PODFLEET_EMULATOR_SEED"},
		{nil, "PODFLEET_EMULATOR_CONTROLTOKEN=", "the nearest is PODFLEET_EMULATOR_CONTROL_TOKEN"},
		{nil, "PODFLEET_EMULATOR_PORT=9000", "unknown variable PODFLEET_EMULATOR_PORT"},
		{nil, "PODFLEET_EMULATOR_VERSION=1", "unknown variable PODFLEET_EMULATOR_VERSION"},
		{nil, "PODFLEET_EMULATOR_COLD_START=x", `invalid value "x" for PODFLEET_EMULATOR_COLD_START`},
		{nil, "PODFLEET_EMULATOR_API_KEY=a,,b", "an API key is empty"},
	} {
		_, err := parse(c.args, environment(c.env), nil)
		var usage usageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v %s: %v", c.args, c.env, err)
		}
	}
}

// exec takes flags before and behind its name, and nothing of its command's arguments. It has defaults of its own. A
// variable that is not for a flag changes nothing.
func TestParse_exec(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		env  string
		want string
	}{
		{[]string{"exec", "--", "a", "--seed", "2"}, "", "[a --seed 2] 127.0.0.1:0 WARN"},
		{[]string{"exec", "a", "-b"}, "", "[a -b] 127.0.0.1:0 WARN"},
		{[]string{"--listen", "127.0.0.1:1", "exec", "--log-level", "info", "--", "a"}, "", "[a] 127.0.0.1:1 INFO"},
		{[]string{"exec", "--", "a"}, "PODFLEET_EMULATOR_LISTEN=127.0.0.1:2", "[a] 127.0.0.1:2 WARN"},
		{[]string{"health"}, "", "[] 127.0.0.1:8787 INFO"},
		// Kubernetes sets variables of its own for services with names such as podfleet-emulator.
		{nil, "PODFLEET_EMULATOR_V2_SERVICE_HOST=10.0.0.1", "[] 127.0.0.1:8787 INFO"},
		{nil, "PODFLEET_EMULATOR_V2_PORT=tcp://10.0.0.1:8787", "[] 127.0.0.1:8787 INFO"},
		{nil, "PODFLEET_EMULATOR_SERVICE_HOST=10.0.0.1", "[] 127.0.0.1:8787 INFO"},
		{nil, "PODFLEET_EMULATOR_SERVICE_PORT_HTTP=8787", "[] 127.0.0.1:8787 INFO"},
		{nil, "PODFLEET_EMULATOR_PORT=tcp://10.0.0.1:8787", "[] 127.0.0.1:8787 INFO"},
		{nil, "PODFLEET_EMULATOR_PORT_8787_TCP_ADDR=10.0.0.1", "[] 127.0.0.1:8787 INFO"},
	} {
		got, err := parse(c.args, environment(c.env), nil)
		if text := fmt.Sprint(got.command, " ", got.listen, " ", got.logLevel); err != nil || text != c.want {
			t.Errorf("%v %s: %s, %v", c.args, c.env, text, err)
		}
	}
}

// Without a flag, each start and each reset draws a seed of its own: an old state must not find other objects under its
// IDs.
func TestParse_seed(t *testing.T) {
	t.Parallel()
	seed := func(env []string, args ...string) uint64 {
		c, err := parse(args, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		if given := len(args) > 0 || len(env) > 0; c.options.NewSeedOnReset == given {
			t.Errorf("%v: given %t, and drawn at a reset %t", args, given, c.options.NewSeedOnReset)
		}
		return c.options.Seed
	}
	if first, second := seed(environment()), seed(environment()); first == second {
		t.Errorf("two starts have the seed %d", first)
	}
	if got := seed(environment(), "--seed", "0"); got != 0 {
		t.Errorf("--seed 0 is %d", got)
	}
	if got := seed(environment("PODFLEET_EMULATOR_SEED=0")); got != 0 {
		t.Errorf("PODFLEET_EMULATOR_SEED=0 is %d", got)
	}
}
