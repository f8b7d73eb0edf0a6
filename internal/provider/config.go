package provider

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	attrpath "github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/framework"
)

const (
	defaultRetries        = 4
	maxRetries            = 20
	defaultRequestTimeout = "60s"
	// minRate is the lowest requests_per_second: below that, reads of a few objects exceed their own time.
	minRate = 0.1
)

// block is the provider block: its arguments by name.
type block map[string]attr.Value

// environment holds the sources of the arguments that the block does not give.
type environment struct {
	get      func(name string) string
	readFile func(name string) ([]byte, error)
}

// processEnvironment returns the environment of this process.
func processEnvironment() environment { return environment{get: os.Getenv, readFile: os.ReadFile} }

// setting is one argument: its value as text, and the source of the value.
type setting struct {
	attribute string
	value     string
	source    string // "rest_url", or the environment variable
}

// reader finds settings and collects what is wrong with them.
type reader struct {
	block block
	env   environment
	diags diag.Diagnostics
}

// unknown returns an argument whose value, or an element of it, is not known yet; empty if all are.
func (b block) unknown() string {
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if !framework.IsKnown(b[name]) {
			return name
		}
	}
	return ""
}

// settings makes the client's configuration of the block and the environment, and reads import_env.
func (b block) settings(env environment) (config client.Config, importsEnv bool, diags diag.Diagnostics) {
	r := reader{block: b, env: env}
	if name := b.unknown(); name != "" {
		r.fail(setting{attribute: name}, "Unknown "+name, fmt.Sprintf(
			"The value of %s is known only after apply, but the provider needs it to plan.\n\n"+
				"Next: use a known value, set %s in the environment, or first apply the objects it depends on, with -target.",
			name, variable(name)))
		return config, false, r.diags
	}
	config.APIKey = r.apiKey()
	config.MaxRetries = parsed(&r, r.find("max_retries", strconv.Itoa(defaultRetries)), strconv.Atoi,
		func(n int) bool { return n >= 0 && n <= maxRetries }, fmt.Sprintf("a whole number from 0 to %d", maxRetries))
	config.RequestTimeout = parsed(&r, r.find("request_timeout", defaultRequestTimeout), time.ParseDuration,
		func(d time.Duration) bool { return d > 0 }, "a duration above zero, such as 30s or 2m")
	config.UpdateWithPost = r.boolean("update_with_post", "false")
	config.SeparateReads = !r.boolean("read_coalescing", "true")
	config.AccountIDs = r.accountIDs()
	if rate := r.find("requests_per_second", ""); rate.value != "" {
		float := func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }
		config.RequestsPerSecond = parsed(&r, rate, float, func(n float64) bool { return n >= minRate && !math.IsInf(n, 0) },
			fmt.Sprintf("a number of at least %v, such as 10 or 0.5, or leave it out", minRate))
	}
	config.RefuseExisting = existingError == parsed(&r, r.find("existing_objects", existingIgnore),
		func(text string) (string, error) { return text, nil },
		func(text string) bool { return text == existingIgnore || text == existingError },
		fmt.Sprintf("%q or %q", existingIgnore, existingError))
	insecure := r.boolean("allow_insecure_http", "false")
	rest := r.find("rest_url", "")
	if rest.value == "" {
		summary := "Missing rest_url"
		if r.has("rest_url") {
			summary = "Empty rest_url"
		}
		r.fail(rest, summary, "The provider does not know the URL of the service's management interface.\n\n"+
			"Next: set rest_url in the provider block, or PODFLEET_REST_URL in the environment, to its base URL, which ends "+
			"in the version: /v1 or /v2.")
	} else {
		config.RESTURL = r.baseURL(rest, insecure, "v1", "v2")
	}
	if queue := r.find("queue_url", ""); queue.value != "" {
		config.QueueURL = r.baseURL(queue, insecure, "v2")
	}
	r.checkVersion(rest, &config)
	return config, r.boolean("import_env", "true"), r.diags
}

// checkVersion reports the settings that version 2 of the management interface does not allow, and takes away those
// that have no effect there.
func (r *reader) checkVersion(rest setting, config *client.Config) {
	if config.RESTURL == nil || path.Base(config.RESTURL.Path) != "v2" {
		return
	}
	if config.QueueURL != nil && *config.RESTURL == *config.QueueURL {
		r.fail(rest, "rest_url is the queue_url", fmt.Sprintf("%s and queue_url are both %s. The service has two "+
			"interfaces. Version 2 of the management interface also ends in /v2, but has another host or path.\n\n"+
			"Next: set %[1]s to the base URL of the management interface.", rest.source, config.RESTURL))
	}
	if config.UpdateWithPost {
		r.fail(setting{attribute: "update_with_post"}, "Not possible over version 2", fmt.Sprintf("%s ends in /v2, and "+
			"version 2 of the management interface accepts updates as PATCH only.\n\n"+
			"Next: remove update_with_post and PODFLEET_UPDATE_WITH_POST, and let the proxy in front of the service forward "+
			"PATCH.", rest.source))
	}
	if len(config.AccountIDs) > 0 {
		config.AccountIDs = nil // Or each run would request lists that cannot show a user.
		r.diags.AddAttributeWarning(attrpath.Root("account_id"), "account_id is not checked over version 2", fmt.Sprintf(
			"%s ends in /v2. Version 2 of the management interface does not return the user of an object, so the provider "+
				"cannot compare it with account_id. With the API key of another account, it creates objects there, and removes "+
				"the objects that the service does not find from the state.\n\n"+
				"Next: make sure that the API key belongs to the account of the state. To end this warning, remove account_id "+
				"from the provider block and PODFLEET_ACCOUNT_ID from the environment.", rest.source))
	}
}

