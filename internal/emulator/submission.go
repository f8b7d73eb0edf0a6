package emulator

import (
	"cmp"
	"encoding/json"
	"math"
	"net/url"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/engine"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/wire"
)

const (
	maxRunBody     = 10 << 20
	maxRunSyncBody = 20 << 20 // and of /openai
)

const (
	defaultTTL  = 24 * time.Hour
	maxDuration = 7 * 24 * time.Hour // of a policy
)

// submission reads the body of a submission (contract 3.1).
type submission struct{ engine.Submission }

// decodeSubmission checks the members that the contract names, and ignores all others.
func decodeSubmission(r *wire.Request, maxBytes int) (engine.Submission, error) {
	in := submission{engine.Submission{TTL: defaultTTL}}
	if err := r.CheckJSON(maxBytes); err != nil {
		return in.Submission, err
	}
	keys, err := jsonObject("request body", r.Body)
	if err != nil {
		return in.Submission, err
	}
	if jsontext.NotNull(keys["input"]) == nil {
		return in.Submission, wire.BadRequest("input is required")
	}
	if keys["input"][0] != '{' {
		return in.Submission, wire.BadRequest("input must be a JSON object")
	}
	in.Input = keys["input"]
	return in.Submission, cmp.Or(
		in.readWebhook(jsontext.NotNull(keys["webhook"])),
		in.readPolicy(jsontext.NotNull(keys["policy"])),
		in.readS3Config(jsontext.NotNull(keys["s3Config"])),
	)
}

// jsonObject reads the members of an object by their exact names, off a text that is JSON.
func jsonObject(name string, text json.RawMessage) (members map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(text, &members); err != nil || members == nil {
		return nil, wire.BadRequest("%s must be a JSON object", name)
	}
	return members, nil
}

func (in *submission) readWebhook(text json.RawMessage) error {
	if text == nil {
		return nil
	}
	if err := json.Unmarshal(text, &in.Webhook); err != nil {
		return wire.BadRequest("webhook must be a string")
	}
	address, err := url.Parse(in.Webhook)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Hostname() == "" {
		return wire.BadRequest("webhook must be an http or https URL")
	}
	return nil
}

func (in *submission) readPolicy(text json.RawMessage) error {
	if text == nil {
		return nil
	}
	keys, err := jsonObject("policy", text)
	if err != nil {
		return err
	}
	if low := jsontext.NotNull(keys["lowPriority"]); low != nil {
		if err := json.Unmarshal(low, &in.LowPriority); err != nil {
			return wire.BadRequest("policy.lowPriority must be a boolean")
		}
	}
	return cmp.Or(
		readDuration("policy.executionTimeout", jsontext.NotNull(keys["executionTimeout"]), 5*time.Second,
			&in.ExecutionTimeout),
		readDuration("policy.ttl", jsontext.NotNull(keys["ttl"]), 10*time.Second, &in.TTL),
	)
}

// readDuration reads milliseconds, from minimum to seven days.
func readDuration(name string, text json.RawMessage, minimum time.Duration, target *time.Duration) error {
	if text == nil {
		return nil
	}
	var number float64
	if err := json.Unmarshal(text, &number); err != nil || number != math.Trunc(number) {
		return wire.BadRequest("%s must be an integer", name)
	}
	if number < float64(minimum.Milliseconds()) || number > float64(maxDuration.Milliseconds()) {
		return wire.BadRequest("%s must be from %d to %d ms, not %s",
			name, minimum.Milliseconds(), maxDuration.Milliseconds(), text)
	}
	*target = time.Duration(number) * time.Millisecond
	return nil
}

// readS3Config repeats no value in its errors: they are secrets.
func (in *submission) readS3Config(text json.RawMessage) error {
	if text == nil {
		return nil
	}
	keys, err := jsonObject("s3Config", text)
	if err != nil {
		return err
	}
	for _, name := range []string{"accessId", "accessSecret", "bucketName", "endpointUrl"} {
		var value string
		if member, ok := keys[name]; ok && (string(member) == "null" || json.Unmarshal(member, &value) != nil) {
			return wire.BadRequest("s3Config.%s must be a string", name)
		}
	}
	in.S3Config = text
	return nil
}
