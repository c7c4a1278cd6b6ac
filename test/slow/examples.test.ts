import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../src/cli/framework/argv/describe-command.ts';
import type { Command } from '../../src/cli/framework/command/command.ts';
import { COMMANDS, TOPICS } from '../../src/cli/framework/command/command-list.ts';
import { REMOTE } from '../../src/cli/framework/input/flags/flags.ts';
import type { Sandbox } from '../../src/sandbox/open-sandbox.ts';
import { isReadRequest } from '../../src/service/routes/read-request.ts';
import { crier, openTestSandbox, type Ran } from '../support/crier.ts';
import { answering } from '../support/engine/fake-outbound.ts';
import { answerFeedExample } from '../support/network/feed-site.ts';
import { shellWords } from '../support/terminal/shell-words.ts';

const commands = await Promise.all(
  COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), command: await load() })),
);

/** The sandbox reads the feeds of examples, and reaches no other address. */
const readFeeds = answering((request) => answerFeedExample(request) ?? { fault: 'name not found' });
const openExampleSandbox = () => openTestSandbox(undefined, { openOutbound: () => readFeeds([]) });

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openExampleSandbox();
});
afterAll(() => sandbox.close());

/** What one run writes is not seen by the others. */
async function renewSandbox(): Promise<void> {
  sandbox.close();
  sandbox = await openExampleSandbox();
}

/** The sandbox itself counts what a dry run of "sandbox prune" would delete, and finds deliveries by a POST. */
const ANSWERED_BY_SANDBOX: readonly string[] = ['/_sandbox/prune', '/_sandbox/deliveries/find'];

/** Changes on this machine, of commands that only read at the service, and so have no `--dry-run`. */
const CHANGES_HERE: readonly string[] = [
  'comments done',
  'dashboard',
  'hooks listen',
  'hooks reconcile',
  'inbox done',
];

/** A sandbox that many runs share, and that counts how often it was asked, and for which changes. */
function counted(): { shared: Sandbox; asked(): number; changes(): readonly string[] } {
  let count = 0;
  const changes: string[] = [];
  const shared: Sandbox = {
    fetch: (request) => sandbox.fetch(request),
    answer: (request) => {
      count += 1;
      const { method, url } = request;
      const isRead = isReadRequest(method, url.pathname) || ANSWERED_BY_SANDBOX.includes(url.pathname);
      if (!isRead) changes.push(`${method} ${url.pathname}`);
      return sandbox.answer(request);
    },
    get credentials() {
      return sandbox.credentials;
    },
    keepRunning: () => sandbox.keepRunning(),
    serveBelow: (address) => sandbox.serveBelow(address),
    requireInPlace: () => sandbox.requireInPlace(),
    stop: () => sandbox.stop(),
    close: () => {},
  };
  return { shared, asked: () => count, changes: () => changes };
}

function writesToService({ changes = false, flags }: Pick<Command, 'changes' | 'flags'>): boolean {
  return changes && callsService({ flags });
}

function callsService({ flags }: Pick<Command, 'flags'>): boolean {
  return flags.some((set) => set.schema === REMOTE.schema);
}

const SETTINGS = { context: 'sandbox', contexts: { work: { baseUrl: 'https://api.example.com' } } };

/** Whether a line of `before` writes a file that the example reads, itself, as one of its folder, or by another line. */
function isNeeded(each: string, line: readonly string[], before: readonly string[]): boolean {
  const [, file] = each.split(' > ');
  if (file === undefined || line.includes('.')) return true;
  return [...line, ...before].some((text) => text !== each && text.includes(file));
}

/**
 * Runs one command line on a new machine, after what its examples say must have been run before. What does not say that
 * it changes something leaves the settings of the machine as they are.
 */
async function onNewMachine(line: readonly string[], command: Command, shared: Sandbox): Promise<Ran> {
  const { before = [], changes = false } = command;
  const isReadOnly = !changes && command.before === undefined;
  const uncounted = counted().shared;
  // each begins with the demo's data, and on a terminal the built-in sandbox is written to unasked
  const writes = writesToService(command);
  if (writes || line[0] === 'sandbox') await renewSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'crier-example-'));
  const work = join(folder, 'work');
  mkdirSync(work);
  const settings = join(folder, 'config.json');
  if (isReadOnly) writeFileSync(settings, JSON.stringify(SETTINGS), { mode: 0o600 });
  const keepsState = before.some((each) => /^(?:hooks listen|comments export)/.test(each));
  const around = {
    sandbox: shared,
    folder: work,
    stdin: 'A-KEY-FROM-STANDARD-INPUT\n',
    env: {
      CRIER_CONFIG_DIR: folder,
      EDITOR: 'an-editor',
      ...(!isReadOnly && (callsService(command) || keepsState) && { CRIER_CONTEXT: 'sandbox' }),
      ...(keepsState && { XDG_STATE_HOME: join(folder, 'state') }),
    },
    // a receiver asks itself at an address that cannot be guessed
    outbound: answering(({ url }) => ({
      status: /\/[\da-f]{32}$/.test(url) ? 204 : 200,
      body: new TextEncoder().encode('{"message":"Hi"}'),
    })),
    others: {
      isServed: before.some((each) => each.startsWith('sandbox start --detach')),
      // an editor that changes nothing
      ...(line.join(' ').startsWith('config edit') && { run: async () => 0 }),
    },
  };
  try {
    for (const each of before) {
      const [words = '', file] = each.split(' > ');
      if (!isNeeded(each, line, before)) continue;
      const { stdout } = await crier(shellWords(words), {
        ...around,
        sandbox: uncounted,
        env: { ...around.env, CRIER_CONTEXT: 'sandbox' },
      });
      if (file !== undefined) writeFileSync(join(work, file), stdout);
    }
    const ran = await crier(line, around);
    if (isReadOnly) {
      expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual(SETTINGS);
      expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'work']);
    }
    return ran;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** These print what comes, and nothing comes to a path that cannot be guessed. */
