// What is checked without running a test: types, lint, unused code, and what would be published.
import { stagePackage } from './package.mjs';
import { runCompiler } from './run-compiler.mjs';
import { printStep, runProgram } from './run-program.mjs';

/** With it, types that did not change are not checked again: one second instead of ten. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';
const PAGE_TYPES_CACHE = 'node_modules/.cache/page-types.tsbuildinfo';
const CHECKS = [
  ['types', () => runCompiler(['-p', '.', '--incremental', '--tsBuildInfoFile', TYPES_CACHE])],
  // a browser has other globals than Node.js
  [
    'types of the page',
    () => runCompiler(['-p', 'src/dashboard', '--incremental', '--tsBuildInfoFile', PAGE_TYPES_CACHE]),
  ],
  ['lint', () => runProgram('biome', ['check', '--error-on-warnings', '.'])],
  ['unused code', () => runProgram('knip', ['--config', 'scripts/knip.json', '--no-progress'])],
];

async function runStep([name, run]) {
  const result = await run();
  printStep(name, result);
  return result.isGood;
}

/** Builds `dist`, which some tests run and which is what is published. */
export const build = () => runStep(['build', () => runProgram('node', ['scripts/prepare.cjs'])]);

async function checkPackage() {
  const startedAt = performance.now();
  try {
    const folder = await stagePackage();
    return runProgram('publint', ['--strict', '--pack', 'npm', folder]);
  } catch ({ message }) {
    // the package cannot be put together, mostly because its declarations do not compile
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    return { isGood: false, seconds, output: `${message}\n` };
  }
}

/** Runs the checks that belong to the fast tests at the same time: the slow tests put the package together. */
export async function runSourceChecks() {
  return (await Promise.all(CHECKS.map(runStep))).every(Boolean);
}

/** Runs all checks at the same time. */
export async function runChecks() {
  return (await Promise.all([runSourceChecks(), runStep(['package', checkPackage])])).every(Boolean);
}
