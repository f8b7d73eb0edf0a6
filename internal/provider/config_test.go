package provider

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
)

func env(values map[string]string) environment {
	return environment{
		get: func(name string) string { return values[name] },
		readFile: func(name string) ([]byte, error) {
			if content, ok := values["file:"+name]; ok {
				return []byte(content), nil
			}
			return nil, &fs.PathError{Op: "open", Path: name, Err: os.ErrNotExist}
		},
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	text := types.StringValue
	url := text("https://api.example.com/v1")
	full := block{"api_key": text("k"), "rest_url": url}
	for name, test := range map[string]struct {
		block   block
		env     map[string]string
		key     string
		rest    string
		retries int
	}{
		"block": {full, nil, "k", "https://api.example.com/v1", 4},
		"environment": {block{}, map[string]string{"PODFLEET_API_KEY": "e",
			"PODFLEET_REST_URL": "https://e/v1/", "PODFLEET_MAX_RETRIES": "0"}, "e", "https://e/v1", 0},
		"block beats environment": {full, map[string]string{"PODFLEET_API_KEY": "e",
			"PODFLEET_REST_URL": "https://e/v1"}, "k", "https://api.example.com/v1", 4},
		"file": {block{"rest_url": url},
			map[string]string{"PODFLEET_API_KEY_FILE": "f", "file:f": " secret\n"}, "secret",
			"https://api.example.com/v1", 4},
		"key beats file": {block{"rest_url": url},
			map[string]string{"PODFLEET_API_KEY": "e", "PODFLEET_API_KEY_FILE": "gone"}, "e",
			"https://api.example.com/v1", 4},
		"several trailing slashes": {
			block{"api_key": text("k\n"), "rest_url": text(" https://api.example.com/base/v1// ")}, nil, "k",
			"https://api.example.com/base/v1", 4,
		},
		"version 2": {block{"api_key": text("k"), "rest_url": text("https://e/management/v2/"),
			"queue_url": text("https://e/v2"), "update_with_post": types.BoolValue(false)}, nil, "k",
			"https://e/management/v2", 4},
		"http on loopback": {block{"api_key": text("k"), "rest_url": text("http://[::1]:8787/v1")}, nil, "k",
			"http://[::1]:8787/v1", 4},
		"http on this host": {block{"api_key": text("k"), "rest_url": text("http://LocalHost.:8787/v1")}, nil, "k",
			"http://LocalHost.:8787/v1", 4},
		"http allowed": {block{"api_key": text("k"), "rest_url": text("http://proxy/v1"),
			"allow_insecure_http": types.BoolValue(true)}, nil, "k", "http://proxy/v1", 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config, _, diags := test.block.settings(env(test.env))
			if diags.HasError() {
				t.Fatal(diags)
			}
			if config.RequestTimeout != time.Minute {
				t.Errorf("the default of request_timeout is %s", config.RequestTimeout)
			}
			if config.APIKey != test.key || config.RESTURL.String() != test.rest || config.MaxRetries != test.retries {
				t.Errorf("%q %s %d", config.APIKey, config.RESTURL, config.MaxRetries)
			}
		})
	}
}

// from returns the settings of a block and of one variable, beside those that every block needs.
func from(t *testing.T, given block, variable, value string) client.Config {
	t.Helper()
	given["api_key"], given["rest_url"] = types.StringValue("k"), types.StringValue("https://e/v1")
	config, _, diags := given.settings(env(map[string]string{variable: value}))
	if diags.HasError() {
		t.Errorf("%s = %q: %v", variable, value, diags)
	}
	return config
}

// The block counts, or, if it says nothing, the environment. An empty list of users allows any user.
func TestSettings_blockOrEnvironment(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		block types.Float64
		env   string
		want  float64
	}{
		{types.Float64Null(), "", 0}, {types.Float64Value(20), "", 20}, {types.Float64Null(), " 0.5 ", 0.5},
		{types.Float64Value(1.0 / 3), " 0.5 ", 1.0 / 3},
	} {
		got := from(t, block{"requests_per_second": test.block}, "PODFLEET_REQUESTS_PER_SECOND", test.env).RequestsPerSecond
		if got != test.want {
			t.Errorf("requests_per_second %+v: %v", test, got)
		}
	}
	for _, test := range []struct {
		block    types.Bool
		env      string
		separate bool
	}{
		{types.BoolNull(), "", false}, {types.BoolValue(false), "", true}, {types.BoolValue(false), "true", true},
		{types.BoolValue(true), "false", false}, {types.BoolNull(), "false", true}, {types.BoolNull(), "1", false},
	} {
		got := from(t, block{"read_coalescing": test.block}, "PODFLEET_READ_COALESCING", test.env).SeparateReads
		if got != test.separate {
			t.Errorf("read_coalescing %+v: %t", test, got)
		}
	}
	for _, test := range []struct {
		block types.String
		env   string
		want  bool
	}{
		{types.StringNull(), "", false}, {types.StringValue("ignore"), "error", false}, {types.StringNull(), " error ", true},
	} {
		got := from(t, block{"existing_objects": test.block}, "PODFLEET_EXISTING_OBJECTS", test.env).RefuseExisting
		if got != test.want {
			t.Errorf("existing_objects %+v: %t", test, got)
		}
	}
	users := func(ids ...attr.Value) types.Set { return types.SetValueMust(types.StringType, ids) }
	for _, test := range []struct {
		block types.Set
		env   string
		want  []string
	}{
		{types.SetNull(types.StringType), "", nil}, {types.SetNull(types.StringType), " b, a ,", []string{"a", "b"}},
		{users(types.StringValue("d"), types.StringValue("c")), "a", []string{"c", "d"}}, {users(), "a", nil},
	} {
		if got := from(t, block{"account_id": test.block}, "PODFLEET_ACCOUNT_ID", test.env).AccountIDs; !slices.Equal(got,
			test.want) {
			t.Errorf("account_id %+v: %v", test, got)
		}
	}
	if unknown := (block{"account_id": users(types.StringValue("a"), types.StringUnknown())}).unknown(); unknown == "" {
		t.Error("a user that is not known yet is taken for known")
	}
}

