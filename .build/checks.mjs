// What is checked without running a test: types, lint, unused code, and what would be published.
import { availableParallelism } from 'node:os';
import { stagePackage } from './package.mjs';
import { printStep, runProgram } from './run-program.mjs';

/** With it, types that did not change are not checked again: one second instead of ten. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';
/** Each checker infers again what the others infer too: four on two cores cost half as much time again as one. */
const CHECKERS = Math.min(4, Math.ceil(availableParallelism() / 2));
/** The compiler keeps nearly all that it makes: collecting its garbage half as often takes a fifth less time. */
const RARE_COLLECTIONS = { GOGC: '200' };
const CHECKS = [
  [
    'types',
    'tsc',
    ['-p', '.', '--checkers', `${CHECKERS}`, '--incremental', '--tsBuildInfoFile', TYPES_CACHE],
    RARE_COLLECTIONS,
  ],
  ['lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['unused code', 'knip', ['--config', '.config/knip.json', '--no-progress']],
];

async function runStep([name, command, words, env]) {
  const result = await runProgram(command, words, { env: { ...process.env, ...env } });
  printStep(name, result);
  return result.isGood;
}

/** Builds `dist`, which some tests run and which is what is published. */
export const build = () => runStep(['build', 'node', ['.build/prepare.cjs']]);

async function checkPackage() {
  const folder = await stagePackage();
  return runStep(['package', 'publint', ['--strict', '--pack', 'npm', folder]]);
}

/** Runs all checks at the same time. */
export async function runChecks() {
  return (await Promise.all([...CHECKS.map(runStep), checkPackage()])).every(Boolean);
}
