package client

import (
	"cmp"
	"crypto/sha256"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/transport"
)

// Accounts is the state that the clients of a process share, such as aliases of a provider. Clients with the same API
// key and deployment share rate limits, shared lists' validity, and lost creates; clients of the same deployment share
// which objects this process created. Safe for concurrent use.
type Accounts struct {
	mu           sync.Mutex
	byKey        map[accountKey]*account
	byDeployment map[accountKey]*deployment
}

// account is what all clients with one API key share.
type account struct {
	shared *transport.Shared // rate limits, and the service's clock
	writes writeCounter
	// deployment is shared with accounts of other API keys.
	deployment *deployment

	mu sync.Mutex
	// lost has the lostCreates of each kind by its name, as any for the reason given at Client.
	lost map[string]any
	// submissions are those of the deployment.
	submissions *submissions
	presence    presence
}

// deployment is shared by all clients of one deployment, whatever their API key, because several keys can belong to one
// account: the ids of objects that this process created, so that no other create adopts them. If the keys belong to
// different accounts, the only effect is that a look for a lost create also waits for the other account's creates.
type deployment struct {
	submissions submissions

	mu     sync.Mutex
	claims map[string]*claims // by the name of a kind
}

// claimsOf returns the claims of a kind.
func (d *deployment) claimsOf(kind string) *claims {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.claims == nil {
		d.claims = make(map[string]*claims)
	}
	if d.claims[kind] == nil {
		d.claims[kind] = &claims{}
	}
	return d.claims[kind]
}

// lostCreatesOf returns the lost creates of a kind of all clients of an account.
func lostCreatesOf[T transport.Identified](a *account, kind string) *lostCreates[T] {
	a.mu.Lock()
	defer a.mu.Unlock()
	lost, known := a.lost[kind].(*lostCreates[T])
	if !known {
		lost = &lostCreates[T]{claims: a.deployment.claimsOf(kind)}
		a.lost[kind] = lost
	}
	return lost
}

// NewAccounts returns an empty Accounts.
func NewAccounts() *Accounts {
	return &Accounts{byKey: make(map[accountKey]*account), byDeployment: make(map[accountKey]*deployment)}
}

// of is the account that a client uses.
func (a *Accounts) of(config Config) *account {
	key := accountKeyOf(config.RESTURL, config.APIKey)
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.byKey[key]
	if !ok {
		d := a.deployment(config)
		found = &account{shared: transport.NewShared(config.RetryWait), deployment: d, submissions: &d.submissions,
			lost: make(map[string]any)}
		a.byKey[key] = found
	}
	if config.RequestsPerSecond > 0 {
		found.shared.SlowTo(config.RequestsPerSecond)
	}
	return found
}

// deployment is the one that a client uses. The caller holds mu.
func (a *Accounts) deployment(config Config) *deployment {
	key := accountKeyOf(config.RESTURL, "")
	found, ok := a.byDeployment[key]
	if !ok {
		found = &deployment{}
		a.byDeployment[key] = found
	}
	return found
}

// accountKey is the hash of a deployment's URL and an API key. It is a hash so that Accounts, which lives as long as
// the process, does not keep API keys in memory.
type accountKey [sha256.Size]byte

// accountKeyOf is the same for all spellings of a URL.
func accountKeyOf(restURL *url.URL, apiKey string) accountKey {
	scheme, host := strings.ToLower(restURL.Scheme), strings.ToLower(restURL.Hostname())
	port := cmp.Or(restURL.Port(), map[string]string{"http": "80", "https": "443"}[scheme])
	spelled := strings.Join([]string{
		scheme, strings.TrimSuffix(host, "."), port, path.Clean("/" + restURL.EscapedPath()), apiKey,
	}, "\x00")
	return sha256.Sum256([]byte(spelled))
}
