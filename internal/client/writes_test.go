package client

import (
	"net/url"
	"runtime"
	"testing"
	"time"
)

func accountOf(t *testing.T, base, key string) accountKey {
	t.Helper()
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	return accountKeyOf(u, key)
}

// An account is a key at a deployment, however its URL is spelled.
func TestWriteCounter_isTheAccounts(t *testing.T) {
	t.Parallel()
	one := writeCounterOf(accountOf(t, "https://one.example.com/v1", "key"))
	if same := writeCounterOf(accountOf(t, "HTTPS://One.example.com/v1/", "key")); same != one {
		t.Error("the same account has two counters")
	}
	for _, other := range []accountKey{
		accountOf(t, "https://one.example.com/v1", "KEY"), accountOf(t, "https://two.example.com/v1", "key"),
		accountOf(t, "https://one.example.com/other/v1", "key"), accountOf(t, "http://one.example.com/v1", "key"),
	} {
		if writeCounterOf(other) == one {
			t.Error("two accounts have the same counter")
		}
	}
	runtime.KeepAlive(one)
}

// An entry goes with the last of its clients.
func TestWriteCounter_entriesGo(t *testing.T) {
	t.Parallel()
	key := accountOf(t, "https://gone.example.com/v1", "key")
	known := func() bool {
		writeCounters.mu.Lock()
		defer writeCounters.mu.Unlock()
		_, known := writeCounters.byAccount[key]
		return known
	}
	counter := writeCounterOf(key)
	runtime.GC()
	if !known() || writeCounterOf(key) != counter {
		t.Error("it is gone while it is used")
	}
	runtime.KeepAlive(counter)
	for began := time.Now(); known(); runtime.GC() {
		if time.Since(began) > 30*time.Second {
			t.Fatal("it is still there")
		}
	}
}
