// The control interface, as any other client uses it.

const base = new URL('..', location.href).pathname;

// exact keeps numbers as they are spelled that JavaScript would change, in browsers that can.
const exact = (_, value, context) =>
  typeof value === 'number' && JSON.rawJSON && context && context.source !== String(value) ? JSON.rawJSON(context.source) : value;

// call returns what the control interface answers; an error has its status and the words that it says.
export async function call(method, path, body) {
  const response = await fetch(base + path, {method, body: body && JSON.stringify(body)});
  const text = await response.text();
  let value;
  try { value = text ? JSON.parse(text, exact) : null; } catch { value = null; }
  if (!response.ok) {
    throw Object.assign(new Error(value?.error ?? `HTTP status ${response.status}`), {status: response.status});
  }
  return value;
}

// Feed is the stream of requests. It is open only while the page is visible: a browser has six connections to a host.
export class Feed {
  #source; #after = ''; #status = ''; #on;

  constructor(on) {
    this.#on = on;
    document.addEventListener('visibilitychange', () => document.hidden ? this.#close() : this.open());
  }

  // restart shows the newest requests of a status, from the beginning.
  restart(status) {
    this.#status = status;
    this.#after = '';
    this.#close();
    this.open();
  }

  open() {
    if (this.#source || document.hidden) return;
    const query = new URLSearchParams({after: this.#after});
    if (this.#status) query.set('status', this.#status);
    const source = this.#source = new EventSource(`${base}stream?${query}`);
    source.onopen = () => this.#on.state('live');
    source.onerror = () => {
      this.#on.state('lost');
      if (source.readyState !== EventSource.CLOSED) return; // It tries again by itself, from the last event it got.
      this.#close();
      setTimeout(() => call('GET', 'health').then(() => this.open(), // A new emulator has another cookie.
        (error) => error.status ? this.#on.refused() : this.open()), 2000);
    };
    source.onmessage = (event) => {
      this.#after = event.lastEventId;
      this.#on.row(JSON.parse(event.data));
    };
    source.addEventListener('gap', (event) => this.#on.gap(JSON.parse(event.data).missed));
    source.addEventListener('restart', () => {
      this.#after = '';
      this.#on.restart();
    });
  }

  #close() {
    this.#source?.close();
    this.#source = undefined;
    this.#on.state('paused');
  }
}
