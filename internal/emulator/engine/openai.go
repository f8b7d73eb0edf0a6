package engine

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strings"
	"time"

	"github.com/podfleet/terraform-provider-podfleet/internal/emulator/jsontext"
)

const (
	wordInterval   = 10 * time.Millisecond // between two chunks of emulator/openai
	maxWords       = 1000                  // of its answers: the server waits for each handler
	usualDimension = 8                     // of an embedding
	maxNumbers     = 1 << 20               // in all embeddings of an answer
)

type object = map[string]any

// openAIRequest is a request to emulator/openai: a chat has messages, a completion a prompt, an embedding an input. The
// texts can have any form that textOf reads.
type openAIRequest struct {
	Model    string `json:"model"`
	Messages []struct {
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	N             int             `json:"n"`
	Prompt        json.RawMessage `json:"prompt"`
	Input         json.RawMessage `json:"input"`
	Stream        bool            `json:"stream"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
	Dimensions     int    `json:"dimensions"`
	EncodingFormat string `json:"encoding_format"`
}

// openAI serves the paths of OpenAI's interface without a model: it returns the text of the request, word by word.
func openAI(j WorkerJob) WorkerResult {
	var in struct {
		Route string        `json:"openai_route"`
		Body  openAIRequest `json:"openai_input"`
	}
	if err := readInput(j, &in); err != nil {
		return openAIFailure(400, "%v", err)
	}
	served := cmp.Or(j.Env["MODEL"], "emulator")
	r, route := in.Body, strings.TrimPrefix(in.Route, "/v1/")
	r.Model = cmp.Or(r.Model, served)
	model, isModel := strings.CutPrefix(route, "models/")
	switch {
	case route == "models":
		return WorkerResult{Output: object{"object": "list", "data": []object{modelCard(served)}}}
	case isModel:
		return WorkerResult{Output: modelCard(model)}
	case r.N > 1, route == "completions" && len(textsOf(r.Prompt)) > 1:
		return openAIFailure(400, "emulator/openai answers one prompt with one choice; n is %d, and there are %d prompts",
			max(r.N, 1), len(textsOf(r.Prompt)))
	case route == "chat/completions" && len(r.Messages) == 0:
		return openAIFailure(400, "messages must not be empty")
	case route == "chat/completions":
		said := textOf(r.Messages[len(r.Messages)-1].Content)
		return r.answer("chatcmpl-"+j.ID, "chat.completion", said, func(member, text string) object {
			return object{member: object{"role": "assistant", "content": text}}
		})
	case route == "completions":
		return r.answer("cmpl-"+j.ID, "text_completion", strings.Join(textsOf(r.Prompt), " "), func(_, text string) object {
			return object{"text": text}
		})
	case route == "embeddings":
		return r.embeddings()
	}
	return openAIFailure(404, "emulator/openai does not serve %s", in.Route)
}

// openAIFailure fails a job with an error in the form of the interface; the code is the status of the answer.
func openAIFailure(code int, format string, args ...any) WorkerResult {
	text, err := jsontext.Encode(object{
		"message": fmt.Sprintf(format, args...), "type": "invalid_request_error", "param": nil, "code": code,
	})
	if err != nil {
		return WorkerResult{Error: err.Error()}
	}
	return WorkerResult{Error: string(text)}
}

func modelCard(id string) object {
	return object{"id": id, "object": "model", "created": 0, "owned_by": "emulator"}
}

// answer repeats a text. The choice has it in the member message of a whole answer, in delta of a chunk.
func (r openAIRequest) answer(id, kind, said string, choice func(member, text string) object) WorkerResult {
	words := strings.SplitAfterN("The emulator runs no model. You said: "+said, " ", maxWords+1)
	words = words[:min(len(words), maxWords)]
	usage := usageOf(len(strings.Fields(said)), len(words))
	of := func(kind string, choices ...object) object {
		return object{"id": id, "object": kind, "created": 0, "model": r.Model, "choices": choices}
	}
	ended := func(choice object, reason any) object {
		choice["index"], choice["logprobs"], choice["finish_reason"] = 0, nil, reason
		return choice
	}
	if !r.Stream {
		whole := of(kind, ended(choice("message", strings.Join(words, "")), "stop"))
		whole["usage"] = usage
		return WorkerResult{Output: whole}
	}
	if kind == "chat.completion" {
		kind += ".chunk"
	}
	var result WorkerResult
	for i, word := range append(words, "") {
		part := choice("delta", word)
		if delta, ok := part["delta"].(object); ok && i > 0 {
			delete(delta, "role") // Clients put the parts of a text together, so it comes once.
		}
		var reason any
		if i == len(words) {
			reason = "stop"
		}
		result.Chunks = append(result.Chunks, WorkerChunk{Output: of(kind, ended(part, reason)), After: wordInterval})
	}
	if r.StreamOptions.IncludeUsage {
		last := of(kind, []object{}...)
		last["usage"] = usage
		result.Chunks = append(result.Chunks, WorkerChunk{Output: last})
	}
	return result
}

func usageOf(prompt, completion int) object {
	return object{"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
}

// embeddings returns a vector for each text, by its hash.
func (r openAIRequest) embeddings() WorkerResult {
	texts, dimensions := textsOf(r.Input), max(cmp.Or(r.Dimensions, usualDimension), 1)
	if dimensions > maxNumbers/len(texts) {
		return openAIFailure(400, "%d vectors of %d numbers are more than emulator/openai returns", len(texts), dimensions)
	}
	data := []object{}
	tokens := 0
	for i, text := range texts {
		tokens += len(strings.Fields(text))
		data = append(data, object{"object": "embedding", "index": i, "embedding": r.vector(text, dimensions)})
	}
	usage := usageOf(tokens, 0)
	return WorkerResult{Output: object{"object": "list", "model": r.Model, "data": data, "usage": usage}}
}

// vector returns numbers from -1 to 1, or with the encoding base64 the same in four bytes each.
func (r openAIRequest) vector(text string, dimensions int) any {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(text)) // A hash takes everything.
	vector, bits := make([]float32, dimensions), hash.Sum64()
	for i := range vector {
		bits = bits*6364136223846793005 + 1442695040888963407 // By Knuth.
		vector[i] = float32(int32(bits>>32)) / (1 << 31)      //nolint:gosec // All bits are good.
	}
	if r.EncodingFormat != "base64" {
		return vector
	}
	b, _ := binary.Append(nil, binary.LittleEndian, vector) // It takes every number.
	return base64.StdEncoding.EncodeToString(b)
}

// textsOf returns the texts of a list of texts or of tokens; any other value is one text.
func textsOf(value json.RawMessage) (texts []string) {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || len(list) == 0 || list[0][0] != '"' && list[0][0] != '[' {
		return []string{textOf(value)}
	}
	for _, one := range list {
		texts = append(texts, textOf(one))
	}
	return texts
}

// textOf returns a text, the texts of a list of parts, or the JSON of what is neither.
func textOf(value json.RawMessage) string {
	var text string
	var parts []struct{ Text string }
	switch {
	case json.Unmarshal(value, &text) == nil:
		return text
	case json.Unmarshal(value, &parts) == nil:
		for _, part := range parts {
			text += part.Text
		}
		return text
	}
	return string(value)
}
