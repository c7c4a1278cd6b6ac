// `npm test`: everything that has to hold, cheap looks first, a line each; all output of what failed, none of what did not.
import { run, runTests } from './vitest-run.mjs';

const BUILD = ['build', 'node', ['.build/prepare.cjs']];
const LOOKS = [
  ['types', 'tsc', ['-p', '.']],
  ['linter', 'biome', ['check', '--error-on-warnings', '.']],
  ['unused code', 'knip', ['--config', '.config/knip.json', '--no-progress']],
  ['package', 'publint', ['--strict', '--pack', 'npm']],
];

async function look([name, command, words]) {
  const { isGood, seconds, output } = await run(command, words);
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n${isGood ? '' : output}`);
  return isGood;
}

const good = [await look(BUILD), ...(await Promise.all(LOOKS.map(look))), await runTests('tests')];
process.exitCode = good.every(Boolean) ? 0 : 1;
