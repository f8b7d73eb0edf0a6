// Moves the clock, breaks requests and takes machines away: `#controls`.
import {call, live} from './api.js';
import {command, copies} from './detail.js';
import {byId, el, onSubmit, pre, renew} from './dom.js';

export const section = 'controls', nav = '#controls';

const at = {}; // what is in force
let token = []; // the header that a shell needs
let looks = 0;

const time = (text) => text.replace('T', ' ').replace(/(\.\d+)?Z/, ' UTC');

// requestOf returns method, path and body: fields fill the path or are members of the body.
function requestOf(form) {
  let [method, path] = form.dataset.sends.split(' ');
  const body = {};
  for (const {name, type, value} of form.elements) {
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (name && value) body[name] = /hidden|number/.test(type) ? JSON.parse(value) : value;
  }
  return [method, path, method === 'PUT' && path === 'faults' ? [...at.faults, body] : Object.keys(body).length ? body : undefined];
}

// control has a form send a request, and shows the command that does the same.
function control(form, done, request = requestOf, said = form.appendChild(el('output'))) {
  const line = pre('Command');
  const show = () => {
    const [method, path, body] = request(form);
    line.textContent = command(method, new URL(`../${path}`, location.href).href, token, body);
    return [method, path, body];
  };
  form.append(el('details', {toggle: show}, el('summary', {}, 'curl'), line, copies('Copy', () => line.textContent)));
  form.addEventListener('input', show);
  onSubmit(form, async (event) => {
    if (event.submitter?.value) form.elements[0].value = event.submitter.value;
    if (form.dataset.ask && !confirm(form.dataset.ask)) return;
    const say = (className, textContent) => Object.assign(said, {className, textContent});
    try {
      const sent = show(), answer = await call(...sent);
      if (sent[0] === 'PUT') form.reset();
      say('good', done ?? `The clock shows ${time(answer.now)}.`);
    } catch (error) { say('bad', error.message); }
    await look();
    if (!form.isConnected) said.focus();
  });
  return form;
}

const words = (row) => JSON.stringify(row).replace(/":/g, ': ').replace(/,"/g, ', ').replace(/["{}]/g, '');

const list = (kind, bodyOf) => renew(byId(kind), at[kind].map((row) => {
  const text = words(row);
  return control(el('form', {'data-key': text}, text, el('button', {'aria-label': `Remove ${text}`}, 'Remove')), byId(kind).dataset.done,
    () => ['PUT', kind, bodyOf?.(row) ?? at[kind].filter((one) => words(one) !== text)], byId(`${kind}-said`));
}));

const choose = (id, values) => renew(byId(id), values.map(([value, text]) => el('option', {value, 'data-key': value}, text)));
const named = ({id, name}) => [id, `${name} (${id})`];

async function look() {
  const got = {}, mine = ++looks;
  for (const one of ['clock', 'faults', 'stock', 'fates', 'overview']) got[one] = await call('GET', one);
  if (mine !== looks) return;
  const {clock: {now, real_time, frozen, next}, overview: {kinds: {pods, endpoints}}} = Object.assign(at, got);
  byId('now').textContent = `${time(now)}, ${frozen ? 'frozen' : real_time ? 'real time' : 'manual'}; next event: ${next ? time(next) : 'none'}`;
  byId('to').value ||= now.slice(0, 19) + 'Z';
  byId('freeze').value = !frozen;
  byId('freeze').nextElementSibling.textContent = frozen ? 'Unfreeze' : 'Freeze';
  list('faults');
  list('stock', (limit) => ({...limit, units: -1}));
  list('fates');
  choose('pod', pods.objects.filter(({state, uses}) => /ING$/.test(state) && !uses.some(({kind}) => kind === 'endpoints')).map(named));
  choose('of', endpoints.objects.map(named));
  const of = byId('of').value;
  const {workers} = of ? await call('GET', `endpoints/${encodeURIComponent(of)}`) : {workers: []};
  choose('worker', [['', 'any'], ...workers.map(({id, state}) => [id, `${id}, ${state}`])]);
  for (const form of forms) form.dispatchEvent(new Event('input'));
}

// open looks each second too: the clock and faults change by themselves.
export async function open(_, signal) {
  const {ok} = await fetch('../health', {credentials: 'omit'});
  token = ok ? [] : ['"X-Emulator-Control-Token: $PODFLEET_EMULATOR_CONTROL_TOKEN"'];
  live('health', () => look().catch(() => {}), signal, 1000);
  return 'Controls';
}

const forms = document.querySelectorAll('[data-sends]');
for (const form of forms) control(form, form.dataset.done);
byId('of').addEventListener('change', look);
