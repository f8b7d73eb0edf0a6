package client

import (
	"cmp"
	"crypto/sha256"
	"net/url"
	"path"
	"strings"
	"sync"
)

// Accounts are what the clients of a process share where they use the same API key at the same deployment, such as
// aliases of a provider: what is learned of the service's limits, whether an answer is out of date, and what they have
// made. Safe for concurrent use.
type Accounts struct {
	mu    sync.Mutex
	byKey map[accountKey]*account
}

// account is what all clients of one account share.
type account struct {
	limits      limits
	writes      writeCounter
	creates     accountCreates
	submissions submissions
}

// NewAccounts returns accounts of which nothing is known.
func NewAccounts() *Accounts { return &Accounts{byKey: make(map[accountKey]*account)} }

// of is the account that a client uses.
func (a *Accounts) of(config Config) *account {
	key := accountKeyOf(config.RESTURL, config.APIKey)
	a.mu.Lock()
	defer a.mu.Unlock()
	found, ok := a.byKey[key]
	if !ok {
		found = &account{limits: limits{backoff: config.RetryWait, byLimit: make(map[limit]*limiter)}}
		a.byKey[key] = found
	}
	if config.RequestsPerSecond > 0 {
		found.limits.configured.slowTo(config.RequestsPerSecond)
	}
	return found
}

// accountKey is an API key at a deployment: a hash, so that accounts, which stay, do not keep the API key in memory.
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
