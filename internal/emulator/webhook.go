package emulator

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

const (
	// maxWebhooks bounds how many of an endpoint are called at the same time.
	maxWebhooks = 8
	// webhookAttempts are ten seconds apart on the emulator's clock, from begin to begin. Each may take as long in real
	// time.
	webhookAttempts = 3
	webhookPause    = 10 * time.Second
	webhookTimeout  = 10 * time.Second
)

// webhookCall is the finished job as its webhook gets it (contract 3.5).
type webhookCall struct {
	jobAnswer
	Input   json.RawMessage `json:"input"`
	Webhook string          `json:"webhook"`
}

// delivery is one webhook on its way: what it says does not change, whatever becomes of the job.
type delivery struct {
	endpointID string
	address    string
	body       []byte
	attempts   int  // begun
	trying     bool // one is under way
	due        bool // the next one should have begun
	done       bool
}

// callWebhook begins to tell that a job has ended.
func (s *Server) callWebhook(j *job, at time.Time) {
	if j.Webhook == "" {
		return
	}
	body, err := encode(webhookCall{j.answer(), j.Input, j.Webhook})
	if err != nil {
		s.logger.Error("a webhook cannot be encoded", "error", err)
		return
	}
	s.try(&delivery{endpointID: j.endpointID, address: j.Webhook, body: body}, at)
}

func (s *Server) try(d *delivery, at time.Time) {
	d.attempts++
	d.trying, d.due = true, false
	if d.attempts < webhookAttempts {
		s.clock.at(at.Add(webhookPause), func(at time.Time) {
			switch {
			case d.done:
			case d.trying: // It goes on when that has failed.
				d.due = true
			default:
				s.try(d, at)
			}
		})
	}
	world := s.world
	s.webhooks.do(d.endpointID, func() {
		if !s.isWorld(world) {
			return
		}
		ctx, cancel := context.WithTimeout(s.webhooks.ctx, s.webhookTimeout)
		defer cancel()
		// The status decides. What follows it may be short, or hang.
		_, status, err := s.post(ctx, d.address, d.body, 0)
		s.mu.Lock()
		defer s.mu.Unlock()
		d.trying, d.done = false, err == nil && status == http.StatusOK
		if !d.done {
			s.logger.Warn("a webhook failed", "attempt", d.attempts, "status", status, "error", err)
		}
		if d.due && !d.done && s.world == world {
			s.try(d, s.clock.now())
		}
	})
}

// isWorld tells whether there was no Reset since: a webhook that had to wait for its turn is not of the new world.
func (s *Server) isWorld(world int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.world == world
}
