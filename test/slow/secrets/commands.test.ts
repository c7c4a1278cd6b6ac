import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/framework/command/command-list.ts';
import { REMOTE, WRITE } from '../../../src/cli/framework/input/flags/flags.ts';
import type { Clock } from '../../../src/clock.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import type { World } from '../../../src/world.ts';
import { crier } from '../../support/crier.ts';
import { answering } from '../../support/engine/fake-outbound.ts';
import {
  keysOfSandbox,
  ODD_KEYS,
  openKeyedSandbox,
  PLACES,
  PLAIN_KEYS,
  type PlantedKeys,
  plantedIn,
  type SecretPlace,
} from '../../support/hostile/secret-places.ts';
import { type Leak, type SecretScan, secretScan } from '../../support/hostile/secret-scan.ts';
import { ECHOES, type Echo, echoNetwork } from '../../support/network/echoing-services.ts';
import { quickFolder } from '../../support/quick-folder.ts';
import { scaled } from '../../support/scale.ts';
import { shellWords } from '../../support/terminal/shell-words.ts';

const commands = await Promise.all(
  COMMANDS.map(async ({ path, load }) => ({ name: path.join(' '), path, command: await load() })),
);
type Walked = (typeof commands)[number];
const asksService = ({ command }: Walked) => command.flags.some((set) => set.schema === REMOTE.schema);
const changes = ({ command }: Walked) => command.flags.some((set) => set.schema === WRITE.schema);

/** Where a secret is meant to be shown, and why; every one of these must be met in the walk. */
const INTENDED: readonly {
  readonly what: string;
  readonly why: string;
  isIt(run: JudgedRun, leak: Leak): boolean;
}[] = [
  {
    what: 'sandbox env',
    why: 'it hands the keys of the sandbox to other programs, and they open nothing else',
    isIt: ({ name }, { secret }) => name === 'sandbox env' && /^sandbox's (API|X|profile)/.test(secret),
  },
  {
    what: 'sandbox start, status and reset',
    why: 'they show how the sandbox is, and tell the API key of the sandbox, which opens nothing else',
    isIt: ({ name }, { secret }) =>
      ['sandbox start', 'sandbox status', 'sandbox reset'].includes(name) && secret === "sandbox's API key",
  },
  {
    what: '-o raw',
    why: 'it is the body of the service, byte for byte',
    isIt: ({ line }, _leak) => line.includes('-o raw'),
  },
];

interface JudgedRun {
  /** Of the command. */
  readonly name: string;
  readonly line: string;
}

const leaks: string[] = [];
const strays: string[] = [];
const met = new Set<string>();
const counts = { runs: 0, bytes: 0, failures: 0, files: 0 };

let sandbox: Sandbox;
let base: string;
let scans: ReadonlyMap<PlantedKeys, SecretScan>;

beforeAll(async () => {
  sandbox = await openKeyedSandbox();
  base = quickFolder('secrets');
  scans = new Map(
    [PLAIN_KEYS, ODD_KEYS].map((keys) => [keys, secretScan([...plantedIn(keys), ...keysOfSandbox(sandbox)])]),
  );
});
afterAll(() => {
  sandbox.close();
  rmSync(base, { recursive: true, force: true });
});

interface Scene {
  readonly place: SecretPlace;
  readonly keys: PlantedKeys;
  readonly echo: Echo;
  readonly before?: readonly string[];
}

const NOW = 1_790_000_000_000;
/** Shorter waits take no time; longer ones, such as the deadline of a request, never end. */
const HOLDS_FROM_MS = 25_000;

function quickClock(): Clock {
  let now = NOW;
  return {
    now: () => now,
    steady: () => now,
    async sleep(milliseconds, signal) {
      await new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        if (milliseconds < HOLDS_FROM_MS) setImmediate(resolve);
      });
      now += milliseconds;
    },
  };
}

/** Receivers that say again all that they were sent: a signature, but no secret. */
function echoReceivers(where: string, scan: SecretScan | undefined): World['openOutbound'] {
  return answering(({ url, headers, body }) => {
    const sent = Buffer.concat([Buffer.from(JSON.stringify({ url, headers })), body]);
    for (const leak of scan?.(sent) ?? []) strays.push(`${where}: ${leak.secret} went to ${url}`);
    return { status: 200, body: sent };
  });
}

