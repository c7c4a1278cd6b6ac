// Runs vitest on some of the tests, and counts from its own report what passed and what failed.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a program of the project's dependencies, and keeps what it prints. */
export function run(command, words, env = process.env) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const program = join(root, 'node_modules', '.bin', command);
    const child = spawn(program, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      resolve({ isGood: code === 0, seconds, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}

/**
 * Runs tests, prints a line about them and all that failed, and the counts.
 *
 * @param name of the report, and of the line
 * @param files which tests; none means all
 */
export async function runTests(name, { files = [], env = {} } = {}) {
  const report = join(root, '.reports', `${name}.json`);
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const options = ['--config', '.config/vitest.config.ts', '--reporter=dot', '--reporter=json'];
  const words = ['run', ...options, `--outputFile=${report}`, ...files];
  const { isGood, seconds, output } = await run('vitest', words, { ...process.env, ...env });
  const { passed, failed } = count(report);
  process.stdout.write(
    `${isGood ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)\n${isGood ? '' : withoutDots(output)}`,
  );
  process.stdout.write(`${reportsIn(output)}${passed} passed, ${failed} failed\n`);
  return isGood && failed === 0 && passed > 0;
}

function count(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    // a file that could not be loaded has no test of its own to count
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** What tests say of how much they did, on lines that may begin with the dots of others. */
function reportsIn(output) {
  return [...output.matchAll(/report: (.+)/g)].map(([, text]) => `      ${text}\n`).join('');
}

/** What failed, without a dot for each of the thousands of tests that did not. */
function withoutDots(output) {
  return output
    .split('\n')
    .filter((line) => (line.match(/·/g) ?? []).length < 10)
    .join('\n');
}
