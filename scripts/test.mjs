// `npm test`: builds, checks the sources, and runs the unit and app tests. With words, runs only the test files that match them.
//
//   npm test                   everything that a change must pass before it is committed
//   npm test -- posts          the test files whose path contains "posts"
//   npm test -- --slowest      also lists the ten slowest files
//   npm test -- posts --bail 1 other options go to vitest, such as `--tags-filter C-04`
//   npm run test:slow          the slow project only
//   npm run test:all           unit, app and slow
import { build, runSourceChecks } from './checks.mjs';
import { listTestFiles, runTests } from './run-tests.mjs';

const FAST = 'fast';
const SLOW = 'slow';
const OWN_OPTIONS = ['--slowest', '--slow', '--all'];

const words = process.argv.slice(2);
const rest = words.filter((word) => !OWN_OPTIONS.includes(word));
const filters = rest.filter((word) => listTestFiles().some((file) => file.includes(word)));
const options = { words: rest, slowest: words.includes('--slowest') };

/** The slow project runs when it is asked for, also by the name of one of its files. */
function chooseProjects() {
  if (words.includes('--all')) return [FAST, SLOW];
  if (words.includes('--slow')) return [SLOW];
  const isFast = (file) => !file.startsWith('test/slow/');
  const hasFast = listTestFiles().some((file) => isFast(file) && filters.some((word) => file.includes(word)));
  return filters.length === 0 || hasFast ? [FAST] : [FAST, SLOW];
}

async function runAll() {
  if (!(await build())) return false;
  const projects = chooseProjects();
  const tests = runTests(projects.join(', '), {
    ...options,
    projects,
    // the slow tests try a real disk
    inMemory: !projects.includes(SLOW),
  });
  const isWhole = rest.length === 0 && projects.includes(FAST);
  const good = await Promise.all([isWhole ? runSourceChecks() : true, tests]);
  return good.every(Boolean);
}

process.exitCode = (await runAll()) ? 0 : 1;