const FORMATS = ['table', 'tsv', 'json', 'ndjson', 'csv', 'raw'];
/** A command that should have ended by then is stopped. */
const LONGEST_MS = 1_000;

/** Runs a line on a new machine, and looks for secrets in all that it prints and writes. */
async function look(walked: Pick<Walked, 'name'>, words: readonly string[], scene: Scene): Promise<void> {
  const { place, keys, echo, before = [] } = scene;
  const folder = mkdtempSync(join(base, 'machine-'));
  const folders = { settings: join(folder, 'settings'), work: join(folder, 'work') };
  const around = place.around(keys, folders);
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort('interrupted'), LONGEST_MS);
  const trace = join(folder, 'trace.ndjson');
  const asks = commands.some((each) => each.name === walked.name && asksService(each));
  const flags = asks ? (place.words?.(keys, folders) ?? []) : [];
  const run = { name: walked.name, line: [...words, ...flags].join(' ') };
  const where = `${run.line} [${place.name}; ${echo.name}]`;
  const all = {
    ...around,
    folder: folders.work,
    env: { CRIER_CONFIG_DIR: folders.settings, CRIER_TRACE_FILE: trace, ...around.env },
    network: echoNetwork(echo, keys, strays),
    outbound: echoReceivers(where, scans.get(keys)),
    sandbox: { ...sandbox, close: () => {} },
    signal: ending.signal,
    clock: quickClock(),
    columns: counts.runs % 2 === 0 ? 80 : 40,
    others: { isServed: counts.runs % 3 > 0 || before.some((line) => line.startsWith('sandbox start')) },
  };
  try {
    for (const line of before) await crier(shellWords(line), all);
    const { screen, exitCode } = await crier([...words, ...flags], all);
    counts.runs += 1;
    counts.bytes += screen.length;
    if (exitCode !== 0) counts.failures += 1;
    judge(run, where, scans.get(keys)?.(screen) ?? []);
    lookAtFiles(folder, where, scans.get(keys));
  } finally {
    clearTimeout(timer);
    // one that was stopped may still write
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

function judge(run: JudgedRun, where: string, found: readonly Leak[]): void {
  for (const leak of found) {
    const meant = INTENDED.find(({ isIt }) => isIt(run, leak));
    if (meant === undefined) leaks.push(`${where}: ${leak.secret} ${leak.writing} …${leak.near}…`);
    else met.add(meant.what);
  }
}

/** Files in which keys are kept, by the one who plants them or by us. */
const KEEPS_KEYS = /\/work\/|\/settings\/config\.json$/;

function lookAtFiles(folder: string, where: string, scan: SecretScan | undefined): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry);
    const stat = statSync(file);
    if (!file.includes('/work')) {
      const mode = (stat.mode & 0o777).toString(8);
      if (stat.isFile() && mode !== '600') leaks.push(`${where}: ${entry} has mode ${mode}`);
    }
    if (!stat.isFile() || KEEPS_KEYS.test(file)) continue;
    counts.files += 1;
    counts.bytes += stat.size;
    for (const leak of scan?.(readFileSync(file)) ?? [])
      leaks.push(`${where}: ${leak.secret} ${leak.writing} in the file ${entry}: …${leak.near}…`);
  }
}

const KEYS = [PLAIN_KEYS, ODD_KEYS];

/** Each of a list, in order. */
function inTurn<Item>(items: readonly Item[], turn: number): Item {
  return items[turn % items.length] as Item; // no list here is empty
}

/** Goes round a list: a few of all pairs in `npm test`, in `npm run chaos` all of them. */
function some<Item>(items: readonly Item[], turn: number, count: number): readonly Item[] {
  const wanted = Math.min(items.length, scaled(count, items.length));
  return Array.from(
    { length: wanted },
    (_each, index) => items[(turn * wanted + index) % items.length] as Item,
  ); // never past its end
}

let turn = 0;
/** Others after each round of the places, so that every place meets them all. */
function nextKeys(): PlantedKeys {
  turn += 1;
  return inTurn(KEYS, Math.floor(turn / PLACES.length));
}

