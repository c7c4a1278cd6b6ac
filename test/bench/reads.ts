import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pair, usage } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result, times } from './result.ts';
import { serveComments } from './service.ts';

export const FEW = 10;
const USAGES = 5;

/** The least that a node program can do for the same answer. */
export const bareGet = (url: string) => `
require('node:http').get(${JSON.stringify(`${url}/comments/x`)}, (answer) => {
  let text = '';
  answer.on('data', (chunk) => { text += chunk; }).on('end', () => console.log(JSON.parse(text).id));
});`;

/** Few comments over HTTP, against bare node that asks for the same. */
export const HTTP: Bench = {
  id: 'P3',
  async run(rounds) {
    const [place, service] = [openPlace(), await serveComments(FEW)];
    const bare = join(place.folder, 'bare.cjs');
    writeFileSync(bare, bareGet(service.url));
    const ours = place.crier(['comments', 'get', 'x', '--json'], service.env);
    const theirs = place.node([bare]);
    const found = await pair(place, ours, theirs, rounds);
    const [own, other] = [await usage(place, ours, USAGES), await usage(place, theirs, USAGES)];
    service.close();
    place.remove();
    const detail = `${times(found)}; processor ${own.cpuMs.toFixed(0)} ms against ${other.cpuMs.toFixed(0)}`;
    const what = `comments get, ${FEW} over HTTP, against a bare GET`;
    return [result({ id: 'P3', what, figure: found.ratio, unit: 'x', budget: 1.6, goal: 1.2, detail })];
  },
};

export const OF_SANDBOX = ['comments', 'get', 'Mn5cTy8LrWb2QzHp6KsD', '--sandbox', '--json'];

/** Comments of the built-in sandbox, against node with nothing to do. */
export const SANDBOX: Bench = {
  id: 'P4',
  async run(rounds) {
    const place = openPlace();
    const ours = place.crier(OF_SANDBOX);
    const found = await pair(place, ours, place.node(['-e', '0']), rounds);
    place.remove();
    const what = 'comments get from the sandbox, against node -e 0';
    const detail = times(found);
    return [result({ id: 'P4', what, figure: found.ratio, unit: 'x', budget: 3.3, goal: 3, detail })];
  },
};

const COUNT = 100_000;
const STREAM_SHARE = 5;
const STREAM_USAGES = 3;

/** Every comment of a large answer as a line of its own: the time against jq's over the same body, and the memory. */
export const STREAM: Bench = {
  id: 'P7',
  async run(rounds) {
    const [place, service] = [openPlace(), await serveComments(COUNT)];
    const body = join(place.folder, 'body.json');
    writeFileSync(body, service.body);
    const ours = place.crier(['comments', 'get', 'x', '-o', 'ndjson'], service.env);
    const jq = { file: 'jq', words: ['-c', '.instagram[]', body] };
    const hasJq = spawnSync(jq.file, ['--version'], { env: place.env }).status === 0;
    const found = hasJq ? await pair(place, ours, jq, Math.ceil(rounds / STREAM_SHARE)) : null;
    const { peakMiB } = await usage(place, ours, STREAM_USAGES);
    service.close();
    place.remove();
    const size = `${(service.body.length / 1e6).toFixed(0)} MB`;
    return [
      result({
        id: 'P7',
        what: `${COUNT} comments (${size}) to ndjson, against jq -c`,
        figure: found?.ratio ?? null,
        unit: 'x',
        budget: 0.8,
        goal: 0.5,
        detail: found === null ? 'there is no jq on this machine' : times(found),
      }),
      result({
        id: 'P7',
        what: 'the most memory that it takes',
        figure: peakMiB,
        unit: 'MiB',
        budget: 105,
        goal: 100,
        detail: '',
      }),
    ];
  },
};

const SOME = 1_000;
const MANY = 10_000;
/** A table takes long enough for few rounds. */
const TABLE_SHARE = 3;

/** One side of a comparison: a number of comments, in a format. */
interface Side {
  readonly format: string;
  readonly rows: number;
}

interface Compared extends Pick<Parameters<typeof result>[0], 'budget' | 'goal' | 'what'> {
  readonly id: string;
  readonly ours: Side;
  readonly against: Side;
}

/** Comments in one format or number against another; the whole program, over HTTP. */
function compared({ id, ours, against, ...recorded }: Compared): Bench {
  return {
    id,
    async run(rounds) {
      const [place, service, other] = [
        openPlace(),
        await serveComments(ours.rows),
        await serveComments(against.rows),
      ];
      const run = ({ format }: Side, { env }: typeof service) =>
        place.crier(['comments', 'get', 'x', '-o', format], env);
      const share = Math.ceil(rounds / TABLE_SHARE);
      const found = await pair(place, run(ours, service), run(against, other), share);
      service.close();
      other.close();
      place.remove();
      return [result({ id, ...recorded, figure: found.ratio, unit: 'x', detail: times(found) })];
    },
  };
}

/** A table against the same as JSON. */
export const TABLE = compared({
  id: 'P5',
  what: `a table of ${SOME} comments, against json`,
  ours: { format: 'table', rows: SOME },
  against: { format: 'json', rows: SOME },
  budget: 3,
  goal: 1.5,
});

/** A table against one with a tenth of the rows. */
export const LONG_TABLE = compared({
  id: 'P6',
  what: `a table of ${MANY} rows, against ${SOME}`,
  ours: { format: 'table', rows: MANY },
  against: { format: 'table', rows: SOME },
  budget: 6,
  goal: 5,
});
