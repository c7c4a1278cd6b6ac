// Runs vitest, and counts in its JSON report what passed and what failed.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FAILED, printStep, root, runProgram } from './run-program.mjs';

/** How often progress is printed where a line cannot be drawn again. */
const PROGRESS_EVERY_MS = 20_000;
const SLOWEST = 10;

/** Linux keeps this folder in memory, where the many small files of tests cost a third less time. */
const MEMORY_FOLDER = '/dev/shm';
/** What the tests write at most, with room to spare. */
const MIN_FREE_BYTES = 2 ** 30;

/** A Postgres server that root starts runs as another user, and has its data below the folder of the tests. */
const TRAVERSABLE = 0o711;

/** All test files, by their paths from the root. */
export function listTestFiles() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('node_modules'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`);
}

/**
 * Runs tests; prints progress, the failures in full, what tests report, and the counts.
 *
 * @param name of the run, in what is printed and of its report in `.reports`
 * @param projects default: all
 * @param inMemory whether temporary files may be kept in memory, not on a disk
 * @param words more for vitest: filters and options
 * @param slowest whether the slowest files are listed
 */
export async function runTests(
  name,
  { projects = [], words = [], env = {}, slowest = false, inMemory = false } = {},
) {
  const TMPDIR = mkdtempSync(join(inMemory && hasRoom(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir(), 'crier-'));
  chmodSync(TMPDIR, TRAVERSABLE);
  const report = join(root, '.reports', `${name.replaceAll(', ', '-')}.json`);
  rmSync(report, { force: true });
  mkdirSync(dirname(report), { recursive: true });
  const result = await runProgram(
    'vitest',
    [
      'run',
      '--config=test/vitest.config.ts',
      '--reporter=./test/progress-reporter.mjs',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...projects.map((project) => `--project=${project}`),
      ...words,
    ],
    { env: { ...process.env, TMPDIR, ...env }, onProgress: createProgressPrinter(name) },
  );
  const { passed, failures, files } = readReport(report);
  failures.push(...listFailuresOutside(result.output));
  const left = listMediaFolders(TMPDIR);
  const isGood = result.isGood && failures.length === 0 && passed > 0 && left.length === 0;
  printStep(name, { ...result, isGood });
  process.stdout.write(listReports(result.output));
  if (slowest) process.stdout.write(listSlowest(files));
  // once more at the end, where the end of a long log still has them
  process.stdout.write(`${passed} passed, ${failures.length} failed\n${failures.join('')}`);
  if (left.length > 0) {
    process.stdout.write(
      `${left.length} sandboxes in memory got files, and were not closed by their tests\n`,
    );
  }
  rmSync(TMPDIR, { recursive: true, force: true });
  return isGood;
}

/** Folders of sandboxes in memory that got files and were not closed: `mkdtemp` ends their names. */
function listMediaFolders(folder) {
  return readdirSync(folder).filter((name) => /^crier-media-\w{6}$/.test(name));
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/** On a terminal one line that is drawn again and again; elsewhere a line now and then. A failure is printed at once. */
function createProgressPrinter(name) {
  let printedAt = performance.now();
  return (line) => {
    if (line.startsWith(FAILED)) {
      process.stdout.write(`${process.stdout.isTTY ? '\r\x1b[K' : ''}      ${name}: ${line}\n`);
      return;
    }
    if (process.stdout.isTTY) return process.stdout.write(`\r      ${name}: ${line}\x1b[K\r`);
    if (performance.now() - printedAt < PROGRESS_EVERY_MS) return;
    printedAt = performance.now();
    process.stdout.write(`      ${name}: ${line}\n`);
  };
}

/** @returns the counts, the files, and a line of each failure: its file, its title and the first line of its error */
function readReport(file) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    const failures = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages }) =>
            `      ${name.slice(root.length + 1)} ${fullName}: ${failureMessages[0]?.split('\n')[0]}\n`,
        ),
    );
    return { passed: numPassedTests, failures, files: testResults };
  } catch {
    return { passed: 0, failures: [`      no report in ${file}\n`], files: [] };
  }
}

/** What tests report about the amount of work they did: `report: 150 kills …`. */
function listReports(output) {
  return [...output.matchAll(/report: (.+)/g)].map(([, text]) => `      ${text}\n`).join('');
}

/** Files that could not be loaded, hooks that failed, errors that were not awaited: the reporter prints a line each. */
function listFailuresOutside(output) {
  return [...output.matchAll(/^failed outside of a test: (.+)/gm)].map(([, text]) => `      ${text}\n`);
}

function listSlowest(files) {
  return files
    .map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }))
    .sort((one, other) => other.ms - one.ms)
    .slice(0, SLOWEST)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name.slice(root.length + 1)}\n`)
    .join('');
}