test('no command shows a secret with its examples, wherever the secret was put', {
  tags: ['T16', 'C8'],
}, async () => {
  const runsBefore = counts.runs;
  for (const [round, walked] of commands.entries()) {
    const { name, command } = walked;
    const others = [`${name} --help`, `${name} --no-such-flag`, `${name} -o csv --verbose`];
    const lines = [...some(command.examples, round, 2), ...some(others, round, 1)];
    for (const line of lines) {
      for (const place of some(PLACES, turn, 1)) {
        const echo = inTurn(ECHOES, turn);
        await look(walked, shellWords(line), { place, keys: nextKeys(), echo, before: command.before ?? [] });
      }
    }
  }
  expect(leaks).toEqual([]);
  expect(counts.runs - runsBefore).toBeGreaterThanOrEqual(commands.length * scaled(3, 5));
});

test('no command that calls a service shows a secret that the service says again, or breaks over', {
  tags: ['T16', 'C8'],
}, async () => {
  const runsBefore = counts.runs;
  const callers = commands.filter(asksService);
  const each = Math.min(ECHOES.length, scaled(4, ECHOES.length));
  for (const [round, walked] of callers.entries()) {
    const [example = ''] = walked.command.examples;
    for (const echo of some(ECHOES, round, each)) {
      for (const place of some(
        PLACES.filter(({ reaches }) => reaches),
        turn,
        1,
      )) {
        const format = inTurn(FORMATS, turn);
        const plain = shellWords(example).filter(
          (word) => word !== '--json' && word !== '--dry-run' && word !== '--sandbox',
        );
        const dry = changes(walked) && turn % 3 === 0 ? ['--dry-run'] : [];
        const words = [...plain, '-o', format, ...(turn % 2 === 0 ? ['--verbose'] : []), ...dry];
        await look(walked, words, { place, keys: nextKeys(), echo, before: walked.command.before ?? [] });
      }
    }
  }
  expect(leaks).toEqual([]);
  expect(callers.length).toBeGreaterThan(5);
  expect(counts.runs - runsBefore).toBeGreaterThanOrEqual(callers.length * each);
});

