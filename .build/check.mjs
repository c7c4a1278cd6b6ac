// `npm test`: everything that has to hold, cheap looks first, a line each; all output of what failed, none of what did not.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const report = join(root, '.reports', 'tests.json');

const LOOKS = [
  ['build', 'node', ['.build/prepare.cjs']],
  ['types', 'tsc', ['-p', '.']],
  ['linter', 'biome', ['check', '--error-on-warnings', '.']],
  ['unused code', 'knip', ['--config', '.config/knip.json', '--no-progress']],
  ['package', 'publint', ['--strict', '--pack', 'npm']],
];
const TESTS = [
  'vitest',
  [
    'run',
    '--config',
    '.config/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile=${report}`,
  ],
];

function run(command, words) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules', '.bin', command), words, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      resolve({ isGood: code === 0, seconds, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

async function look([name, command, words]) {
  const { isGood, seconds, output } = await run(command, words);
  process.stdout.write(`${isGood ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n${isGood ? '' : output}`);
  return isGood;
}

function countTests() {
  try {
    const { numPassedTests, numFailedTests, numTotalTestSuites, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // a file that could not be loaded has no test of its own to count
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length;
    return { passed: numPassedTests, failed: numFailedTests + broken, suites: numTotalTestSuites };
  } catch {
    return { passed: 0, failed: 1, suites: 0 };
  }
}

rmSync(report, { force: true });
mkdirSync(dirname(report), { recursive: true });
const [build, ...others] = LOOKS;
const good = [await look(build), ...(await Promise.all(others.map(look)))];
const tests = await run(...TESTS);
const { passed, failed } = countTests();
process.stdout.write(
  `${tests.isGood ? 'ok  ' : 'FAIL'}  tests (${tests.seconds} s)\n${tests.isGood ? '' : tests.output}`,
);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = good.every(Boolean) && tests.isGood && failed === 0 && passed > 0 ? 0 : 1;
