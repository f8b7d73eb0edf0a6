// The page of webhooks that the emulator has kept: #inbox.
import {call} from './api.js';
import {byId, el, status} from './dom.js';

export const section = 'inbox', nav = '#inbox';

let newest; // ID of the first call that is shown

// open looks every two seconds while the page is open and visible, and draws only what is new.
export function open(_, signal) {
  const look = async () => {
    if (document.hidden) return;
    try {
      const [first] = await call('GET', 'inbox?limit=1');
      if (first?.id !== newest || !first) draw(first ? await call('GET', 'inbox') : []);
      newest = first?.id;
    } catch (error) {
      byId('no-calls').textContent = error.message;
      newest = undefined;
    }
  };
  const timer = setInterval(look, 2000);
  signal.addEventListener('abort', () => clearInterval(timer));
  document.addEventListener('visibilitychange', look, {signal});
  look();
  return 'Inbox';
}

// draw leaves the calls that are there already alone: somebody may be writing in their forms.
function draw(calls) {
  const list = byId('calls');
  const known = new Set([...list.children].map((one) => one.dataset.id));
  list.prepend(...calls.filter((one) => !known.has(String(one.id))).map(line));
  for (const old of [...list.children].slice(calls.length)) old.remove();
  byId('no-calls').textContent = calls.length ? '' :
    'No calls yet. Submit a job with a webhook at the host inbox.emulator.invalid and any path.';
}

function line(one) {
  const kind = one.redelivery ? `redelivery of call ${one.redelivery}` : `attempt ${one.attempt}`;
  const said = el('output');
  const url = el('input', {type: 'url', placeholder: 'the inbox, or a URL', size: 32});
  const again = async (event) => {
    event.preventDefault();
    try {
      const answer = await call('POST', `inbox/${one.id}/redeliver`, url.value ? {url: url.value} : undefined);
      said.textContent = url.value ? `returned ${answer.status}` : `is call ${answer.id}`;
    } catch (error) { said.textContent = error.message; }
  };
  return el('details', {'data-id': one.id},
    el('summary', {}, `${one.name || '/'} · `, status(one), ` · job ${one.job_id} · ${kind} · ${one.time.replace(/\.\d+/, '')}`),
    el('form', {submit: again}, el('label', {}, 'To ', url), el('button', {}, 'Redeliver'), said),
    el('pre', {tabindex: 0, 'aria-label': `Body of call ${one.id}`},
      one.body ? JSON.stringify(one.body, null, 2) : 'not kept: larger than 64 KiB'));
}