// has reports whether the block has an argument.
func (r *reader) has(attribute string) bool {
	value := r.block[attribute]
	return value != nil && !value.IsNull()
}

// find reads an argument in the order of precedence: attribute, environment, default.
func (r *reader) find(attribute, fallback string) setting {
	if r.has(attribute) {
		return setting{attribute, strings.TrimSpace(text(r.block[attribute])), attribute}
	}
	if value := strings.TrimSpace(r.env.get(variable(attribute))); value != "" {
		return setting{attribute, value, variable(attribute)}
	}
	return setting{attribute, fallback, "the default"}
}

// text returns an argument as its environment variable would have it.
func text(value attr.Value) string {
	switch value := value.(type) {
	case types.String:
		return value.ValueString()
	case types.Float64:
		return strconv.FormatFloat(value.ValueFloat64(), 'g', -1, 64)
	default:
		return value.String()
	}
}

func (r *reader) apiKey() string {
	key, isConfigured := r.find("api_key", ""), r.has("api_key")
	if file := r.env.get("PODFLEET_API_KEY_FILE"); key.value == "" && !isConfigured && file != "" {
		key.source = "PODFLEET_API_KEY_FILE"
		content, err := r.env.readFile(file)
		if err != nil {
			if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
				err = failed.Err // Its path can be the key, set by mistake in place of the file's.
			}
			r.fail(key, "Unreadable api_key", fmt.Sprintf("The provider cannot read the file that PODFLEET_API_KEY_FILE "+
				"names: %v.\n\nNext: set it to the path of a file that has the key, which the provider may read. If it is the "+
				"key itself, set PODFLEET_API_KEY instead.", err))
			return ""
		}
		key.value = strings.TrimSpace(string(content))
		if key.value == "" {
			r.fail(key, "Empty api_key", fmt.Sprintf("PODFLEET_API_KEY_FILE names the file %s, which is empty.\n\n"+
				"Next: put the API key, and nothing else, in the file.", file))
			return ""
		}
	}
	switch {
	case key.value == "" && isConfigured:
		r.fail(key, "Empty api_key", "api_key in the provider block is empty.\n\n"+
			"Next: set it to the API key, or leave it out and set PODFLEET_API_KEY in the environment.")
	case key.value == "":
		r.fail(key, "Missing api_key", "The provider has no API key.\n\n"+
			"Next: set PODFLEET_API_KEY or PODFLEET_API_KEY_FILE in the environment, or api_key in the provider block.")
	case strings.ContainsFunc(key.value, func(c rune) bool { return c <= ' ' || c > '~' }):
		r.fail(key, "Malformed api_key", fmt.Sprintf("The API key from %s has a space, a line break or another character "+
			"that no key has.\n\nNext: use the whole key, and nothing else.", key.source))
	}
	return key.value
}

// The values of existing_objects.
const (
	existingIgnore = "ignore"
	existingError  = "error"
)

// accountIDs returns the users of account_id, sorted; the environment variable separates them by commas. Empty: any.
func (r *reader) accountIDs() []string {
	if r.has("account_id") {
		configured, _ := r.block["account_id"].(types.Set)
		return framework.SetStringsOf(configured).Or(nil)
	}
	var ids []string
	for id := range strings.SplitSeq(r.find("account_id", "").value, ",") {
		if id = strings.TrimSpace(id); id != "" {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// parsed returns the value of a setting, or fails. wanted completes "Next: set it to".
func parsed[T any](r *reader, s setting, parse func(string) (T, error), isValid func(T) bool, wanted string) T {
	value, err := parse(s.value)
	if err != nil || !isValid(value) {
		r.fail(s, "Malformed "+s.attribute, fmt.Sprintf("%s is %q.\n\nNext: set it to %s.", s.source, s.value, wanted))
	}
	return value
}

func (r *reader) boolean(attribute, fallback string) bool {
	return parsed(r, r.find(attribute, fallback), strconv.ParseBool, func(bool) bool { return true }, "true or false")
}

// baseURL reads a base URL, and wants the network to be safe for the key.
func (r *reader) baseURL(s setting, insecure bool, versions ...string) *url.URL {
	u, problem := framework.BaseURL(s.value, versions...)
	if problem != nil {
		r.fail(s, problem.Summary+" "+s.attribute, s.source+" "+problem.Detail)
		return nil
	}
	if u.Scheme == "http" && !insecure && !framework.IsLoopback(u.Hostname()) {
		r.fail(s, "Insecure "+s.attribute, fmt.Sprintf("%s is %q. Over plain HTTP, the API key would cross the network "+
			"unencrypted.\n\n"+
			"Next: use https. Only if the network between this machine and %s is yours, set allow_insecure_http = true.",
			s.source, s.value, u.Hostname()))
		return nil
	}
	return u
}

func (r *reader) fail(s setting, summary, detail string) {
	r.diags.AddAttributeError(attrpath.Root(s.attribute), summary, detail)
}

// variable returns the name of an argument's environment variable.
func variable(attribute string) string { return "PODFLEET_" + strings.ToUpper(attribute) }
