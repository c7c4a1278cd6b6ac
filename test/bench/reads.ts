import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pair, usage } from './measure.ts';
import { openPlace } from './place.ts';
import { type Bench, result, times } from './result.ts';
import { serveComments } from './service.ts';

const FEW = 10;
const USAGES = 5;

/** The least that a node program can do for the same answer. */
const bareGet = (url: string) => `
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

/** Comments of the built-in sandbox, against node with nothing to do. */
export const SANDBOX: Bench = {
  id: 'P4',
  async run(rounds) {
    const place = openPlace();
    const ours = place.crier(['comments', 'get', 'Mn5cTy8LrWb2QzHp6KsD', '--sandbox', '--json']);
    const found = await pair(place, ours, place.node(['-e', '0']), rounds);
    place.remove();
    const what = 'comments get from the sandbox, against node -e 0';
    const detail = times(found);
    return [result({ id: 'P4', what, figure: found.ratio, unit: 'x', budget: 5, goal: 3, detail })];
  },
};
