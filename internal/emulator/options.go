package emulator

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/dialects"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/management"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/outbound"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

// DefaultAPIKey is the key of an emulator that was given none.
const DefaultAPIKey = "emulator-key" //nolint:gosec // A made-up account has no secrets.

// DefaultJournalBytes is the default of Options.JournalBytes: some 80,000 reads.
const DefaultJournalBytes = 32 << 20

// DefaultWorkersQuota is the default of Options.WorkersQuota.
const DefaultWorkersQuota = 100

// Options shape a Server. The zero value is a service without limits, on a clock that moves only when a caller advances
// it.
type Options struct {
	// APIKeys may do everything; none is DefaultAPIKey. All keys belong to one account.
	APIKeys []string
	// ReadOnlyAPIKeys are refused with 401 on everything but GET.
	ReadOnlyAPIKeys []string
	// Hosts are names that clients may call the server by, beside those of loopback. A server that listens beyond
	// loopback answers by its addresses too, and by names without a dot.
	Hosts []string
	// ControlToken is the token that clients of the control interface send in the header X-Emulator-Control-Token. Empty
	// is none: the control interface then answers this machine only, and no client if the server listens beyond loopback.
	ControlToken string
	// MCPWrite lets agents change something over MCP.
	MCPWrite bool
	// Guide is the text that agents can read over MCP.
	Guide string
	// PublicURL is another origin that browsers reach the console by, such as that of a proxy with TLS. It needs
	// ControlToken: the proxy's requests look like those of this machine.
	PublicURL string
	// CORSOrigins are the origins of web pages that may call the service's interfaces, such as http://localhost:5173. None
	// may call the control interface.
	CORSOrigins []string
	// AllowOutbound are names and addresses that webhooks and workers elsewhere may be at beside loopback.
	AllowOutbound []string
	// Latency is added to every answer of the service, in real time.
	Latency time.Duration
	// RESTRateLimit is the number of REST requests a second of the emulator's clock, over all keys; 0 is no limit.
	RESTRateLimit int
	// Seed makes ids and random choices repeat: equal seeds and equal requests give equal answers.
	Seed uint64
	// NewSeedOnReset has each Server.Reset draw another seed, so that new objects get new ids. Without it a reset replays
	// the ids and choices of Seed.
	NewSeedOnReset bool
	// AllowVolumeShrink accepts a smaller size of a network volume silently, as some deployments do.
	AllowVolumeShrink bool
	// PodStartDelay is the time from the start of a pod until its machine is ready, on the emulator's clock. 0 is at
	// once: the answer to the create has the address already.
	PodStartDelay time.Duration
	// WorkersQuota bounds the sum of workersMax over all endpoints; 0 is DefaultWorkersQuota.
	WorkersQuota int
	// FlashbootSuffix appends " -fb" to the name of an endpoint with flashboot, as some deployments do.
	FlashbootSuffix bool
	// AnswersAs are names of Dialects, in which some deployments answer.
	AnswersAs []string
	// PlatformName is a deployment's own spelling of "Platform" in isPlatform and includePlatformTemplates. Both
	// spellings are answered and accepted.
	PlatformName string
	// ColdStart is the time that a new worker takes until it is ready, on the emulator's clock. 0 is at once.
	ColdStart time.Duration
	// NoStatusSync removes the operation GetJobStatusSync, which some deployments do not have.
	NoStatusSync bool
	// SubmissionLag is the time for which reading a new job is answered with 404.
	SubmissionLag time.Duration
	// UnpauseLag is the time for which submissions to an endpoint that was paused are still refused.
	UnpauseLag time.Duration
	// ListLag is the time by which lists lag behind the objects of the account: they show creates, changes and deletes
	// that much later. GETs of an object by its id are current.
	ListLag time.Duration
	// RolloutLag is the time from a change of an endpoint that replaces its workers until its new version exists: the old
	// workers serve until then.
	RolloutLag time.Duration
	// OpenPorts opens the public TCP ports of pods on loopback, while a pod is ready: see Server.AnswerPorts. All pods
	// then have the address 127.0.0.1.
	OpenPorts bool
	// JournalBytes bounds the size of the journal, bodies of requests included; 0 is DefaultJournalBytes. Responses take
	// up to a quarter more. Beyond it, the journal drops its oldest requests: see Server.Requests.
	JournalBytes int64
	// AutoAdvance has a manual clock advance by itself while a request waits for a job: to the next timer, until the
	// answer is due. Without it such requests wait for a test that advances the clock.
	AutoAdvance bool
	// Stock bounds the hardware of pods and workers, over both versions; without a limit there is no end. See also
	// Server.SetStock.
	Stock []StockLimit
	// Version2 has the settings of version 2 of the management interface.
	Version2 Version2Options
	// Workers do the work of images, see Server.HandleImage.
	Workers map[string]WorkerFunc
	// Scripts are what workers do in the place of their images, see Server.SetScripts. A Reset begins them again.
	Scripts []Script
	// Objects are what the account has at the start and after each Reset, by kind, as GET /_emulator/state shows them.
	// Workers among them are left out: their endpoints start their own.
	Objects map[string][]map[string]any
	// StateFile is a file for the account: read at the start if it exists, then in the place of Objects, and written
	// before each answer that shows a change. Empty is none.
	StateFile string
	// Logger gets one line for each request; nil discards.
	Logger *slog.Logger
	// StepPerRequest moves a manual clock on before each service request.
	StepPerRequest time.Duration
	// RealTime lets the clock move by itself.
	RealTime bool
	// Observe is called with every answer of the service before it is sent, which it may change, from several goroutines
	// at once.
	Observe func(*Exchange)

	timeouts *wire.Timeouts // nil is wire.DefaultTimeouts
}

