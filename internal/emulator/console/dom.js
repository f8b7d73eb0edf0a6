// el makes an element. A text stays a text: nothing that a client sent becomes markup.
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if ((value ?? false) !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => (child ?? false) !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

export function onSubmit(form, act) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(event);
  });
  return form;
}

export function status(entry) {
  const kind = !entry.status || entry.status >= 500 ? 'bad' : entry.status >= 400 ? 'warn' : 'good';
  return el('span', {class: kind}, entry.status || 'cut');
}

export const duration = (ms) => ms < 1000 ? `${ms.toFixed(ms < 10 && ms % 1 ? 2 : 0)} ms` :
  ms < 120e3 ? `${(ms / 1000).toFixed(ms < 10e3 ? 2 : 1)} s` :
    ms < 72e5 ? `${Math.floor(ms / 6e4)} min` : ms < 1728e5 ? `${Math.floor(ms / 36e5)} h` : `${Math.floor(ms / 864e5)} d`;

export const title = (entry) => entry.operation || `${entry.method} ${entry.path}`;

export const facts = (values) => el('dl', {}, ...Object.entries(values).filter(([, value]) => value)
  .flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));

export const pre = (name, text) => el('pre', {tabindex: 0, role: 'group', 'aria-label': name}, text);

export const json = (heading, value) => [el('h3', {}, heading),
  pre(heading, typeof value === 'string' ? value : JSON.stringify(value, null, 2))];

let words; // of the next announcement
let timer;

// announce has a screen reader say the newest words, at most once in five seconds.
export function announce(say) {
  words = say;
  timer ??= setTimeout(speak, 5000);
}

function speak() {
  timer = words && setTimeout(speak, 5000);
  if (words) byId('news').textContent = words();
  words = undefined;
}

// renew gives an element other children, and touches only what differs: focus, selection and scrolling stay. Children
// with a data-key come in one order. A form or details with a key stays: somebody may be at work in it.
export function renew(parent, next) {
  const key = (node) => node.dataset?.key;
  const keys = new Set(next.map(key));
  for (const old of [...parent.children]) if (!keys.has(key(old))) old.remove();
  next.forEach((child, i) => {
    const old = parent.childNodes[i];
    if (!old || key(old) !== key(child)) parent.insertBefore(child, old ?? null);
    else if (old.isEqualNode(child) || key(old) && /FORM|DETAILS/.test(old.nodeName)) return;
    else if (old.nodeName !== child.nodeName || !old.attributes) old.replaceWith(child);
    else {
      for (const name of old.getAttributeNames()) if (!child.hasAttribute(name)) old.removeAttribute(name);
      for (const {name, value} of child.attributes) old.setAttribute(name, value);
      renew(old, [...child.childNodes]);
    }
  });
  while (parent.childNodes.length > next.length) parent.lastChild.remove();
}
