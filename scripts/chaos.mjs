// `npm run chaos`: the tests whose size can be set, at their full size: more processes, more kills, more rounds; and
// those that install packages of others.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run-program.mjs';
import { listTestFiles, runTests } from './run-tests.mjs';

/** `scaled` decides on the size of a test, also where what the test imports calls it. */
const SCALE = 'test/support/scale.ts';
const IMPORTED = /from '(\.[^']+)'/g;

/** Whether the files of tests that one imports, and those that these import, have a size that can be set. */
function hasSize(file, seen = new Map()) {
  if (file === SCALE) return true;
  if (!file.startsWith('test/') || !existsSync(join(root, file))) return false;
  if (!seen.has(file)) {
    seen.set(file, false);
    const text = readFileSync(join(root, file), 'utf8');
    const imported = [...text.matchAll(IMPORTED)].map(([, path]) => join(dirname(file), path));
    seen.set(file, /\bCRIER_CHAOS\b/.test(text) || imported.some((each) => hasSize(each, seen)));
  }
  return seen.get(file);
}

const INSTALLS = /^test\/registry\//;

const sized = listTestFiles().filter((file) => INSTALLS.test(file) || hasSize(file));
const given = process.argv.slice(2);

const isGood = await runTests('chaos', {
  words: given.length === 0 ? sized : given,
  env: { CRIER_CHAOS: '1' },
});
process.exitCode = isGood ? 0 : 1;
