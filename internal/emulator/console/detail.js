import {call} from './api.js';
import {byId, duration, el, facts, json, status, title} from './dom.js';
import {jobLink} from './view.js';

const panel = byId('detail');

// find returns the request with an ID, or why there is none. Attempts share one, so the number chooses; another
// emulator's has another ID.
export async function find(id, number) {
  const get = (one) => call('GET', `requests/${encodeURIComponent(one)}`).catch((error) => error);
  const entry = number && await get(number);
  return entry?.request_id === id ? entry : get(id);
}

// open shows what find returned, and returns the request. Nothing closes the panel.
export function open(entry) {
  panel.hidden = !entry;
  if (!entry) return undefined;
  if (entry.message) return show('Request not found', el('p', {}, entry.message));
  show(
    title(entry), facts({
      Status: el('span', {}, status(entry), entry.fault && ` injected fault: ${entry.fault}`),
      Rule: entry.rule && el('a', {href: `#rule=${entry.rule}`}, entry.rule),
      Job: /^RunJob/.test(entry.operation) && jobLink(entry.path.split('/')[2], entry.response?.id),
      Request: `${entry.method} ${entry.path}${entry.query && '?' + entry.query}`,
      Duration: duration(entry.duration_ms), Time: `${entry.time}, emulator's clock`,
      Client: entry.user_agent, 'Request ID': el('a', {href: link(entry)}, entry.request_id),
      Key: entry.unknown_key && 'unknown: the journal keeps no bodies',
    }),
    copies('Copy as curl', () => curl(entry)), ' ', copies('Copy link', () => new URL(link(entry), location.href).href),
    ...body(entry, 'request', entry.body, 'Request body', 'none'),
    ...body(entry, 'response', entry.response, `Response body, ${entry.response_bytes} bytes`,
      entry.response_bytes ? 'not in the journal: it is larger than 64 KiB, or old' : 'none'),
  );
  return entry;
}

export const link = (entry) => `#request=${encodeURIComponent(entry.request_id)}&number=${entry.seq}`;

function show(heading, ...parts) {
  byId('title').textContent = heading;
  byId('parts').replaceChildren(...parts);
  panel.focus({preventScroll: innerWidth > 1120});
}

export function copies(label, text) {
  const button = el('button', {type: 'button', click: async () => {
    try { await navigator.clipboard.writeText(text()); button.textContent = 'Copied'; }
    catch { button.after(el('pre', {}, text())); button.textContent = 'Shown below'; }
    setTimeout(() => { button.textContent = label; }, 2000);
  }}, label);
  return button;
}

// curl returns the command that sends a request again, with the key in a variable. A masked value stays masked.
function curl(entry) {
  return command(entry.method, location.origin + entry.path + (entry.query && '?' + entry.query),
    ['"Authorization: Bearer $PODFLEET_API_KEY"', ...entry.body === null ? [] : ["'Content-Type: application/json'"]], entry.body);
}

// command returns what a shell sends a request with. Headers are quoted already.
export function command(method, url, headers, body) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [`curl -g -X ${quoted(method)} ${quoted(url)}`, ...headers.map((header) => `-H ${header}`)];
  if (body) parts.push(`-d ${quoted(JSON.stringify(body))}`);
  return parts.join(' \\\n  ');
}

function body(entry, of, value, heading, without) {
  if (typeof (value ?? without) === 'string') return json(heading, value ?? without);
  const shown = json(heading, '');
  write(shown[1], value, async (path) => (await call('POST', `requests/${entry.seq}/reveal`, {of, path})).value, [], '');
  return shown;
}

// write shows JSON, with a button for each masked value.
function write(to, value, shown, path, indent) {
  if (value === '(masked)') {
    to.append(el('button', {type: 'button', 'aria-label': `masked: show ${path.join('.')}`, click: async (event) => {
      const button = event.currentTarget;
      try { button.replaceWith(JSON.stringify(await shown(path))); } catch (error) { button.replaceWith(`(${error.message})`); }
    }}, 'masked: show'));
    return;
  }
  const isList = Array.isArray(value);
  const members = Object(value) === value && !JSON.isRawJSON?.(value) ? Object.entries(value) : [];
  if (!members.length) return to.append(JSON.stringify(value));
  to.append(isList ? '[' : '{');
  members.forEach(([name, member], i) => {
    to.append(`${i ? ',' : ''}\n${indent}  ${isList ? '' : JSON.stringify(name) + ': '}`);
    write(to, member, shown, [...path, name], indent + '  ');
  });
  to.append(`\n${indent}${isList ? ']' : '}'}`);
}
