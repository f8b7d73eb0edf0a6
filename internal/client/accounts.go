package client

import (
	"cmp"
	"crypto/sha256"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/podfleet/terraform-provider-podfleet/internal/client/creates"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/fleet"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/pacing"
	"github.com/podfleet/terraform-provider-podfleet/internal/client/peerfiles"
)

// Accounts is the state that the clients of a process share, such as aliases of a provider. Clients with the same API
// key and deployment share rate limits and shared lists' validity. Safe for concurrent use.
type Accounts struct {
	creates creates.Process // of all clients, whatever their URL: blocks over two versions share it
	alone   creates.Peers   // of the clients without others

	mu    sync.Mutex
	byKey map[accountKey]*account
}

// account holds the state that all clients with one API key share.
type account struct {
	limits *pacing.Limits
	fleet  fleet.Account
}

// NewAccounts returns an empty Accounts.
func NewAccounts() *Accounts {
	return &Accounts{alone: peerfiles.New(nil), byKey: make(map[accountKey]*account)}
}

// of returns the account that a client uses.
func (a *Accounts) of(config Config) *account {
	key := accountKeyOf(config.RESTURL, config.APIKey)
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.byKey[key]
	if !ok {
		found = &account{limits: pacing.NewLimits(config.Times.Retry)}
		a.byKey[key] = found
	}
	if config.RequestsPerSecond > 0 {
		found.limits.SlowTo(config.RequestsPerSecond)
	}
	return found
}

// accountKey is the hash of a deployment's URL and an API key. It is a hash so that Accounts, which lives as long as
// the process, does not keep API keys in memory.
type accountKey [sha256.Size]byte

// accountKeyOf returns the same key for all spellings of a URL.
func accountKeyOf(restURL *url.URL, apiKey string) accountKey {
	scheme, host := strings.ToLower(restURL.Scheme), strings.ToLower(restURL.Hostname())
	port := cmp.Or(restURL.Port(), map[string]string{"http": "80", "https": "443"}[scheme])
	spelled := strings.Join([]string{
		scheme, strings.TrimSuffix(host, "."), port, path.Clean("/" + restURL.EscapedPath()), apiKey,
	}, "\x00")
	return sha256.Sum256([]byte(spelled))
}