func TestSettings_importEnv(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		block types.Bool
		env   string
		want  bool
	}{
		{types.BoolNull(), "", true}, {types.BoolNull(), "false", false}, {types.BoolValue(false), "", false},
		{types.BoolValue(true), "false", true},
	} {
		variables := env(map[string]string{"PODFLEET_IMPORT_ENV": test.env})
		if _, got, _ := (block{"import_env": test.block}).settings(variables); got != test.want {
			t.Errorf("%+v: %t", test, got)
		}
	}
}

func TestSettings_everyMistakeHasItsOwnDiagnostic(t *testing.T) {
	t.Parallel()
	text := types.StringValue
	good := map[string]string{"PODFLEET_API_KEY": "k", "PODFLEET_REST_URL": "https://e/v1"}
	with := func(changes ...string) map[string]string {
		all := map[string]string{}
		for name, value := range good {
			all[name] = value
		}
		for i := 0; i < len(changes); i += 2 {
			all[changes[i]] = changes[i+1]
		}
		return all
	}
	seen := map[string]string{}
	for name, test := range map[string]struct {
		block         block
		env           map[string]string
		summary, says string
	}{
		"no key":    {block{}, with("PODFLEET_API_KEY", ""), "Missing api_key", "PODFLEET_API_KEY_FILE"},
		"empty key": {block{"api_key": text("")}, good, "Empty api_key", "leave it out"},
		"key file": {block{}, with("PODFLEET_API_KEY", "", "PODFLEET_API_KEY_FILE", "hunter2"),
			"Unreadable api_key", "which the provider may read"},
		"empty key file": {block{}, with("PODFLEET_API_KEY", "", "PODFLEET_API_KEY_FILE", "f", "file:f", "\n"),
			"Empty api_key", "the file f, which is empty"},
		"key of two":         {block{"api_key": text("a b")}, good, "Malformed api_key", "from api_key"},
		"key with break":     {block{}, with("PODFLEET_API_KEY", "a\nb"), "Malformed api_key", "from PODFLEET_API_KEY"},
		"unknown key":        {block{"api_key": types.StringUnknown()}, good, "Unknown api_key", "-target"},
		"unknown url":        {block{"rest_url": types.StringUnknown()}, good, "Unknown rest_url", "PODFLEET_REST_URL"},
		"unknown import_env": {block{"import_env": types.BoolUnknown()}, good, "Unknown import_env", "PODFLEET_IMPORT_ENV"},
		"unknown retries": {block{"max_retries": types.Int64Unknown()}, good, "Unknown max_retries",
			"PODFLEET_MAX_RETRIES"},
		"no url":        {block{}, with("PODFLEET_REST_URL", ""), "Missing rest_url", "/v1"},
		"empty url":     {block{"rest_url": text(" ")}, good, "Empty rest_url", "/v1"},
		"no scheme":     {block{"rest_url": text("api.example.com/v1")}, good, "Malformed rest_url", "https://host/v2"},
		"other scheme":  {block{"rest_url": text("ftp://e/v1")}, good, "Malformed rest_url", "http or https"},
		"no host":       {block{"rest_url": text("https:///v1")}, good, "Malformed rest_url", "a host"},
		"broken":        {block{"rest_url": text("https://e/%zz/v1")}, good, "Malformed rest_url", "not a URL"},
		"query":         {block{"rest_url": text("https://e/v1?key=k")}, good, "Malformed rest_url", "query"},
		"credentials":   {block{"rest_url": text("https://u:hunter2@e/v1")}, good, "Credentials in rest_url", "api_key"},
		"other version": {block{"rest_url": text("https://e/v3")}, good, "Wrong version in rest_url", "/v1 or /v2"},
		"queue URL": {block{"rest_url": text("https://e/v2/"), "queue_url": text("https://e/v2")}, good,
			"rest_url is the queue_url", "two interfaces"},
		"queue URL of the environment": {block{"queue_url": text("https://e/v2")}, with("PODFLEET_REST_URL", "https://e/v2"),
			"rest_url is the queue_url", "PODFLEET_REST_URL and queue_url are both"},
		"POST over version 2": {block{"rest_url": text("https://e/v2"), "update_with_post": types.BoolValue(true)}, good,
			"Not possible over version 2", "PATCH only"},
		"account over version 2": {block{"rest_url": text("https://e/v2")}, with("PODFLEET_ACCOUNT_ID", "u"),
			"account_id is not checked over version 2", "remove account_id"},
		"no version": {block{}, with("PODFLEET_REST_URL", "https://e"), "Wrong version in rest_url",
			`PODFLEET_REST_URL is "https://e"`},
		"queue version": {block{"queue_url": text("https://e/v1")}, good, "Wrong version in queue_url", "/v2"},
		"plain http":    {block{"rest_url": text("http://e/v1")}, good, "Insecure rest_url", "allow_insecure_http"},
		"http, no lookup": {block{"rest_url": text("http://localhost.example.com/v1")}, good, "Insecure rest_url",
			"unencrypted"},
		"retries":      {block{}, with("PODFLEET_MAX_RETRIES", "many"), "Malformed max_retries", "0 to 20"},
		"many retries": {block{"max_retries": types.Int64Value(21)}, good, "Malformed max_retries", "0 to 20"},
		"timeout":      {block{"request_timeout": text("30")}, good, "Malformed request_timeout", "30s"},
		"no timeout":   {block{"request_timeout": text("0s")}, good, "Malformed request_timeout", "above zero"},
		"rate":         {block{}, with("PODFLEET_REQUESTS_PER_SECOND", "many"), "Malformed requests_per_second", "0.5"},
		"no rate":      {block{"requests_per_second": types.Float64Value(0)}, good, "Malformed requests_per_second", `is "0`},
		"below zero": {block{"requests_per_second": types.Float64Value(-1)}, good, "Malformed requests_per_second",
			`is "-1`},
		"no number": {block{}, with("PODFLEET_REQUESTS_PER_SECOND", "NaN"), "Malformed requests_per_second",
			"PODFLEET_REQUESTS_PER_SECOND is"},
		"infinite": {block{}, with("PODFLEET_REQUESTS_PER_SECOND", "Inf"), "Malformed requests_per_second",
			"at least 0.1"},
		"too slow": {block{"requests_per_second": types.Float64Value(1e-10)}, good, "Malformed requests_per_second",
			"at least 0.1"},
		"unknown rate": {block{"requests_per_second": types.Float64Unknown()}, good, "Unknown requests_per_second",
			"PODFLEET_REQUESTS_PER_SECOND"},
		"unknown account": {block{"account_id": types.SetUnknown(types.StringType)}, good, "Unknown account_id",
			"PODFLEET_ACCOUNT_ID"},
		"existing": {block{}, with("PODFLEET_EXISTING_OBJECTS", "adopt"), "Malformed existing_objects",
			`"ignore" or "error"`},
		"import": {block{}, with("PODFLEET_IMPORT_ENV", "nein"), "Malformed import_env", "true or false"},
		"boolean": {block{}, with("PODFLEET_UPDATE_WITH_POST", "ja"), "Malformed update_with_post",
			"true or false"},
	} {
		_, _, diags := test.block.settings(env(test.env))
		if len(diags) != 1 {
			t.Errorf("%s: %d diagnostics: %v", name, len(diags), diags)
			continue
		}
		summary, detail := diags[0].Summary(), diags[0].Detail()
		if summary != test.summary || !strings.Contains(detail, test.says) {
			t.Errorf("%s: %s: %s", name, summary, detail)
		}
		if strings.Contains(detail, "hunter2") {
			t.Errorf("%s: the password is in the diagnostic: %s", name, detail)
		}
		// A malformed URL is quoted nowhere, in case a password is what is malformed in it: these may read alike.
		if other, twice := seen[detail]; twice && summary != "Malformed rest_url" && summary != "Empty rest_url" &&
			summary != "Missing rest_url" {
			t.Errorf("%s and %s read the same: %s", name, other, detail)
		}
		seen[detail] = name
	}
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	got := userAgent("1.2.3", "1.11.4", " pipeline/7\r\nX-Evil: 1 ")
	if !strings.HasPrefix(got,
		"terraform-provider-podfleet/1.2.3 (") ||
		!strings.HasSuffix(got, ") terraform/1.11.4 pipeline/7X-Evil: 1") {
		t.Errorf("%q", got)
	}
}
