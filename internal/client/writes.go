package client

import (
	"crypto/sha256"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"weak"
)

// writeCounter counts when requests that may change something begin and end. Whoever has an answer of before compares:
// an answer is out of date if the counter has moved since it was asked for. Every write counts for every kind of
// objects: an update of a template changes its endpoints, and that of an endpoint makes and ends pods.
type writeCounter struct{ events atomic.Uint64 }

// now is how much has been counted.
func (w *writeCounter) now() uint64 { return w.events.Load() }

// begin counts the beginning of a request, and its end when end is called, if it may change something.
func (w *writeCounter) begin(r request) (end func()) {
	if r.method == http.MethodGet {
		return func() {}
	}
	w.events.Add(1)
	return func() { w.events.Add(1) }
}

// accountKey is an API key at a deployment: a hash, so that the key does not stay in memory for longer than its
// clients.
type accountKey [sha256.Size]byte

func accountKeyOf(restURL *url.URL, apiKey string) accountKey {
	base := restURL.Scheme + "://" + restURL.Host + restURL.EscapedPath()
	return sha256.Sum256([]byte(strings.TrimRight(strings.ToLower(base), "/") + "\x00" + apiKey))
}

// writeCounters are those of all clients of the process. Aliases of a provider that use the same key at the same
// deployment are different clients, and one's writes make the other's answers out of date. An entry goes when the last
// of its clients does.
var writeCounters struct {
	mu        sync.Mutex
	byAccount map[accountKey]weak.Pointer[writeCounter]
}

// writeCounterOf is the counter that all clients of an account share.
func writeCounterOf(key accountKey) *writeCounter {
	all := &writeCounters
	all.mu.Lock()
	defer all.mu.Unlock()
	if counter := all.byAccount[key].Value(); counter != nil {
		return counter
	}
	counter := &writeCounter{}
	if all.byAccount == nil {
		all.byAccount = make(map[accountKey]weak.Pointer[writeCounter])
	}
	all.byAccount[key] = weak.Make(counter)
	runtime.AddCleanup(counter, func(key accountKey) {
		all.mu.Lock()
		defer all.mu.Unlock()
		if all.byAccount[key].Value() == nil { // Else there is another one by now.
			delete(all.byAccount, key)
		}
	}, key)
	return counter
}
