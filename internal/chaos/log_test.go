package chaos_test

import (
	"bytes"
	"sync"
	"testing"
)

// searchedLog is a log that is searched for secrets as it is written, and not kept: it can be very large.
type searchedLog struct {
	mu        sync.Mutex
	secrets   [][]byte
	maxLength int
	tail      []byte // of what was written last, in which a secret may have begun
	found     []string
}

func newSearchedLog(secrets []string) *searchedLog {
	l := &searchedLog{}
	for _, secret := range secrets {
		l.secrets = append(l.secrets, []byte(secret))
		l.maxLength = max(l.maxLength, len(secret))
	}
	return l
}

func (l *searchedLog) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := append(l.tail, text...)
	for _, secret := range l.secrets {
		if bytes.Contains(all, secret) && len(l.found) < 3 {
			l.found = append(l.found, string(bytes.TrimSpace(all[:min(len(all), 2000)])))
		}
	}
	l.tail = append([]byte{}, all[max(0, len(all)-l.maxLength):]...)
	return len(text), nil
}

// hits returns the lines that had a secret.
func (l *searchedLog) hits() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found
}

func TestSearchedLog(t *testing.T) {
	t.Parallel()
	l := newSearchedLog([]string{"planted-one", "planted-two"})
	for _, text := range []string{"a planted-on", "ly\n", "planted", "-two"} {
		if n, err := l.Write([]byte(text)); n != len(text) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	}
	if len(l.hits()) != 1 {
		t.Errorf("found %q", l.hits())
	}
}
