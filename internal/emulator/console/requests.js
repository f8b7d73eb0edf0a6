// The page of requests: `#`, and with one of them beside the list `#request=<id>&number=<number>`.
import {call, stream} from './api.js';
import * as detail from './detail.js';
import {announce, byId, duration, el, onSubmit, renew, status, title} from './dom.js';

export const section = 'requests-page', nav = '#';

const most = 100, kept = 1000; // rows on the page, and to search
let rows = []; // newest first; a gap has nothing but missed
let unsaid = []; // not announced yet
let after = ''; // ID of the last event
let chosen; // the request in the panel
let signal; // of the page
let restarted; // aborts the stream
let held; // the rows while paused
let due;

export async function open(params, leaving) {
  if (signal !== leaving) {
    signal = leaving;
    addEventListener('keydown', press, {signal});
    restart();
  }
  const id = params.get('request');
  if (!id) document.querySelector('tr.chosen a')?.focus();
  const at = location.hash;
  const found = id && await detail.find(id, params.get('number'));
  if (at === location.hash) chosen = detail.open(found);
  draw();
  return chosen ? title(chosen) : 'Requests';
}

function restart() {
  if (held) byId('pause').click(); // What is shown is another list.
  restarted?.abort();
  restarted = new AbortController();
  clear();
  const only = byId('status').value;
  stream(() => `stream?${new URLSearchParams({after, ...only && {status: only}})}`, {
    message: (event) => {
      after = event.lastEventId;
      const entry = JSON.parse(event.data);
      add(entry);
      unsaid.push(entry);
      announce(count);
    },
    gap: (event) => add(JSON.parse(event.data)),
    restart: clear,
  }, AbortSignal.any([signal, restarted.signal]));
}

function count() {
  const said = unsaid;
  unsaid = [];
  const failed = said.filter((entry) => !entry.status || entry.status >= 400).length;
  return `${said.length} new request${said.length === 1 ? '' : 's'}, ${failed} failed`;
}

function clear() {
  rows = [];
  held &&= [];
  after = '';
  draw();
}

function add(row) {
  rows.unshift(row);
  rows.splice(kept);
  draw();
}

// draw shows the rows once in a frame, however many come.
function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const text = byId('find').value.trim().toLowerCase();
    const all = held ?? rows;
    const found = all.filter((row) => [row.operation, row.subject, row.path, row.status, row.fault, row.user_agent, row.request_id]
      .join(' ').toLowerCase().includes(text)).slice(0, most);
    renew(byId('rows'), found.map((row) => row.missed ? gap(row) : line(row)));
    const isFiltered = all.length || byId('status').value;
    byId('requests').hidden = !found.length;
    byId('empty').hidden = found.length || isFiltered;
    byId('no-match').hidden = found.length || !isFiltered;
  });
}

function gap(row) {
  return el('tr', {class: 'gap'}, el('td', {colspan: 6, tabindex: -1}, `${row.missed} requests are not shown: too many at once, or dropped by the journal`));
}

function line(row) {
  const path = `${row.method} ${row.path}${row.query && '?' + row.query}`;
  return el('tr', {'data-key': row.seq, class: row.seq === chosen?.seq && 'chosen'},
    el('td', {title: path}, el('a', {href: detail.link(row)}, title(row)), row.operation && el('small', {}, `${row.subject} ${path}`.trim())),
    el('td', {}, status(row), row.unknown_key && el('small', {}, 'no key')),
    el('td', {class: 'number'}, duration(row.duration_ms)),
    el('td', {title: row.user_agent}, row.user_agent.split(' ')[0]),
    el('td', {class: 'warn'}, row.fault),
    el('td', {title: row.request_id}, row.request_id));
}

function press(event) {
  if (event.key === 'Escape' && !byId('detail').hidden) location.hash = '';
  const row = event.target.closest('#rows tr');
  const next = row && {ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling}[event.key];
  if (next) {
    event.preventDefault();
    next.querySelector('a, [tabindex]').focus();
  }
}

onSubmit(byId('filters'), () => {
  const id = byId('find').value.trim();
  if (id) location.hash = `request=${encodeURIComponent(id)}`;
});
byId('find').addEventListener('input', draw);
byId('status').addEventListener('change', restart);
byId('pause').addEventListener('click', () => {
  held = held ? undefined : [...rows];
  byId('pause').setAttribute('aria-pressed', !!held);
  draw();
});
byId('clear').addEventListener('click', async () => {
  if (!confirm(byId('clear').dataset.ask)) return;
  await call('DELETE', 'requests');
  clear();
});