const RECEIVES_NOTHING = /^(?:hooks listen (?!.*--json)|mcp (?!.*--list))/;

/** What serves asks the service only when it is asked. */
const SERVES: readonly string[] = ['dashboard', 'mcp'];

/** What these print is no answer of the sandbox: a server announces itself, a tour shows runs of commands. */
const OF_NO_ANSWER: readonly string[] = ['sandbox start', 'dashboard', 'demo', 'mcp'];

/** The content of a file is checked without the service; an automation that is named by its id is read. */
const TESTS_A_FILE = /^automations test (?:\S+\.yaml|\.) /;

/** An example whose result has a format of its own. */
const OTHER_FORMAT = /--json|--jq|--template| -o |--output/;

/** One that prints its document, and ends. */
const isDocument = (example: string) =>
  / --json\b/.test(example) && !/--jq|--template|--fields| -o |listen|serve|--watch/.test(example);

test('commands are there to be walked', () => {
  expect(commands.length).toBeGreaterThan(8);
});

describe.each(commands)('crier $name', ({ name, command }) => {
  // what these change is not to be seen by the others
  afterAll(async () => {
    if (name.startsWith('sandbox ') || writesToService(command)) await renewSandbox();
  });
  const flags = describeCommand(command).sets.flatMap((set) => set.flags);

  test.each(command.examples)('the example runs unchanged on the built-in sandbox: %s', async (example) => {
    const { shared, asked, changes } = counted();
    const ran = await onNewMachine(shellWords(example), command, shared);
    const { exitCode, stdout, stderr } = ran;
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stderr).not.toMatch(/\bwarning: /);
    if (!RECEIVES_NOTHING.test(example)) expect(stdout).not.toBe('');
    const asksTheService = callsService(command);
    const isOffline = example.includes('--dry-run') || TESTS_A_FILE.test(example) || SERVES.includes(name);
    if (asksTheService) expect(asked() > 0).toBe(!isOffline);
    if (example.includes('--dry-run')) expect(changes()).toEqual([]);
    if (isDocument(example)) expectDocument(ran, asked());
  });

  /** What each run prints is held against its schema. */
  const expectDocument = ({ json, isMarkedAsSandbox }: Ran, asked: number) => {
    expect(json).not.toBeNull();
    expect({ isMarkedAsSandbox }).toEqual({ isMarkedAsSandbox: asked > 0 && !OF_NO_ANSWER.includes(name) });
  };

  test('its JSON is what its schema says', async () => {
    if (command.examples.some(isDocument)) return;
    // a command that runs until it is ended has no document, but an example that ends has
    const ends = command.examples.find((each) => each.includes('--requests'));
    const example = shellWords(ends ?? command.examples[0] ?? '').filter((word) => word !== '--json');
    const { shared, asked } = counted();
    const ran = await onNewMachine([...example, '--json'], command, shared);
    expect(ran.exitCode).toBe(0);
    expectDocument(ran, asked());
  });

  test('with --dry-run, what changes something at the service changes nothing there', async () => {
    const canBeTried = flags.some((flag) => flag.name === '--dry-run');
    if (writesToService(command)) expect(canBeTried).toBe(!CHANGES_HERE.includes(name));
    if (!canBeTried) return;
    const example = command.examples.find((each) => !OTHER_FORMAT.test(each)) ?? '';
    const { shared, changes } = counted();
    const words = shellWords(example.replace(' --dry-run', ''));
    const { stdout } = await onNewMachine([...words, '--dry-run', '--json'], command, shared);
    expect(changes()).toEqual([]);
    // the plan says whom it is for
    if (writesToService(command) && stdout !== '')
      expect(JSON.parse(stdout)).toMatchObject({ meta: { context: 'sandbox' } });
  });
});

test.each(TOPICS)('the examples of crier help $name run unchanged', async ({ load }) => {
  const text = await (await load()).text(80);
  const lines = [...text.matchAll(/^ {2}\$ crier ([^;\n]+)/gm)].map(([, line]) => line ?? '');
  for (const line of lines) {
    const { exitCode, stderr } = await crier([...shellWords(line)], {
      sandbox: counted().shared,
      env: { CRIER_CONTEXT: 'sandbox' },
    });
    expect({ line, exitCode, stderr: [0, 3].includes(exitCode) ? '' : stderr }).toMatchObject({ stderr: '' });
  }
});
