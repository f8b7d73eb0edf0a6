// The control interface, as any other client uses it.

const base = new URL('..', location.href).pathname;

// exact keeps numbers as they are spelled that JavaScript would change, in browsers that can.
const exact = (_, value, context) =>
  typeof value === 'number' && JSON.rawJSON && context && context.source !== String(value) ? JSON.rawJSON(context.source) : value;

export const parse = (text) => JSON.parse(text, exact);

// call returns what the control interface answers; an error has its status and the words that it says.
export async function call(method, path, body) {
  const response = await fetch(base + path, {method, body: body && JSON.stringify(body)});
  const text = await response.text();
  let value;
  try { value = text ? parse(text) : null; } catch { value = null; }
  if (!response.ok) {
    throw Object.assign(new Error(value?.error ?? `HTTP status ${response.status}`), {status: response.status});
  }
  return value;
}

const words = {good: 'live', bad: 'connection lost, trying again', paused: 'not connected'};

function say(name) {
  Object.assign(document.getElementById('state'), {textContent: words[name], className: `state ${name}`});
}

// stream hands over events until a signal. It is open only while the page is visible: a browser has six connections to
// a host, so a page has at most one.
export function stream(address, on, signal) {
  let source;
  const close = () => {
    source?.close();
    source = undefined;
    say('paused');
  };
  const open = () => {
    if (source || document.hidden || signal.aborted) return;
    const opened = source = new EventSource(base + address());
    opened.onopen = () => say('good');
    opened.onerror = () => {
      say('bad');
      if (opened.readyState !== EventSource.CLOSED) return; // It tries again by itself, from the last event it got.
      close();
      setTimeout(() => call('GET', 'health').then(open, // A new emulator has another cookie.
        (error) => error.status ? dispatchEvent(new Event('refused')) : open()), 2000);
    };
    for (const [name, hear] of Object.entries(on)) opened.addEventListener(name, hear);
  };
  document.addEventListener('visibilitychange', () => document.hidden ? close() : open(), {signal});
  signal.addEventListener('abort', close);
  close();
  open();
}

// live hands over a view, or its error, at once, after each change, and now and then, as some of it depends on time:
// one request at a time, until a signal.
export function live(path, show, signal, pause = 10_000) {
  let isStale, isLoading;
  const load = async () => {
    isStale = true;
    if (isLoading) return;
    isLoading = true;
    while (isStale && !signal.aborted) {
      isStale = false;
      const began = performance.now();
      const view = await call('GET', path).catch((error) => ({error}));
      if (!signal.aborted && (!view.error || view.error.status)) await show(view); // Without an answer, the page stays.
      await new Promise((done) => setTimeout(done, performance.now() - began)); // So a large view leaves half of the time.
    }
    isLoading = false;
  };
  load();
  stream(() => 'changes', {message: load}, signal);
  const timer = setInterval(() => document.hidden || load(), pause);
  signal.addEventListener('abort', () => clearInterval(timer));
}
