package emulator

import (
	"encoding/json"
	"maps"
	"net/url"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

const (
	maxRunBody     = 10 << 20
	maxRunSyncBody = 20 << 20 // and of /openai
)

const defaultTTL = 24 * time.Hour

// decodeSubmission reads the body of a submission, if it fits the document (contract 3.1). It ignores members that the
// document does not have, and optional ones that are null.
func decodeSubmission(r *wire.Request, maxBytes int) (in engine.Submission, err error) {
	if err := r.CheckJSON(maxBytes); err != nil {
		return in, err
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(r.Body, &members); err != nil || members == nil {
		return in, errNoObject
	}
	value, err := knownOf(members)
	if err != nil {
		return in, err
	}
	if err := fits("RunJob", value); err != nil {
		return in, err
	}
	policy, _ := value["policy"].(map[string]any)
	in.Input, in.S3Config, in.TTL = members["input"], members["s3Config"], defaultTTL
	in.LowPriority, _ = policy["lowPriority"].(bool)
	for name, target := range map[string]*time.Duration{"executionTimeout": &in.ExecutionTimeout, "ttl": &in.TTL} {
		if ms, ok := policy[name].(float64); ok {
			*target = time.Duration(ms) * time.Millisecond
		}
	}
	if webhook, ok := value["webhook"].(string); ok {
		in.Webhook = webhook
		if address, err := url.Parse(webhook); err != nil || address.Hostname() == "" {
			return in, wire.BadRequest("webhook must be an http or https URL")
		}
	}
	return in, checkInbox(in.Webhook)
}

// knownOf returns the members that the document has, as it checks them, and deletes those of them that are null.
func knownOf(members map[string]json.RawMessage) (map[string]any, error) {
	known := make(map[string]any)
	for _, name := range []string{"input", "webhook", "policy", "s3Config"} {
		text := members[name]
		if len(text) == 0 || string(text) == "null" {
			delete(members, name)
			continue
		}
		if name == "input" && text[0] == '{' {
			text = json.RawMessage("{}") // What is in it is the worker's, however large its numbers are.
		}
		value, err := decoded(text)
		if err != nil {
			return nil, err
		}
		known[name] = value
	}
	policy, _ := known["policy"].(map[string]any)
	maps.DeleteFunc(policy, func(_ string, value any) bool { return value == nil })
	return known, nil
}
