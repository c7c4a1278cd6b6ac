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

/** Runs all checks at the same time. */
export async function runChecks() {
  const checks = [...CHECKS, ['package', 'publint', ['--strict', '--pack', 'npm', stagePackage()]]];
  return (await Promise.all(checks.map(runStep))).every(Boolean);
}
