package engine

import (
	"encoding/json"
	"time"
)

const (
	// A webhook is called up to three times, ten seconds apart from begin to begin (contract 3.5).
	webhookAttempts = 3
	webhookPause    = 10 * time.Second
)

// Webhook is one webhook on its way. What it says does not change, whatever becomes of the job.
type Webhook struct {
	Address string
	Job     Job
	Input   json.RawMessage
	Attempt int // the one to make, from 1

	underWay bool
	due      bool // the next attempt should have begun
	done     bool
}

// callWebhook begins to tell that a job has ended.
func (e *Engine) callWebhook(j *job, at time.Time) {
	if j.Webhook != "" {
		e.tryWebhook(&Webhook{Address: j.Webhook, Job: j.snapshot(), Input: j.Input}, at)
	}
}

func (e *Engine) tryWebhook(w *Webhook, at time.Time) {
	w.Attempt++
	w.underWay, w.due = true, false
	if w.Attempt < webhookAttempts {
		e.timers.At(at.Add(webhookPause), func(at time.Time) {
			switch {
			case w.done:
			case w.underWay: // It goes on when that has failed.
				w.due = true
			default:
				e.tryWebhook(w, at)
			}
		})
	}
	e.work.Webhooks = append(e.work.Webhooks, w)
}

// WebhookCalled is how an attempt to call a webhook ended.
func (e *Engine) WebhookCalled(w *Webhook, success bool, at time.Time) {
	w.underWay, w.done = false, success
	if w.due && !w.done {
		e.tryWebhook(w, at)
	}
}
