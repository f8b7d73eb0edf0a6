package client

import (
	"cmp"
	"crypto/sha256"
	"net/url"
	"path"
	"strings"
	"sync"
)

// Accounts are what the clients of a process share, such as aliases of a provider. Where they use the same API key at
// the same deployment, that is what is learned of the service's limits, whether an answer is out of date, and which
// creates are lost; where the deployment is the same, what they have made. Safe for concurrent use.
type Accounts struct {
	mu           sync.Mutex
	byKey        map[accountKey]*account
	byDeployment map[accountKey]*deployment
}

// account is what all clients with one API key share.
type account struct {
	limits limits
	writes writeCounter
	claims *accountClaims
	// creates are accountCreates, behind an interface for the reason given at Client.
	creates interface {
		objects(c *Client) (readers, creators)
	}
	// submissions are those of the deployment.
	submissions *submissions
}

// deployment is what all clients of one deployment share, because several API keys can be one account's: who has made
// what. It only keeps the others from taking it for their own. For an account that really is another one, that changes
// nothing, as ids differ; but that a look for what was made waits for its creates too.
type deployment struct {
	claims      accountClaims
	submissions submissions
}

// NewAccounts returns accounts of which nothing is known.
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
		found = &account{limits: limits{backoff: config.RetryWait, byLimit: make(map[limit]*limiter)},
			claims: &d.claims, creates: newAccountCreates(&d.claims), submissions: &d.submissions}
		a.byKey[key] = found
	}
	if config.RequestsPerSecond > 0 {
		found.limits.configured.slowTo(config.RequestsPerSecond)
	}
	return found
}

// deployment is the one that a client uses, for a caller that holds mu.
func (a *Accounts) deployment(config Config) *deployment {
	key := accountKeyOf(config.RESTURL, "")
	found, ok := a.byDeployment[key]
	if !ok {
		found = &deployment{}
		a.byDeployment[key] = found
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