// Dialect is a way of answering that some deployments have and the published description does not.
type Dialect = wire.Dialect

// Dialects returns every dialect that Options.AnswersAs can name, in the order in which the server applies them.
func Dialects() []Dialect { return dialects.All() }

// Version2Options are how deployments of version 2 of the management interface differ. The zero value is the newest
// one, without limits.
type Version2Options = management.Options

// Quotas are the requests of a minute, an hour and a day to version 2, over all keys.
type Quotas = management.Quotas

// MeasuredQuotas returns the quotas that were measured at the service, and PublishedQuotas those of its published
// example (contract-v2 1.4).
func MeasuredQuotas() Quotas { return Quotas{Minute: 180, Hour: 7200, Day: 86400} }

// PublishedQuotas returns the quotas of the published example.
func PublishedQuotas() Quotas { return Quotas{Minute: 60, Hour: 3000, Day: 50000} }

// platformNames can follow "is" and stand between "include" and "Templates".
var platformNames = regexp.MustCompile(`^[A-Z][A-Za-z0-9]*$`)

// Validate returns an error for options that are out of range or contradict each other.
func (o Options) Validate() error {
	_, wrongScript := scriptsOf(o.Scripts)
	_, wrongName := dialects.Named(o.AnswersAs)
	return cmp.Or(o.checkKeysAndHosts(), o.checkNumbers(), o.checkPlatformName(), checkEach(o.Stock),
		o.Version2.Validate(), wrongScript, wrongName)
}

// checkEach returns the error of the first rule that is wrong.
func checkEach[T interface{ Check() error }](rules []T) error {
	for _, rule := range rules {
		if err := rule.Check(); err != nil {
			return err
		}
	}
	return nil
}

func (o Options) checkKeysAndHosts() error {
	switch {
	case slices.Contains(o.APIKeys, "") || slices.Contains(o.ReadOnlyAPIKeys, ""):
		return errors.New("an API key is empty")
	case slices.Contains(o.Hosts, "") || slices.Contains(o.AllowOutbound, ""):
		return errors.New("a host is empty")
	case o.PublicURL != "" && !isOrigin(o.PublicURL):
		return fmt.Errorf("the public URL %q is not a scheme and a host as browsers send them, such as "+
			"https://emulator.example.com", o.PublicURL)
	case o.PublicURL != "" && o.ControlToken == "":
		return errors.New("a public URL needs a control token")
	}
	for _, origin := range o.CORSOrigins {
		if !isOrigin(origin) {
			return fmt.Errorf("the CORS origin %q is not a scheme and a host, such as http://localhost:5173", origin)
		}
	}
	return outbound.Policy{Hosts: o.AllowOutbound}.Validate()
}

// isOrigin reports whether a URL has a scheme and a host, and nothing else. Browsers leave out the usual port.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" || strings.Contains(u.Host, "*") || text != u.Scheme+"://"+u.Host {
		return false
	}
	usual, ok := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	return ok && u.Port() != usual && !strings.HasSuffix(u.Host, ":")
}

// checkNumbers returns an error for the first number or duration below zero.
func (o Options) checkNumbers() error {
	for field, value := range reflect.ValueOf(o).Fields() {
		if value.CanInt() && value.Int() < 0 {
			return fmt.Errorf("%s %v is negative", field.Name, value)
		}
	}
	return nil
}

func (o Options) checkPlatformName() error {
	switch {
	case o.PlatformName != "" && !platformNames.MatchString(o.PlatformName):
		return fmt.Errorf("the platform name %q is not one capitalised word", o.PlatformName)
	case o.PlatformName == "Public" || o.PlatformName == "Serverless":
		return fmt.Errorf("the platform name %q is taken by the member is%[1]s", o.PlatformName)
	}
	return nil
}
