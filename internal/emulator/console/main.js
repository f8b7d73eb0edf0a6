import {call, Feed} from './api.js';
import * as detail from './detail.js';
import './inbox.js';
import {announcer, byId, duration, el, status, title} from './dom.js';

const shown = 100; // rows on the page
const kept = 1000; // rows to search
const announce = announcer(byId('news'));
let rows = []; // newest first; a gap is a row with nothing but missed
let open; // the request in the panel
let paused = false;
let due = false;

const words = {live: 'live', lost: 'connection lost, trying again', paused: 'not connected'};
const feed = new Feed({
  state: (name) => {
    byId('state').textContent = words[name];
    byId('state').className = `state ${name}`;
  },
  row: (entry) => {
    add(entry);
    announce(entry);
  },
  gap: (missed) => add({missed}),
  restart: () => {
    rows = [];
    draw();
  },
  refused: () => begin(),
});

function add(row) {
  rows.unshift(row);
  rows.length = Math.min(rows.length, kept);
  if (!paused) draw();
}

// draw shows the rows once in a frame, however many come.
function draw() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    const text = byId('find').value.trim().toLowerCase();
    const found = rows.filter((row) => matches(row, text)).slice(0, shown);
    const focused = document.activeElement?.closest('#rows a')?.getAttribute('href');
    byId('rows').replaceChildren(...found.map((row) => row.missed ? gap(row) : line(row)));
    if (focused) byId('rows').querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus({preventScroll: true});
    byId('requests').hidden = found.length === 0;
    byId('empty').hidden = found.length > 0;
    byId('empty').textContent = rows.length || byId('status').value ?
      'No request matches. With a whole request ID, press Enter to look it up in the journal.' :
      'No requests yet. Send one, or point a client here with the variables that the emulator printed.';
    mark();
  });
}

const matches = (row, text) => !text || [row.operation, row.path, row.user_agent, row.request_id, row.fault, row.status]
  .some((value) => String(value ?? '').toLowerCase().includes(text));

function gap(row) {
  return el('tr', {class: 'gap'}, el('td', {colspan: 6}, `${row.missed} requests are not shown: they came too fast, or the journal has dropped them`));
}

function line(row) {
  const path = `${row.method} ${row.path}${row.query && '?' + row.query}`;
  return el('tr', {'data-seq': row.seq},
    el('td', {title: path}, el('a', {href: detail.link(row)}, title(row)), row.operation ? el('small', {}, path) : ''),
    el('td', {}, status(row), row.unknown_key ? el('small', {}, 'no key') : ''),
    el('td', {class: 'number'}, duration(row.duration_ms)),
    el('td', {title: row.user_agent}, row.user_agent.split(' ')[0]),
    el('td', {class: 'warn'}, row.fault),
    el('td', {title: row.request_id}, row.request_id));
}

function mark() {
  for (const row of byId('rows').children) row.classList.toggle('chosen', row.dataset.seq === String(open?.seq));
}

// navigate opens the request of the address.
async function navigate() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const id = asked.get('request');
  if (!id) byId('rows').querySelector('tr.chosen a')?.focus();
  open = id ? await detail.open(id, asked.get('number')) : detail.close();
  document.title = `${open ? title(open) : 'Requests'} · podfleet emulator`;
  mark();
}

// begin shows the console, or asks for the token.
async function begin() {
  try {
    await call('GET', 'health');
  } catch (error) {
    byId('refusal').textContent = error.message;
    byId('state').textContent = words.paused;
    byId('login').hidden = false;
    byId('console').hidden = true;
    for (const part of byId('login').querySelectorAll('label, input, button')) {
      part.hidden = !error.message.includes('needs the token');
    }
    byId('token').focus();
    return;
  }
  byId('login').hidden = true;
  byId('console').hidden = false;
  rows = [];
  feed.restart(byId('status').value);
  navigate();
}

async function login(token) {
  try {
    await call('POST', 'console/session', {token});
  } catch (error) {
    byId('refusal').textContent = error.message;
    return;
  }
  byId('token').value = '';
  begin();
}

byId('login').addEventListener('submit', (event) => {
  event.preventDefault();
  login(byId('token').value);
});
byId('filters').addEventListener('submit', (event) => {
  event.preventDefault();
  const id = byId('find').value.trim();
  if (id) location.hash = `request=${encodeURIComponent(id)}`;
});
byId('find').addEventListener('input', draw);
byId('status').addEventListener('change', () => {
  if (paused) byId('pause').click(); // What is shown is another list.
  rows = [];
  draw();
  feed.restart(byId('status').value);
});
byId('pause').addEventListener('click', () => {
  paused = !paused;
  byId('pause').setAttribute('aria-pressed', paused);
  draw();
});
byId('clear').addEventListener('click', async () => {
  if (!confirm('Delete all requests from the journal? Programs that count them lose them too.')) return;
  await call('DELETE', 'requests');
  rows = [];
  draw();
});
addEventListener('hashchange', () => enter() || navigate());
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !byId('detail').hidden) location.hash = '';
  if (event.key === '/' && !event.target.closest('input, select')) {
    event.preventDefault();
    byId('find').focus();
  }
  const row = event.target.closest?.('#rows tr');
  const next = row && {ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling}[event.key];
  if (next) {
    event.preventDefault();
    next.querySelector('a')?.focus();
  }
});

// enter takes a token out of the address, and reports whether there was one.
function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return false;
  history.replaceState(null, '', location.pathname);
  byId('login').hidden = false;
  login(token);
  return true;
}

if (!enter()) begin();
