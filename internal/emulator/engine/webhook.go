package engine

import (
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/clock"
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
	Attempt int       // the one to make, from 1
	Began   time.Time // of the attempt

	Number   uint64 // among all webhooks
	UnderWay bool   // an attempt is
}

// callWebhook calls the webhook of a job that has ended, if it has one.
func (e *Engine) callWebhook(j *job, at time.Time) {
	if j.Webhook != "" {
		e.calls++
		w := &Webhook{Address: j.Webhook, Job: j.Job, Number: e.calls}
		e.webhooks[w.Number] = w
		e.tryWebhook(w, at)
	}
}

func (e *Engine) tryWebhook(w *Webhook, at time.Time) {
	w.Attempt++
	w.Began, w.UnderWay = at, true
	e.work.Webhooks = append(e.work.Webhooks, w)
}

// WebhookCalled ends an attempt to call a webhook, with the status of the answer; 0 is none. Only 200 is success.
func (e *Engine) WebhookCalled(w *Webhook, status int, at time.Time) {
	w.UnderWay = false
	e.observeWebhook(w, status, at)
	switch next := w.Began.Add(webhookPause); {
	case status == 200 || w.Attempt == webhookAttempts:
		delete(e.webhooks, w.Number)
	case next.After(at):
		e.clock.At(next, clock.Timer{Kind: timerWebhook, Number: w.Number})
	default:
		e.tryWebhook(w, at)
	}
}
