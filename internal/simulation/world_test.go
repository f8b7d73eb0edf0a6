package simulation_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/client"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulatortest"
)

// requestTimeout is the time that a client waits for an answer.
const requestTimeout = time.Minute

// world is one account of the service in a bubble, and what is known of everything that was created in it.
type world struct {
	draws
	t       *testing.T
	service *emulatortest.Service
	ledger  *ledger
	shared  string // the folder that the processes share
	version int    // of the management interface that its processes use
}

func newWorld(t *testing.T, seed uint64, options emulator.Options) *world {
	t.Helper()
	w := &world{t: t, draws: draws(seed), shared: filepath.Join(t.TempDir(), "peers"), version: versionOf(t, seed)}
	options.Seed, options.Version2 = seed, newVersion2(seed)
	w.ledger = newLedger(func(kind string) []map[string]any { return w.service.Objects(kind) })
	options.Observe = w.ledger.handled
	w.service = emulatortest.StartInBubble(t, options)
	if w.version == 2 {
		w.service.UseVersion(2)
	}
	if options.Version2.August {
		w.service.AllowBadRequests() // Its document lacks members that some creates have: it rejects these.
	}
	return w
}

// objects are the objects that exist, by id.
func (w *world) objects() map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, kind := range kindsOfObjects {
		for _, object := range w.service.Objects(kind) {
			id, _ := object["id"].(string)
			all[id] = object
		}
	}
	return all
}

// history has the requests that the service received, and their effects.
func (w *world) history() string {
	var text strings.Builder
	for _, r := range w.service.Server.Requests() {
		fmt.Fprintln(&text, r.Time.Format("04:05.000000000"), r.Method, r.Path, r.Status, string(r.Body))
	}
	for _, r := range w.ledger.all() {
		fmt.Fprintln(&text, r)
	}
	return text.String()
}

// tune has a client's requests go through a network, its pauses repeat, and its process be one of its own.
func (w *world) tune(n *network) func(*client.Config) {
	accounts, peers := client.NewAccounts(), peerfiles.New(func() string { return w.shared })
	return func(config *client.Config) {
		inner := config.WrapTransport
		config.WrapTransport = func(transport http.RoundTripper) http.RoundTripper { return n.wrap(inner(transport)) }
		config.Accounts, config.RequestTimeout, config.Peers = accounts, requestTimeout, peers
	}
}

// actor is another client of the account, such as another team's pipeline: it has a perfect network.
type actor struct {
	w         *world
	transport *http.Transport
}

// foreign is the actor's process in the ledger, and fixtures that of what is there before anything begins.
const foreign, fixtures = "foreign", "fixtures"

func newActor(w *world) *actor {
	w.t.Helper()
	a := &actor{w: w, transport: &http.Transport{}}
	w.service.Connect(a.transport)
	return a
}

// do sends a request in the name of a process, and returns the answer's body; nil if there was none. Its path says over
// which version.
func (a *actor) do(process, method, path string, body []byte) (answer []byte) {
	host := strings.TrimSuffix(a.w.service.RESTURL(), "/v1")
	r, err := http.NewRequestWithContext(a.w.t.Context(), method, host+path, bytes.NewReader(body))
	if err != nil {
		a.w.t.Error(err)
		return nil
	}
	r.Header.Set("Authorization", "Bearer "+a.w.service.APIKey())
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set(processHeader, process)
	response, err := a.transport.RoundTrip(r)
	if err != nil {
		return nil // A fault: they are not for this process alone.
	}
	defer response.Body.Close()
	answer, err = io.ReadAll(response.Body)
	if err != nil {
		return nil
	}
	return answer
}
