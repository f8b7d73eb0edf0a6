package engine

import (
	"encoding/json"
	"time"
)

const (
	// webhookAttempts is the maximum number of calls of a webhook; each begins webhookPause after the one before
	// (contract 3.5).
	webhookAttempts = 3
	webhookPause    = 10 * time.Second
)

// Webhook is the call of a job's webhook. It has a snapshot of the job, which may be retried meanwhile.
type Webhook struct {
	Address string
	Job     Job
	Input   json.RawMessage
	Attempt int // the one to make, from 1

	underWay bool
	due      bool // the next attempt should have begun
	done     bool
}

// callWebhook calls the webhook of a job that has ended, if it has one.
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
			case w.underWay: // WebhookCalled goes on if that fails.
				w.due = true
			default:
				e.tryWebhook(w, at)
			}
		})
	}
	e.work.Webhooks = append(e.work.Webhooks, w)
}

// WebhookCalled ends an attempt to call a webhook.
func (e *Engine) WebhookCalled(w *Webhook, success bool, at time.Time) {
	w.underWay, w.done = false, success
	if w.due && !w.done {
		e.tryWebhook(w, at)
	}
}
