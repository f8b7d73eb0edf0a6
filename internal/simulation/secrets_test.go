package simulation_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"
)

// secrets are planted values that no output may have, but for the password: the state has it where it is configured.
type secrets struct{ apiKey, password, passwordWO, envWO, inputWO string }

func newSecrets(apiKey string) secrets {
	return secrets{apiKey: apiKey, password: "planted-password", passwordWO: "planted-password-wo",
		envWO: "planted-env-wo", inputWO: "planted-input-wo"}
}

func (s secrets) all() []string {
	return []string{s.apiKey, s.password, s.passwordWO, s.envWO, s.inputWO}
}

// quotes is an error message that quotes a secret which a request of an operation has had.
func (s secrets) quotes(rng *rand.Rand, operation string) string {
	sent := []string{s.apiKey}
	switch operation {
	case "CreateContainerRegistryAuth":
		sent = append(sent, s.password, s.passwordWO)
	case "CreateTemplate", "CreatePod", "UpdateTemplate", "UpdatePod":
		sent = append(sent, s.envWO)
	case "RunJob":
		sent = append(sent, s.inputWO)
	}
	return fmt.Sprintf("something went wrong with %q", pick(rng, sent...))
}

// disclosed is the part of a text around a secret; empty if it has none.
func (s secrets) disclosed(text string) string {
	for _, secret := range s.all() {
		if at := strings.Index(text, secret); at >= 0 {
			return text[max(0, at-200):min(len(text), at+100)]
		}
	}
	return ""
}

// searchedLog searches each line of a log for secrets, and does not keep it: it can be very large.
type searchedLog struct {
	secrets secrets
	mu      sync.Mutex
	found   string
}

func (l *searchedLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.found == "" {
		l.found = l.secrets.disclosed(string(bytes.TrimSpace(line)))
	}
	return len(line), nil
}

// in returns a context that logs everything to the log.
func (l *searchedLog) in(ctx context.Context) context.Context {
	return tfsdklogtest.RootLogger(tflogtest.RootLogger(ctx, l), l)
}

// judgeSecrets looks for secrets in all that a block said and keeps.
func (run *moduleRun) judgeSecrets(step string, b *providerBlock) {
	run.w.t.Helper()
	secrets := b.planner.secrets
	places := map[string]string{"a message": b.lastRun.Text()}
	if b.log != nil {
		places["the log"] = b.log.found
	}
	for _, o := range b.module.Objects() {
		text := string(o.JSON)
		if o.Type == loginType {
			text = strings.ReplaceAll(text, fmt.Sprintf(`"password":%q`, secrets.password), "")
		}
		places["the state of "+o.Address] = text + string(o.Private)
	}
	for place, text := range places {
		if part := secrets.disclosed(text); part != "" {
			run.breaks(isDisclosed, "%s: %s of %s: …%s…", step, place, b.name, part)
		}
	}
}
