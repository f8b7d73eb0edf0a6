// Package openai tests an endpoint with the image emulator/openai by OpenAI's library: see TestOpenAI_libraries.
package openai

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/openai/openai-go"
	"github.com/openai/openai-go/option"
)

const answer = "The emulator runs no model. You said: one two"

// client has the address and the key in OPENAI_BASE_URL and OPENAI_API_KEY.
func client(more ...option.RequestOption) openai.Client {
	return openai.NewClient(append(more, option.WithMaxRetries(0))...)
}

func TestChat(t *testing.T) {
	c := client()
	params := openai.ChatCompletionNewParams{
		Model: "emulator", Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("one two")},
	}
	whole, err := c.Chat.Completions.New(t.Context(), params)
	if err != nil || whole.Choices[0].Message.Content != answer {
		t.Errorf("%+v, %v", whole, err)
	}
	stream := c.Chat.Completions.NewStreaming(t.Context(), params)
	var parts openai.ChatCompletionAccumulator
	n := 0
	for ; stream.Next(); n++ {
		parts.AddChunk(stream.Current())
	}
	if err := stream.Err(); err != nil || n != 10 || parts.Choices[0].Message.Content != answer {
		t.Errorf("%d parts: %+v, %v", n, parts.Choices, err)
	}
	params.Messages = nil
	stream = c.Chat.Completions.NewStreaming(t.Context(), params)
	var refused *openai.Error
	if stream.Next() || !errors.As(stream.Err(), &refused) || refused.StatusCode != http.StatusBadRequest {
		t.Errorf("without messages: %v", stream.Err())
	}
}

func TestCompletion(t *testing.T) {
	c := client()
	stream := c.Completions.NewStreaming(t.Context(), openai.CompletionNewParams{
		Model: "emulator", Prompt: openai.CompletionNewParamsPromptUnion{OfString: openai.String("one two")},
	})
	var text strings.Builder
	for stream.Next() {
		text.WriteString(stream.Current().Choices[0].Text)
	}
	if err := stream.Err(); err != nil || text.String() != answer {
		t.Errorf("%q, %v", text.String(), err)
	}
}

func TestEmbeddings(t *testing.T) {
	c := client()
	found, err := c.Embeddings.New(t.Context(), openai.EmbeddingNewParams{
		Model: "emulator", Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"one", "two"}},
	})
	if err != nil || len(found.Data) != 2 || len(found.Data[1].Embedding) != 8 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestModels(t *testing.T) {
	c := client()
	found, err := c.Models.List(t.Context())
	if err != nil || len(found.Data) != 1 || found.Data[0].ID != "team/chat-8b" {
		t.Errorf("%+v, %v", found, err)
	}
	c = client(option.WithAPIKey("wrong"))
	_, err = c.Models.List(t.Context())
	var refused *openai.Error
	if !errors.As(err, &refused) || refused.StatusCode != http.StatusUnauthorized ||
		refused.Message != "missing or invalid API key" {
		t.Errorf("with another key: %v", err)
	}
}