/** Where people put a key that no setting holds yet, by mistake. */
const MISPLACED: readonly ((key: string) => readonly string[])[] = [
  (key) => [key],
  (key) => ['comments', key],
  (key) => ['comments', 'get', 'x', '--api-key', key],
  (key) => ['comments', 'get', 'x', `--api-key=${key}`],
  (key) => ['--api-key', key, 'comments', 'get', 'x'],
  (key) => ['comments', 'get', 'x', '--apikey', key],
  (key) => ['comments', 'get', 'x', `--apikey=${key}`],
  (key) => ['--apikey', key, 'comments', 'get', 'x'],
  (key) => [`--apikey=${key}`, 'comments', 'get', 'x'],
  (key) => ['--token', key],
  (key) => ['comments', 'get', 'x', `-k${key}`],
  (key) => [`-k${key}`],
  (key) => [`--${key}`],
  (key) => ['comments', 'get', 'x', `--${key}`],
  (key) => ['comments', 'get', 'x', '--x-api-secret', key],
  (key) => ['comments', 'get', 'x', '--webhook-secret', key],
  (key) => ['comments', 'get', 'x', '-H', `Authorization: Bearer ${key}`],
  (key) => ['comments', 'get', 'x', '--api-key-file', key],
  (key) => ['comments', 'get', 'x', '--base-url', 'https://api.example', '--profile-key-file', key],
  (key) => ['comments', 'get', 'x', '-o', key],
  (key) => ['comments', 'get', 'x', '-c', key],
  (key) => ['comments', 'get', 'x', '-p', key],
  (key) => ['comments', 'get', 'x', '--platform', key],
  (key) => ['comments', 'get', 'x', '--timeout', key],
  (key) => ['comments', 'get', 'x', '--retries', key],
  (key) => ['comments', 'get', 'x', '--fields', key],
  (key) => ['comments', 'get', 'x', '--base-url', key],
  (key) => ['comments', 'get', 'x', '--base-url', `https://${key.replaceAll(/[^\w]/g, '-')}@api.example`],
  (key) => ['login', key],
  (key) => ['login', '--context', key],
  (key) => ['logout', key],
  (key) => ['context', 'add', 'work', key],
  (key) => ['context', 'use', key],
  (key) => ['context', 'show', key],
  (key) => ['config', 'set', 'api-key', key],
  (key) => ['config', 'set', `api-key=${key}`],
  (key) => ['config', 'set', 'plan', key],
  (key) => ['config', 'set', 'webhook-secret', key],
  (key) => ['config', 'get', key],
  (key) => ['config', 'explain', key],
  (key) => ['profiles', 'use', key],
  (key) => ['profiles', 'forget', key],
  (key) => ['profiles', 'save', 'acme', key],
  (key) => ['errors', 'show', key],
  (key) => ['errors', 'list', '--area', key],
  (key) => ['networks', 'show', key],
  (key) => ['help', key],
  (key) => ['api', key, '/user'],
  (key) => ['api', 'GET', `https://someone:${key}@api.example/user`],
  (key) => ['api', 'GET', `/user?apiKey=${encodeURIComponent(key)}`, '--verbose'],
  (key) => ['api', 'POST', `/user?api_key=${encodeURIComponent(key)}`, '--dry-run', '--sandbox'],
  (key) => ['api', 'POST', '/user', '-f', `apiKey=${key}`, '--dry-run', '--sandbox'],
  (key) => ['api', 'POST', '/user', '-f', `headers[Authorization]=Bearer ${key}`, '--dry-run', '--sandbox'],
  (key) => ['api', 'POST', '/user', '-f', key.replaceAll('=', '-')],
  (key) => ['api', 'POST', '/user', '--input', '-', '--sandbox', '--', key],
  (key) => ['sandbox', 'plan', key],
  (key) => ['hooks', 'sign', '-', '--secret', key],
  (key) => ['hooks', 'sign', '-', '--secret-file', key],
  (key) => ['hooks', 'sign', '-', '--set-time', key],
  (key) => ['hooks', 'verify', '-', '--secret-file', key, '--signature', 'x'],
  (key) => ['hooks', 'verify', '-', '--tolerance', key],
  (key) => ['hooks', 'send', key],
  (key) => ['hooks', 'send', 'https://hooks.example.com/crier', '--type', key],
  (key) => ['hooks', 'send', 'https://hooks.example.com/crier', '--set', key],
  (key) => ['hooks', 'send', 'https://hooks.example.com/crier', '--set', `a..${key}=1`],
  (key) => ['hooks', 'send', 'https://hooks.example.com/crier', '--set', `hookId.${key}=1`],
  (key) => ['hooks', 'send', 'https://hooks.example.com/crier', '--secret-file', key],
  (key) => ['hooks', 'send', 'https://hooks.example.com/crier', '--allow-private', key],
  (key) => ['callbacks', 'check', key],
  (key) => ['callbacks', 'check', `https://me:${encodeURIComponent(key)}@hooks.example.com/`],
  (key) => ['callbacks', 'check', 'https://hooks.example.com/callback', '--set', key],
  (key) => ['callbacks', 'check', 'https://hooks.example.com/callback', '--set', `${key}=1`],
  (key) => ['callbacks', 'check', 'https://hooks.example.com/callback', '--trigger', key],
  (key) => ['callbacks', 'check', 'https://hooks.example.com/callback', '--secret-file', key],
  (key) => ['callbacks', 'serve', '--message', `Hi {{${key}}}`],
  (key) => ['callbacks', 'serve', '--port', key],
  (key) => ['callbacks', 'serve', '--delay', key],
  (key) => ['callbacks', 'serve', '--secret-file', key],
  (key) => ['sandbox', 'clock', 'advance', key],
];

test('no error repeats a key in a wrong place', { tags: ['T16', 'C4'] }, async () => {
  const [echo] = ECHOES;
  const nowhere: SecretPlace = { name: 'the command line', reaches: false, around: () => ({}) };
  if (echo === undefined) throw new Error('nobody answers');
  for (const [index, words] of MISPLACED.entries()) {
    for (const json of [[], ['--json']]) {
      const keys = PLAIN_KEYS;
      await look({ name: `misplaced ${index}` }, [...words(keys.webhookSecret), ...json], {
        place: nowhere,
        keys,
        echo,
      });
    }
  }
  expect(leaks).toEqual([]);
  expect(counts.failures).toBeGreaterThan(MISPLACED.length);
});

