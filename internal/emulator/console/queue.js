// `#endpoint=<id>`, with a worker `&worker=<id>`, and `#job=<endpoint>/<job>`.
import {el, facts, json} from './dom.js';
import {age, form, jobLink, jobStatus, link, ms, page, send, table, tell, workerLink} from './view.js';

const most = 100; // jobs, or chunks, on a page
const newest = (name, total) => `${name}: ${total}${total > most ? `, the newest ${most}` : ''}`;

const run = (endpoint, label, text) => form(label, async (body) => {
  location.hash = `job=${endpoint}/${(await send('POST', `/v2/${endpoint}/run`, body)).id}`;
}, text);

export const endpoint = page((id, params) => [`Endpoint ${id}`, `endpoints/${id}`, (view) => {
  const {inQueue, inProgress, completed, failed, retried} = view.jobs;
  const jobs = `${inQueue} queued, ${inProgress} in progress, ${completed} completed, ${failed} failed, ${retried} retried`;
  tell(jobs);
  return [
    el('p', {}, view.scaling),
    facts({Name: view.name, Jobs: jobs, 'Throttled workers': view.throttled, Object: link(`#object=endpoints/${id}`, 'As the API returns it')}),
    run(id, 'Submit a job', '{"input": {}}'),
    table(`Workers: ${view.workers.length}`, view.workers, {
      ID: 'id', State: 'state',
      Job: (one) => jobLink(id, one.job),
      For: (one) => age(one.since, view.now),
      Image: 'image', Version: 'version',
    }, params.get('worker')),
    table(newest('Jobs', view.total), view.listed, {
      ID: (one) => el('span', {}, jobLink(id, one.id), el('small', {}, one.input)),
      Status: (one) => el('span', {}, jobStatus(one.status), one.reason && el('small', {}, one.reason)),
      Age: (one) => age(one.submitted, view.now),
      Delay: (one) => ms(one.delay_ms),
      Execution: (one) => ms(one.execution_ms),
      Attempt: (one) => one.attempt || false,
      Worker: (one) => workerLink(id, one.worker),
    }),
  ];
}]);

export const job = page((name) => {
  const [endpoint, id] = name.split('/');
  const action = (label, verb) => form(label, () => send('POST', `/v2/${endpoint}/${verb}/${id}`));
  return [`Job ${id}`, `jobs/${name}`, (view) => {
    const {job, timeline} = view;
    tell(`The job is ${job?.status ?? 'deleted'}`);
    const from = Date.parse(job?.submittedAt ?? timeline[0].at);
    const lines = timeline.map((one) => el('li', {},
      el('time', {title: one.at}, `+${ms(Math.max(0, Date.parse(one.at) - from))}`), ` ${one.event} `,
      workerLink(endpoint, one.worker), one.detail && el('small', {}, one.detail)));
    if (view.dropped) lines.splice(8, 0, el('li', {class: 'warn'}, `${view.dropped} events are left out`));
    return [
      facts({
        Status: job ? jobStatus(job.status) : 'deleted. The timeline stays for 30 minutes.',
        Reason: job?.reason, Error: job?.error, Delay: ms(view.delay_ms), Execution: ms(view.execution_ms),
        Worker: workerLink(endpoint, job?.workerId), Endpoint: link(`#endpoint=${endpoint}`, decodeURIComponent(endpoint)), Webhook: job?.webhook,
      }),
      /IN_/.test(job?.status) && action('Cancel', 'cancel'), /FAILED|TIMED/.test(job?.status) && action('Retry', 'retry'),
      el('h3', {}, 'Timeline'), el('ol', {}, ...lines),
      ...job?.chunks.length ? json(newest('Chunks', job.chunks.length), job.chunks.slice(-most).map((one) => JSON.stringify(one)).join('\n')) : [],
      ...job?.output === undefined ? [] : json('Output', job.output),
      ...job ? [...json('Input', job.input), run(endpoint, 'Run again', JSON.stringify({input: job.input}, null, 2))] : [],
    ];
  }];
});
