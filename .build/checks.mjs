// What is checked without running a test: types, lint, unused code, and what would be published.
import { stagePackage } from './package.mjs';
import { printStep, runProgram } from './run-program.mjs';

/** With it, types that did not change are not checked again: one second instead of ten. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';
const CHECKS = [
  ['types', 'tsc', ['-p', '.', '--incremental', '--tsBuildInfoFile', TYPES_CACHE]],
  ['lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['unused code', 'knip', ['--config', '.config/knip.json', '--no-progress']],
];

async function runStep([name, command, words]) {
  const result = await runProgram(command, words);
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
