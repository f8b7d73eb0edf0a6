// What these libraries do against an endpoint with the image emulator/openai: see TestOpenAI_libraries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { ChatOpenAI, OpenAI as Completions, OpenAIEmbeddings } from "@langchain/openai";
import { embed, generateText, streamText } from "ai";
import OpenAI from "openai";

const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = process.env;
const model = "emulator";
const messages = [{ role: "user", content: "one two" }];
const answer = "The emulator runs no model. You said: one two";
const words = answer.split(" ").length;

const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });

async function all(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

test("openai: chat", async () => {
  const whole = await client.chat.completions.create({ model, messages });
  assert.equal(whole.choices[0].message.content, answer);
  assert.equal(whole.usage.completion_tokens, words);
  const parts = await all(
    await client.chat.completions.create({ model, messages, stream: true, stream_options: { include_usage: true } }),
  );
  assert.equal(parts.map((part) => part.choices[0]?.delta.content ?? "").join(""), answer);
  assert.equal(parts.length, words + 2);
  assert.ok(parts.every((part) => part.object === "chat.completion.chunk"));
  assert.equal(parts.filter((part) => part.choices[0]?.delta.role).length, 1);
  assert.deepEqual(parts.at(-1).usage, whole.usage);
  const helper = client.chat.completions.stream({ model, messages });
  assert.deepEqual((await helper.finalMessage()).role, "assistant");
});

test("openai: completions", async () => {
  const whole = await client.completions.create({ model, prompt: "one two" });
  assert.equal(whole.choices[0].text, answer);
  await assert.rejects(client.completions.create({ model, prompt: ["one", "two"] }), { status: 400 });
  const parts = await all(await client.completions.create({ model, prompt: "one two", stream: true }));
  assert.equal(parts.map((part) => part.choices[0].text).join(""), answer);
  assert.equal(parts.at(-1).choices[0].finish_reason, "stop");
});

test("openai: embeddings", async () => {
  const coded = await client.embeddings.create({ model, input: ["one", "two"], dimensions: 3 });
  const plain = await client.embeddings.create({ model, input: "one", dimensions: 3, encoding_format: "float" });
  assert.equal(coded.data.length, 2);
  assert.equal(coded.data[0].embedding.length, 3);
  coded.data[0].embedding.forEach((number, i) => assert.equal(number, Math.fround(plain.data[0].embedding[i])));
  assert.notDeepEqual(coded.data[0].embedding, coded.data[1].embedding);
});

test("openai: models", async () => {
  assert.deepEqual((await all(client.models.list())).map((found) => found.id), ["team/chat-8b"]);
  assert.equal((await client.models.retrieve("team/chat-8b")).object, "model");
});

test("openai: errors", async () => {
  const others = new OpenAI({ baseURL, apiKey: "wrong", maxRetries: 0 });
  await assert.rejects(others.models.list(), { status: 401, message: "401 missing or invalid API key" });
  await assert.rejects(client.moderations.create({ input: "x" }), {
    status: 404, code: 404, type: "invalid_request_error", message: "404 emulator/openai does not serve /v1/moderations",
  });
  await assert.rejects(client.chat.completions.create({ model, messages: [], stream: true }), { status: 400 });
});

test("openai: a client that leaves", async () => {
  for await (const part of await client.chat.completions.create({ model, messages, stream: true })) {
    assert.equal(part.choices[0].delta.role, "assistant");
    break;
  }
});

test("ai", async () => {
  const provider = createOpenAICompatible({ name: "emulator", baseURL, apiKey, includeUsage: true });
  const input = { model: provider(model), prompt: "one two", maxRetries: 0 };
  assert.equal((await generateText(input)).text, answer);
  const streamed = streamText(input);
  assert.equal((await all(streamed.textStream)).join(""), answer);
  assert.equal(await streamed.finishReason, "stop");
  assert.equal((await streamed.usage).outputTokens, words);
  assert.equal((await embed({ model: provider.textEmbeddingModel(model), value: "one" })).embedding.length, 8);
});

test("langchain", async () => {
  const settings = { model, apiKey, maxRetries: 0, configuration: { baseURL } };
  const chat = new ChatOpenAI(settings);
  assert.equal((await chat.invoke("one two")).content, answer);
  assert.equal((await all(await chat.stream("one two"))).map((part) => part.content).join(""), answer);
  assert.equal((await all(await new Completions(settings).stream("one two"))).join(""), answer);
  assert.equal((await new OpenAIEmbeddings(settings).embedQuery("one")).length, 8);
});
