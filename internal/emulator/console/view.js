// Parts of the pages of account and queues. They share a section, whose body follows a view.
import {call, live, parse} from './api.js';
import {announce, byId, duration, el, onSubmit, renew} from './dom.js';

// page makes a page of a function of the argument as the address spells it, and of all its parameters. That returns the
// heading, the view's path, and what shows the view.
export const page = (of) => ({section: 'view', nav: '#account', open(params, signal) {
  const [coded, path, draw] = of(location.hash.split(/[=&]/)[1], params);
  const heading = new URLSearchParams(`=${coded}`).get('');
  byId('view-title').textContent = heading;
  byId('view-body').replaceChildren();
  live(path, (view) => renew(byId('view-body'), view.error ?
    [el('p', {role: 'alert'}, `${view.error.message}. `, link('#account', 'Show the account'))] : draw(view).filter(Boolean)), signal);
  return heading;
}});

let told;
export const tell = (text) => text !== told && announce(() => told = text);

export const link = (href, text) => text && el('a', {href}, text);
export const objectLink = ({kind, id, name}) => link((kind === 'endpoints' ? '#endpoint=' : `#object=${kind}/`) + encodeURIComponent(id), name || id);
export const jobLink = (endpoint, id) => link(`#job=${endpoint}/${encodeURIComponent(id)}`, id);
export const workerLink = (endpoint, id) => link(`#endpoint=${endpoint}&worker=${id}`, id);

export function age(then, now) {
  const ms = Date.parse(now) - Date.parse(then);
  return then && el('time', {title: then}, ms < 120e3 ? `${Math.max(0, Math.floor(ms / 1000))} s` : duration(ms));
}

export const ms = (value) => typeof value === 'number' && duration(value);

const colors = {COMPLETED: 'good', FAILED: 'bad', TIMED_OUT: 'bad', CANCELLED: 'warn'};
export const jobStatus = (name) => el('span', {class: colors[name]}, name);

// table has those columns, members or functions of a row, that have something.
export function table(heading, rows, columns, chosen) {
  const value = (cell, row) => cell in row ? row[cell] : cell(row);
  const used = Object.entries(columns).filter(([, cell]) => rows.some((row) => value(cell, row)));
  return rows.length > 0 && el('table', {'data-key': Object.keys(columns)}, el('caption', {}, el('h3', {}, heading)),
    el('thead', {}, el('tr', {}, ...used.map(([name]) => el('th', {scope: 'col'}, name)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {'data-key': row.id, class: row.id === chosen && 'chosen'},
      ...used.map(([name, cell]) => el('td', {'data-label': name}, value(cell, row)))))));
}

// send sends a request through the service's own routes; the journal names the client "console".
export async function send(method, path, body) {
  const answer = await call('POST', 'send', {method, path, body});
  if (answer.status < 300) return answer.body;
  const why = answer.body?.error ?? answer.body?.detail ?? '';
  throw Object.assign(new Error(`Status ${answer.status}: ${why} `), {request: answer.request_id});
}

// form has a button that runs something, with the JSON of a field if there is a text for it, and says why it failed.
export function form(label, run, text) {
  const field = text && el('textarea', {rows: text.split('\n').length + 1, spellcheck: 'false'}, text);
  const said = el('output', {class: 'warn'});
  return onSubmit(el('form', {'data-key': label}, field && el('label', {}, 'Body of the request', field), el('button', {}, label), said), async () => {
    said.replaceChildren();
    try {
      await run(field && parse(field.value));
    } catch (error) {
      said.append(error.message, (error.request && link(`#request=${error.request}`, 'Show the request')) ?? '');
    }
  });
}
