// Which page the address names, and the token that all pages need.
import {account, object, rule} from './account.js';
import {call} from './api.js';
import * as controls from './controls.js';
import {byId, onSubmit} from './dom.js';
import * as inbox from './inbox.js';
import {endpoint, job} from './queue.js';
import * as requests from './requests.js';

// pages are by the name that begins their address; any other is of Requests. Each has
//   section, the ID of its section in the document, and nav, the address of its link in the navigation;
//   open(params, signal), which shows what the parameters of the address name until the signal is aborted, and returns
//   a title or the promise of one. Requests is opened again with the same signal, so its list goes on.
const pages = {account, object, endpoint, job, inbox, controls, rule};

let shown; // the page
let leaving = new AbortController();

// navigate opens the page of the address. One that somebody came to has the focus in its heading.
async function navigate(event) {
  if (enter() || byId('console').hidden) return;
  const at = location.hash;
  const params = new URLSearchParams(at.slice(1));
  const page = pages[params.keys().next().value] ?? requests;
  const isNew = page !== shown || page !== requests;
  if (isNew) {
    leaving.abort();
    leaving = new AbortController();
    shown = page;
    for (const part of byId('console').children) part.hidden = part.id !== page.section;
    for (const link of document.querySelectorAll('nav a')) link.ariaCurrent = link.getAttribute('href') === page.nav ? 'page' : null;
  }
  const signal = leaving.signal;
  const title = page.open(params, signal);
  if (isNew && event) byId(page.section).querySelector('h2')?.focus();
  const name = await title;
  if (at === location.hash) document.title = `${name} · podfleet emulator`;
}

async function begin() {
  leaving.abort();
  shown = undefined;
  try {
    await call('GET', 'health');
  } catch (error) {
    byId('refusal').textContent = error.message;
    byId('login').hidden = false;
    byId('console').hidden = true;
    byId('login').lastElementChild.hidden = !error.message.includes('needs the token');
    byId('token').focus();
    return;
  }
  byId('login').hidden = true;
  byId('console').hidden = false;
  navigate();
}

async function login(token) {
  try {
    await call('POST', 'console/session', {token});
    byId('token').value = '';
    begin();
  } catch (error) { byId('refusal').textContent = error.message; }
}

// enter takes a token out of the address, and reports whether there was one.
function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return false;
  history.replaceState(null, '', location.pathname);
  byId('login').hidden = false;
  login(token);
  return true;
}

onSubmit(byId('login'), () => login(byId('token').value));
addEventListener('refused', begin);
addEventListener('hashchange', navigate);
if (!enter()) begin();