const SERVICE = { CRIER_BASE_URL: 'https://api.example' };

test.each([
  [
    'a body that is no JSON',
    'api POST /x --input -',
    { stdin: PLAIN_KEYS.apiKey, env: { ...SERVICE, CRIER_API_KEY: 'k'.repeat(20) } },
  ],
  [
    'a key where the name of its file belongs',
    'comments get x',
    { env: { ...SERVICE, CRIER_API_KEY_FILE: PLAIN_KEYS.apiKey } },
  ],
])('what cannot be read is not repeated: %s', { tags: ['T16', 'C4'] }, async (_what, line, around) => {
  const { screen, exitCode } = await crier(line, around);
  expect(exitCode).toBe(2);
  expect(scans.get(PLAIN_KEYS)?.(screen)).toEqual([]);
});

describe('what settings leave behind', { tags: ['T16', 'C5', 'C6'] }, () => {
  const [saved] = PLACES.filter(({ name }) => name.startsWith('a saved context'));

  async function onMachine(lines: readonly string[], damage?: (file: string) => void) {
    const folder = mkdtempSync(join(base, 'left-'));
    const folders = { settings: join(folder, 'settings'), work: join(folder, 'work') };
    const around = saved?.around(PLAIN_KEYS, folders) ?? {};
    damage?.(join(folders.settings, 'config.json'));
    const screens = [];
    for (const line of lines)
      screens.push(
        (await crier(line, { ...around, env: { ...around.env, CRIER_CONFIG_DIR: folders.settings } })).screen,
      );
    const scan = secretScan(plantedIn(PLAIN_KEYS));
    const holding = readdirSync(folders.settings).filter(
      (name) => scan(readFileSync(join(folders.settings, name))).length > 0,
    );
    const loose = readdirSync(folders.settings).filter(
      (name) => (statSync(join(folders.settings, name)).mode & 0o77) !== 0,
    );
    return { shown: scan(screens.join('')), holding, loose, screens };
  }

  test('logging out of every context leaves no key of theirs in any file', async () => {
    const { holding, shown, loose } = await onMachine([
      'logout --context work',
      'logout --context other',
      'context remove edited --yes',
    ]);
    expect({ holding, shown, loose }).toEqual({ holding: [], shown: [], loose: [] });
  });

  test('a damaged file is neither shown nor open to others, and reset names the copies that hold keys', async () => {
    const { shown, loose, holding, screens } = await onMachine(
      ['comments get x', 'doctor', 'config list --json', 'config reset --yes'],
      (file) => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -3)),
    );
    expect({ shown, loose }).toEqual({ shown: [], loose: [] });
    expect(holding).toEqual([expect.stringMatching(/^config\.corrupt-/)]);
    expect(screens.at(-1)?.replaceAll(/\s+/g, '')).toContain(holding[0]);
  });
});

test('no key went to another address than its own', { tags: ['T16', 'C2', 'C3'] }, () => {
  expect(strays).toEqual([]);
});

test('every place where a key is meant to be shown was met, and each has its reason', {
  tags: ['T16'],
}, () => {
  expect(INTENDED.map(({ what }) => what).filter((what) => !met.has(what))).toEqual([]);
  expect(INTENDED.every(({ why }) => why.length > 20)).toBe(true);
});

test(`the walk was not empty: ${COMMANDS.length} commands, ${PLACES.length} places, ${ECHOES.length} services that say keys again, ${MISPLACED.length} misplaced keys`, {
  tags: ['T16'],
}, () => {
  expect(COMMANDS.length).toBeGreaterThan(30);
  expect(PLACES.length).toBeGreaterThan(8);
  expect(ECHOES.length).toBeGreaterThan(40);
  expect(counts.runs).toBeGreaterThan(COMMANDS.length * scaled(4, 6) + MISPLACED.length * 2);
  expect(counts.failures).toBeGreaterThan(200);
  expect(counts.files).toBeGreaterThan(200);
  expect(counts.bytes).toBeGreaterThan(1_000_000);
});
