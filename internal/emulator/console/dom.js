// el makes an element. A text stays a text: nothing that a client sent becomes markup.
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

export const byId = (id) => document.getElementById(id);

// status returns how a row and a detail show a status.
export function status(entry) {
  const kind = entry.status === 0 || entry.status >= 500 ? 'bad' : entry.status >= 400 ? 'warn' : 'good';
  return el('span', {class: kind}, entry.status === 0 ? 'cut' : String(entry.status));
}

export const duration = (ms) =>
  ms >= 1000 ? `${(ms / 1000).toFixed(ms < 10000 ? 2 : 1)} s` : `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;

export const title = (entry) => entry.operation || `${entry.method} ${entry.path}`;

// announcer speaks to a screen reader at most once in five seconds.
export function announcer(target) {
  let waiting = [];
  let timer;
  const speak = () => {
    timer = undefined;
    if (!waiting.length) return;
    const failed = waiting.filter((entry) => entry.status === 0 || entry.status >= 400).length;
    target.textContent = `${waiting.length} new ${waiting.length === 1 ? 'request' : 'requests'}, ${failed} failed`;
    waiting = [];
    timer = setTimeout(speak, 5000);
  };
  return (entry) => {
    waiting.push(entry);
    timer ??= setTimeout(speak, 5000);
  };
}
