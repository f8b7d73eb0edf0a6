package jobs

import (
	"context"
	"net/url"
	"strconv"
	"time"
)

// A long poll is a request whose answer the service holds back until it has news, or the time is over that the
// request's parameter wait names (contract 3.2).

// maxLongPoll is the longest wait that is asked for: front ends hang up after a hundred seconds (contract 3.2).
const maxLongPoll = 90 * time.Second

// minLongPoll is the shortest wait that the service offers. Below it, a long poll saves nothing.
const minLongPoll = time.Second

// answerTime is the time that an answer needs on its way: a long poll that ends with its caller's deadline loses its
// answer.
const answerTime = time.Second

// longPollTime returns how long a long poll may take: well within the time of one attempt, and within the caller's
// deadline. It is 0 if that is too short to ask for.
func (q *Queue) longPollTime(ctx context.Context) time.Duration {
	wait := maxLongPoll
	if q.config.RequestTimeout > 0 {
		wait = min(wait, q.config.RequestTimeout*3/4)
	}
	if deadline, ok := ctx.Deadline(); ok {
		wait = min(wait, time.Until(deadline)-answerTime)
	}
	if wait < minLongPoll {
		return 0
	}
	return wait.Truncate(time.Millisecond)
}

// longPollQuery asks the service to wait so long.
func longPollQuery(wait time.Duration) url.Values {
	return url.Values{"wait": {strconv.FormatInt(wait.Milliseconds(), 10)}}
}
