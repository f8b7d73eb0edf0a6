// `#account`, older objects of a kind, `#account=<kind>&before=<number>`, `#object=<kind>/<id>`, and the contract's `#rule=<section>`.
import {byId, el, facts, json} from './dom.js';
import {age, form, objectLink, page, send, table} from './view.js';

const kinds = {
  endpoints: 'Endpoint', pods: 'Pod', networkVolumes: 'Network volume', templates: 'Template', containerRegistryAuths: 'Registry credential',
};
const money = (usd) => `$${usd.toFixed(4)}`;
const related = (list) => list.length > 0 &&
  el('span', {}, ...list.flatMap((one, i) => [`${i ? ', ' : ''}${kinds[one.kind].toLowerCase()} `, objectLink(one)]));

export const account = page((kind, params) => [kind ? 'Older objects' : 'Account',
  kind ? `overview?kind=${kind}&before=${params.get('before')}` : 'overview', (view) => {
    const shown = Object.keys(kinds).filter((kind) => view.kinds[kind]?.objects.length);
    return [
      ...shown.length ? [el('p', {}, `Cost so far: ${money(view.cost)}`)] : empty,
      ...shown.flatMap((kind) => {
        const {objects, total} = view.kinds[kind];
        return [table(`${kinds[kind]}s: ${total}`, objects, {
          [kinds[kind]]: (one) => el('span', {}, objectLink({kind, ...one}), one.name && el('small', {}, one.id)),
          State: 'state',
          Age: (one) => age(one.created, view.now),
          Cost: (one) => one.cost > 0 && `${money(one.cost)}${one.cost_per_hour ? `, ${money(one.cost_per_hour)} per hour` : ''}`,
          Uses: (one) => related(one.uses),
        }), objects.length === 100 && el('p', {'data-key': `older ${kind}`},
          el('a', {href: `#account=${kind}&before=${objects[99].number}`}, 'Older'))];
      }),
    ];
  }]);

const empty = [
  ...byId('no-objects').content.children,
  form('Create an example endpoint', async () => {
    const template = await send('POST', '/v1/templates', {name: 'example', imageName: 'emulator/echo', isServerless: true});
    location.hash = `endpoint=${(await send('POST', '/v1/endpoints', {name: 'example', templateId: template.id})).id}`;
  }),
];

export const object = page((name) => [`${kinds[name.split('/')[0]]} ${name.split('/')[1]}`, `objects/${name}`, (view) => [
  facts({
    Name: view.name, 'Workers, jobs': view.kind === 'endpoints' && objectLink(view),
    Uses: related(view.uses) || 'nothing', 'Used by': related(view.used_by) || 'nothing',
  }),
  el('div', {class: 'versions'}, ...view.versions.map((one) => el('section', {}, ...json(`GET ${one.path}: ${one.status}`, one.body)))),
]]);

export const rule = page((name) => [`Rule: ${name}`, `rules/${name}`, ({text}) => json('Section', text)]);
