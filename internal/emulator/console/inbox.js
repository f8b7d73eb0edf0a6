// The page of webhooks that the emulator has kept: `#inbox`.
import {call, live} from './api.js';
import {byId, el, onSubmit, pre, renew, status} from './dom.js';

export const section = 'inbox', nav = '#inbox';

let newest; // ID of the first call that is shown

// open asks for all calls, which can be large, only when there is a new one.
export function open(_, signal) {
  newest = undefined;
  live('inbox?limit=1', async ({error, 0: first}) => {
    if (newest !== undefined && newest === first?.id) return;
    try {
      const calls = error ? [] : await call('GET', 'inbox');
      renew(byId('calls'), calls.map(line));
      newest = first?.id;
      byId('no-calls').hidden = first || error;
      byId('calls-error').textContent = error?.message ?? '';
    } catch { newest = undefined; }
  }, signal);
  return 'Inbox';
}

function line(one) {
  const kind = one.redelivery ? `redelivery of call ${one.redelivery}` : `attempt ${one.attempt}`;
  const said = el('output');
  const url = el('input', {type: 'url', placeholder: 'the inbox, or a URL', size: 32});
  const form = onSubmit(el('form', {}, el('label', {}, 'To ', url), el('button', {}, 'Redeliver'), said), async () => {
    try {
      const answer = await call('POST', `inbox/${one.id}/redeliver`, url.value && {url: url.value});
      said.textContent = url.value ? `returned ${answer.status}` : `is call ${answer.id}`;
    } catch (error) { said.textContent = error.message; }
  });
  return el('details', {'data-key': one.id},
    el('summary', {}, `${one.name || '/'} · `, status(one), ` · job ${one.job_id} · ${kind} · ${one.time}`),
    form,
    pre(`Body of call ${one.id}`,
      one.body ? JSON.stringify(one.body, null, 2) : 'not kept: larger than 64 KiB'));
}
