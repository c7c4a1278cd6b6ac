// `npm run chaos`: the tests whose size can be set, at their full size: more processes, more kills, more rounds; and
// those that install packages of others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-program.mjs';
import { listTestFiles, runTests } from './run-tests.mjs';

/** Names what decides on the size: `scaled`, or what is built with it. */
const HAS_SIZE = /support\/(?:\w+\/)?(?:scale|hostile-answers|hostile-runs)\.ts'|\bCRIER_CHAOS\b/;

const INSTALLS = /^test\/registry\//;

const sized = listTestFiles().filter(
  (file) => INSTALLS.test(file) || HAS_SIZE.test(readFileSync(join(root, file), 'utf8')),
);
const given = process.argv.slice(2);

const isGood = await runTests('chaos', {
  words: given.length === 0 ? sized : given,
  env: { CRIER_CHAOS: '1' },
});
process.exitCode = isGood ? 0 : 1;
