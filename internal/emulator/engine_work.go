package emulator

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/account"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

// webhookTimeout is the time that an attempt to call a webhook may take, in real time (contract 3.5).
const webhookTimeout = 10 * time.Second

// newAccount makes the account of a new generation.
func (s *Server) newAccount() *account.Account {
	return account.New(account.Config{
		Seed:              s.seed,
		PodStartDelay:     s.options.PodStartDelay,
		WorkersQuota:      cmp.Or(s.options.WorkersQuota, DefaultWorkersQuota),
		AllowVolumeShrink: s.options.AllowVolumeShrink,
		ListLag:           s.options.ListLag,
		Stock:             s.options.Stock,
		RolloutLag:        s.options.RolloutLag,
		OpenPort:          s.openPort(),
	}, s.clock)
}

// newEngine makes the engine of the account.
func (s *Server) newEngine() *engine.Engine {
	config := engine.Config{
		ColdStart: s.options.ColdStart, SubmissionLag: s.options.SubmissionLag, UnpauseLag: s.options.UnpauseLag,
		Script: s.scripted,
		Observe: func(e engine.JobEvent) {
			s.history.Add(e)
			s.changes.Signal()
		},
	}
	return engine.New(config, s.account, s.clock, s.handlers)
}

// dispatchWork starts the work of the engine. Each caller of the engine calls it afterwards, before it releases
// Server.mu.
func (s *Server) dispatchWork() { s.dispatchWorkOf(s.engine) }

func (s *Server) dispatchWorkOf(e *engine.Engine) {
	work := e.TakeWork()
	for _, call := range work.Calls {
		s.callWorker(e, call)
	}
	for _, run := range work.Ended {
		if cancel, ok := s.runs[run]; ok {
			cancel()
			delete(s.runs, run)
		}
	}
	for _, webhook := range work.Webhooks {
		s.callWebhook(e, webhook)
	}
}

// callWorker calls the remote worker at the address in the template's env.
func (s *Server) callWorker(e *engine.Engine, call engine.WorkerCall) {
	text, err := jsontext.Encode(call.Job)
	if err != nil {
		s.logger.Error("a job cannot be encoded", "error", err)
		return
	}
	s.runs[call.Run] = s.outgoing.Do(func(ctx context.Context) {
		result := s.outgoing.CallWorker(ctx, call.Job.Env["WORKER_URL"], text)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.engine != e { // There was a Reset.
			return
		}
		delete(s.runs, call.Run)
		e.Answer(call, result, s.clock.Now())
		s.dispatchWork()
		s.touch()
	})
}

// webhookBody is the body of a webhook (contract 3.5).
type webhookBody struct {
	jobAnswer
	Input   json.RawMessage `json:"input"`
	Webhook string          `json:"webhook"`
}

func bodyOf(w *engine.Webhook) webhookBody {
	return webhookBody{answerOf(w.Job), w.Job.Input, w.Address}
}

func (s *Server) callWebhook(e *engine.Engine, webhook *engine.Webhook) {
	if address := inboxOf(webhook.Address); address != nil {
		s.callInbox(e, webhook, address)
		return
	}
	s.outgoing.Do(func(ctx context.Context) {
		body, err := jsontext.Encode(bodyOf(webhook))
		if err != nil {
			s.logger.Error("a webhook cannot be encoded", "error", err)
			return
		}
		s.commit(true) // Else the receiver could know of an end that a restart does not.
		ctx, cancel := context.WithTimeout(ctx, s.webhookTimeout)
		defer cancel()
		// Only the status counts, so the body is not waited for.
		answer, err := s.outgoing.Post(ctx, webhook.Address, body, 0)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil || answer.Status != http.StatusOK {
			s.logger.Warn("a webhook failed", "attempt", webhook.Attempt, "status", answer.Status, "error", err)
		}
		if s.engine == e {
			e.WebhookCalled(webhook, answer.Status, s.clock.Now())
			s.dispatchWork()
			s.touch()
		}
	})
}
