package client_test

import (
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// limitedService answers within a bubble of testing/synctest: after a latency, and with 429 where its limit says so.
type limitedService struct {
	latency time.Duration
	// retryAfter is the header of a refusal, from how long it would have to wait; nil leaves it to the emulator.
	retryAfter func(wait time.Duration) string

	// limitOf is the limit that a request counts against, in place of limit; nil is none.
	limitOf func(*http.Request) rateLimit
	// hold is the time that the answer to a request is held back, beside the latency.
	hold func(*http.Request) time.Duration

	mu             sync.Mutex
	limit          rateLimit
	asked, refused int
	seen           []seen
}

// seen is a request as the service saw it.
type seen struct {
	at      time.Time
	path    string
	refused bool
}

// rateLimit decides about a request that comes now. If it is refused, it says how long another would have to wait.
type rateLimit interface {
	admit(now time.Time) (wait time.Duration, ok bool)
}

func (s *limitedService) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
		_ = r.Body.Close()
	}
	sleep(r, s.latency/2)
	status, header := s.decide(r)
	if s.hold != nil && status == http.StatusOK {
		sleep(r, s.hold(r))
	}
	sleep(r, s.latency-s.latency/2)
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	body := `{"error":"rate limit exceeded","status":429}`
	if status == http.StatusOK {
		body = answerTo(r)
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)),
		Request: r}, nil
}

func (s *limitedService) decide(r *http.Request) (int, http.Header) {
	s.mu.Lock()
	defer s.mu.Unlock()
	limit := s.limit
	if s.limitOf != nil {
		limit = s.limitOf(r)
	}
	wait, ok := time.Duration(0), true
	if limit != nil {
		wait, ok = limit.admit(time.Now())
	}
	s.asked++
	s.seen = append(s.seen, seen{time.Now(), r.URL.Path, !ok})
	if ok {
		return http.StatusOK, http.Header{}
	}
	s.refused++
	value := strconv.Itoa(max(int(math.Ceil(wait.Seconds())), 1))
	if s.retryAfter != nil {
		value = s.retryAfter(wait)
	}
	if value == "" {
		return http.StatusTooManyRequests, http.Header{}
	}
	return http.StatusTooManyRequests, http.Header{"Retry-After": {value}}
}

// requests are those that were seen so far.
func (s *limitedService) requests() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

func sleep(r *http.Request, d time.Duration) {
	select {
	case <-time.After(d):
	case <-r.Context().Done():
	}
}

// answerTo is an object with the id that the request asks for.
func answerTo(r *http.Request) string {
	id := "new"
	if elements := strings.Split(strings.Trim(r.URL.Path, "/"), "/"); len(elements) > 2 {
		id = elements[len(elements)-1]
	}
	if r.Method == http.MethodDelete {
		return ""
	}
	return `{"id":"` + id + `","status":"IN_QUEUE"}`
}

// slidingWindow lets so many pass within any window.
type slidingWindow struct {
	most   int
	window time.Duration
	passed []time.Time
}

func (l *slidingWindow) admit(now time.Time) (time.Duration, bool) {
	for len(l.passed) > 0 && now.Sub(l.passed[0]) >= l.window {
		l.passed = l.passed[1:]
	}
	if over := len(l.passed) - l.most; over >= 0 {
		return l.window - now.Sub(l.passed[over]), false
	}
	l.passed = append(l.passed, now)
	return 0, true
}

// fixedWindow lets so many pass within each of the windows that follow each other.
type fixedWindow struct {
	most   int
	window time.Duration
	begin  time.Time
	passed int
}

func (l *fixedWindow) admit(now time.Time) (time.Duration, bool) {
	if begin := now.Truncate(l.window); begin != l.begin {
		l.begin, l.passed = begin, 0
	}
	if l.passed >= l.most {
		return l.window - now.Sub(l.begin), false
	}
	l.passed++
	return 0, true
}

// tokenBucket fills with so many tokens a second, up to a number. Each request takes one.
type tokenBucket struct {
	perSecond, size float64
	tokens          float64
	at              time.Time
}

func (l *tokenBucket) admit(now time.Time) (time.Duration, bool) {
	if l.at.IsZero() {
		l.tokens = l.size
	} else {
		l.tokens = min(l.size, l.tokens+now.Sub(l.at).Seconds()*l.perSecond)
	}
	l.at = now
	if l.tokens < 1 {
		return time.Duration((1 - l.tokens) / l.perSecond * float64(time.Second)), false
	}
	l.tokens--
	return 0, true
}

// limitFunc is a limit that decides by a function.
type limitFunc func(now time.Time) (time.Duration, bool)

func (f limitFunc) admit(now time.Time) (time.Duration, bool) { return f(now) }

// refuseAll is a limit that lets nothing pass for so long.
func refuseAll(until time.Duration) rateLimit {
	return limitFunc(func(time.Time) (time.Duration, bool) { return until, false })
}
