import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Command } from '../../../../src/cli/framework/command/command.ts';
import { readCsv } from '../../../../src/cli/framework/input/files/read-csv.ts';
import { REMOTE, WRITE } from '../../../../src/cli/framework/input/flags/flags.ts';
import type { Clock } from '../../../../src/clock.ts';
import { EXIT } from '../../../../src/errors.ts';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { isReadRequest } from '../../../../src/service/routes/read-request.ts';
import { crier, openTestSandbox, type Ran } from '../../crier.ts';
import { answering } from '../../engine/fake-outbound.ts';
import { dangerousIn, withoutColors } from '../../hostile/dangerous.ts';
import { networkError } from '../../network/client.ts';
import { quickFolder } from '../../quick-folder.ts';
import { FILES, type FuzzedLine } from './make-lines.ts';

const START = 1_790_000_000_000;
/** A command that waits more often runs until it is interrupted. */
const MAX_SLEEPS = 30;
const MAX_MS = 60_000;
/** What serves then gets Ctrl-C, in real time. */
const INTERRUPT_MS = 4_000;
const CODES: readonly number[] = Object.values(EXIT)
  .map(({ code }) => code)
  .filter((code) => code !== EXIT.internal.code);

/** Requests by POST that change nothing. */
const READS_BY_POST = [
  '/_sandbox/prune',
  '/_sandbox/deliveries/find',
  '/_sandbox/engagements/find',
  '/validate/post',
  '/validate/moderation',
];
/** Where `hooks listen` and others keep what they received, and reads keep their places. */
const OWN_CHANGES = /^(?:hooks|comments (?:watch|done|export|archive)|inbox|dashboard|mcp|api|demo)\b/;

/** Runs a line on a new machine. @returns what is wrong with the run */
export async function judgeLine(line: FuzzedLine, command: Command | null): Promise<readonly string[]> {
  const root = quickFolder('argv');
  const folder = join(root, 'a', 'b', 'work');
  mkdirSync(join(folder, 'folder'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const ending = new AbortController();
  const clock = createHurriedClock(ending);
  const sandbox = await openTestSandbox(clock);
  const changes: string[] = [];
  const counted: Sandbox = {
    ...sandbox,
    answer(request) {
      const { method, url } = request;
      if (
        !isReadRequest(method, url.pathname.replace('/api', '')) &&
        !READS_BY_POST.some((path) => url.pathname.endsWith(path))
      )
        changes.push(`${method} ${url.pathname}`);
      return sandbox.answer(request);
    },
    close: () => {},
  };
  const work = join(root, 'a');
  const before = listFiles(work);
  const late = Promise.withResolvers<string>();
  const interrupt = setTimeout(() => ending.abort('interrupted'), INTERRUPT_MS);
  const timer = setTimeout(() => late.resolve(`it did not end in ${MAX_MS} ms`), MAX_MS);
  try {
    const ran = await Promise.race([
      late.promise,
      crier(line.words, {
        sandbox: counted,
        clock,
        folder,
        signal: ending.signal,
        stdin: line.stdin,
        env: {
          CRIER_CONTEXT: 'sandbox',
          CRIER_CONFIG_DIR: join(root, 'config'),
          XDG_STATE_HOME: join(root, 'state'),
          EDITOR: 'an-editor',
        },
        network: async () => Promise.reject(networkError('ECONNREFUSED')),
        outbound: answering(() => ({ fault: 'name not found' })),
        others: { run: async () => 0, openUrl: async () => true },
      }).catch((error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))),
    ]);
    if (typeof ran === 'string') return [ran];
    const isReading = command !== null && command.changes !== true && !command.flags.includes(WRITE);
    const isHarmless = line.isDryRun || (isReading && !OWN_CHANGES.test(line.words.join(' ')));
    // a trace is written of a dry run as well
    const isWritten = line.isDryRun && !line.words.some((word) => word.startsWith('--trace-file'));
    const after = isWritten ? listFiles(work) : null;
    return [
      ...judgeRun(ran, line.words),
      // a group of commands prints its help
      ...(ran.exitCode === 0 && command !== null
        ? judgeFormat(ran.stdout, line.words, command.flags.includes(REMOTE))
        : []),
      ...(isHarmless && changes.length > 0 ? [`it changes the store: ${changes.join(', ')}`] : []),
      ...(after !== null && after.join() !== before.join()
        ? [`a dry run changes files: ${after.filter((each) => !before.includes(each)).join(', ')}`]
        : []),
    ];
  } finally {
    clearTimeout(interrupt);
    clearTimeout(timer);
    sandbox.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/** Waiting takes no time; who waits often is interrupted. */
function createHurriedClock(ending: AbortController): Clock {
  let now = START;
  let sleeps = 0;
  return {
    now: () => now,
    steady: () => now,
    async sleep(milliseconds, signal) {
      await setImmediate();
      signal?.throwIfAborted();
      sleeps += 1;
      now += Math.min(milliseconds, 60_000);
      if (sleeps > MAX_SLEEPS) ending.abort('interrupted');
    },
  };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .toSorted()
    .map((path) => `${path} ${statSync(path).isFile() ? statSync(path).size : ''}`);
}

function judgeRun({ exitCode, stdout, stderr }: Ran, words: readonly string[]): readonly string[] {
  const faults: string[] = [];
  if (!CODES.includes(exitCode)) faults.push(`exit code ${exitCode}: ${stderr.slice(0, 2_000)}`);
  if (/internal error|\n {4}at /.test(stderr)) faults.push(`a stack: ${stderr.slice(0, 2_000)}`);
  if (exitCode !== 0 && stderr.trim() === '' && exitCode !== EXIT.differs.code)
    faults.push(`exit code ${exitCode} without a word`);
  for (const [name, text] of Object.entries({ stdout, stderr })) {
    // the text of a template is the user's own
    if (name === 'stdout' && words.some((word) => /^(?:-t|--template)/.test(word))) continue;
    const [found] = dangerousIn(withoutColors(text), '\n\t');
    if (found !== undefined) faults.push(`${found} on ${name}`);
  }
  return faults;
}

/** Text of the user's own program or template, or a page. */
const OTHER_OUTPUT = /^(?:--jq|-q|--template|-t|--help|-h|--watch|help)/;

/** Whether stdout is in the format that was asked for. A plan and a page have no rows. */
function judgeFormat(stdout: string, words: readonly string[], hasRows: boolean): readonly string[] {
  if (words.some((word) => OTHER_OUTPUT.test(word)) || stdout === '') return [];
  const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  const asked = own.flatMap((word, at) => {
    // it may be the value of the flag before it
    const isFlag = own[at - 1]?.startsWith('-') !== true;
    if (word === '--json') return [{ format: 'json', isFlag }];
    return /^(?:-o|--output)$/.test(word) ? [{ format: own[at + 1] ?? '', isFlag }] : [];
  });
  const format = asked.find(({ isFlag }) => isFlag)?.format;
  if (format === undefined || asked.some((each) => each.format !== format)) return [];
  try {
    if (format === 'json') JSON.parse(stdout);
    if (!hasRows || words.includes('--dry-run')) return [];
    if (format === 'ndjson') for (const line of stdout.split('\n')) if (line !== '') JSON.parse(line);
    if (format === 'csv') requireTable(stdout);
    return [];
  } catch (error) {
    return [`stdout is not ${format} (${error}): ${stdout.slice(0, 300)}`];
  }
}

function requireTable(text: string): void {
  const { rows, faults } = readCsv(text);
  if (faults.length > 0 || rows.some((row) => row.length !== rows[0]?.length))
    throw new Error('rows of several lengths');
}
