import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifySignature } from '../../../src/receiver/verify-signature.ts';
import { DEMO_SEED } from '../../../src/sandbox/demo/demo-seed.ts';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../clock.ts';
import { control } from '../control.ts';
import { type Around, crier, openTestSandbox, type Ran } from '../crier.ts';
import { answering } from '../engine/fake-outbound.ts';
import { DELIVERY, startFakeListener } from '../network/fake-listener.ts';
import { answerFeedExample } from '../network/feed-site.ts';
import { shellWords } from '../terminal/shell-words.ts';

/** The time of the machine in these runs. */
const NOW = 1_790_000_000_000;
export const ROOT = join(import.meta.dirname, '..', '..', '..');
const GUIDES = join('docs', 'guides');
export const PAGES = ['README.md', ...readdirSync(join(ROOT, GUIDES)).map((name) => join(GUIDES, name))];
/** Writes what commands print now into the pages, in place of comparing it. */
const UPDATES = process.env['CRIER_UPDATE_DOCS'] !== undefined;

/** Commands behind `$`, each with what it printed on a terminal of 80 columns. */
const CONSOLE = /^```console\n([\s\S]*?)^```$/gm;
const SHELL = /^```sh\n([\s\S]*?)^```$/gm;
/** A file that a page shows: YAML by the name in its first line, csv by the name behind the format. */
const FILE = /^```(?:yaml\n# |csv )(\S+)\n([\s\S]*?)^```$/gm;

export interface Example {
  readonly line: string;
  readonly output: string;
}

export function listExamples(page: string): readonly Example[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(CONSOLE)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .filter((part) => part !== '')
      .map((part) => ({
        line: part.slice(0, part.indexOf('\n')),
        output: part.slice(part.indexOf('\n') + 1),
      })),
  );
}

/** The secret of the receiver below, in the file `secret`. */
const SECRET = 'secret-of-the-pages';

/** The names of addresses that the pages show do not exist, but for a feed, and a receiver that verifies signatures and no times. */
const outbound = answering(({ url, headers, body }) => {
  const feed = answerFeedExample({ url, headers });
  if (feed !== null) return feed;
  if (/\/[\da-f]{32}$/.test(url)) return { status: 204 };
  if (!url.startsWith('https://shop.example.com/')) return { fault: 'name not found' };
  const verdict = verifySignature({ body, headers }, { secrets: [SECRET], now: NOW, toleranceMs: Infinity });
  return { status: verdict.isValid ? 200 : 401 };
});

/** A receiver gets one delivery, and keeps it in an inbox of its page. */
const IS_OF_INBOX = /^crier hooks (?:listen|inbox) /;

/** Where the commands of a page run. */
export interface PagePlace {
  readonly sandbox: Sandbox;
  readonly folder: string;
  readonly clock: ReturnType<typeof stoppedClock>;
}

/**
 * Runs the commands that a page shows, in their order on one sandbox, and compares what they print. `prepare` runs
 * before them, and `listMore` may add tests that run after them.
 */
export function describePage(
  page: string,
  {
    prepare,
    listMore,
  }: { prepare?: (place: PagePlace) => Promise<void>; listMore?: (getPlace: () => PagePlace) => void } = {},
): void {
  describe(page, () => {
    const examples = listExamples(page);
    const clock = stoppedClock(NOW);
    const printed: Example[] = [];
    let sandbox: Sandbox;
    let folder: string;
    const getPlace = () => ({ sandbox, folder, clock });
    beforeAll(async () => {
      sandbox = await openTestSandbox(clock, {
        openOutbound: () => outbound([]),
        seed: async () => DEMO_SEED,
      });
      folder = mkdtempSync(join(tmpdir(), 'crier-pages-'));
      writeFileSync(join(folder, 'secret'), SECRET, { mode: 0o600 });
      for (const [, name = '', text = ''] of readFileSync(join(ROOT, page), 'utf8').matchAll(FILE)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text, { mode: 0o600 });
      }
      await prepare?.(getPlace());
    });
    afterAll(() => {
      sandbox.close();
      rmSync(folder, { recursive: true });
      if (UPDATES) writeExamples(page, printed);
    });

    test('shows commands and their output', () => {
      expect(examples.length).toBeGreaterThan(0);
    });

    test('shows commands that bash reads as they are run here', () => {
      const lines = examples.map(({ line }) => line).filter((line) => !EDIT.test(line));
      expect(wordsInBash(lines, folder)).toEqual(
        lines.flatMap((line) => splitPipeline(shellWords(line.split('; ')[0] ?? '')).map(wordsOfCrier)),
      );
    });

    test.each(examples)('shows what "$line" prints', async ({ line, output }) => {
      const [command = '', ...after] = line.split('; ');
      const { screen, exitCode } = await runPipeline(command, aroundPage(getPlace(), IS_OF_INBOX.test(line)));
      const echoed = after.includes('echo $?') ? `${exitCode}\n` : '';
      const shown = trimLines(screen + echoed);
      printed.push({ line, output: shown });
      if (!UPDATES) expect(shown).toBe(trimLines(output));
    });

    test('leaves a sandbox whose clock runs', async () => {
      expect((await control(sandbox, 'getClock')).body.mode).toBe('real');
    });

    listMore?.(getPlace);
  });
}

/** The world around a command of a page: a terminal of 80 columns. */
export function aroundPage({ sandbox, folder, clock }: PagePlace, isOfInbox = false): Around {
  return {
    sandbox: { ...sandbox, close: () => {} },
    folder,
    clock,
    env: { CRIER_STATE_DIR: join(folder, 'state'), CRIER_CONFIG_DIR: join(folder, 'config') },
    outbound,
    ...(isOfInbox && {
      env: { XDG_STATE_HOME: join(folder, 'state') },
      listen: (options) => startFakeListener(options, DELIVERY),
    }),
    columns: 80,
  };
}

/** The blocks of a page that are for a shell and show no output. */
export function listShellBlocks(page: string): readonly string[] {
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(SHELL)].map(([, block = '']) => block);
}

/** An edit of a file, which is made here as those programs make it. */
const EDIT = /^(?:sed -i|rm) /;

function editFiles([program, ...words]: readonly string[], folder: string): void {
  const [first = '', script = '', file = ''] = words;
  if (program === 'rm') for (const path of words) rmSync(join(folder, path));
  if (program !== 'sed' || first !== '-i') return;
  const [, from = '', to = ''] = script.split('/');
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  writeFileSync(join(folder, file), lines.map((line) => line.replace(from, to)).join('\n'));
}

/** Runs commands that read from each other as a shell does: only the last one prints to the terminal. */
async function runPipeline(line: string, around: Around): Promise<Pick<Ran, 'screen' | 'exitCode'>> {
  if (EDIT.test(line)) {
    editFiles(shellWords(line), around.folder ?? '');
    return { screen: '', exitCode: 0 };
  }
  let screen = '';
  let exitCode = 0;
  let stdin: string | undefined;
  const commands = splitPipeline(shellWords(line));
  for (const [at, words] of commands.entries()) {
    const start = words.indexOf('crier');
    const isLast = at === commands.length - 1;
    const ran = await crier([...words.slice(start + 1), '--color', 'never'], {
      ...around,
      env: { ...around.env, ...Object.fromEntries(words.slice(0, start).map((each) => each.split('='))) },
      isTerminal: isLast,
      ...(stdin !== undefined && { stdin }),
    });
    screen += isLast ? ran.screen : ran.stderr;
    stdin = ran.stdout;
    exitCode = ran.exitCode;
  }
  return { screen, exitCode };
}

/** The words of each `crier`, as bash makes them: a function that writes them is run instead of the program. */
export function wordsInBash(lines: readonly string[], cwd: string): readonly (readonly string[])[] {
  // it reads its input to the end first, so that commands of a pipeline write one after another
  const script = `crier() { cat > /dev/null; local IFS=$'\\x1f'; printf '%s\\n' "$*" >&2; }`;
  const { stderr } = spawnSync('bash', ['--norc', '-c', [script, ...lines].join('\n')], {
    cwd,
    encoding: 'utf8',
    input: '',
  });
  return stderr
    .split('\n')
    .slice(0, -1)
    .map((words) => words.split('\x1f'));
}

function wordsOfCrier(words: readonly string[]): readonly string[] {
  return words.slice(words.indexOf('crier') + 1);
}

function splitPipeline(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.indexOf('|');
  return at < 0 ? [words] : [words.slice(0, at), ...splitPipeline(words.slice(at + 1))];
}

function trimLines(text: string): string {
  return text.replaceAll(/ +$/gm, '').trimEnd();
}

function writeExamples(page: string, printed: readonly Example[]): void {
  const left = [...printed];
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(CONSOLE, (whole, block: string) => {
    const lines = block
      .split('\n')
      .filter((each) => each.startsWith('$ '))
      .map((each) => each.slice('$ '.length));
    const parts = lines.map((line) => `$ ${line}\n${left.shift()?.output ?? ''}`.trimEnd());
    return lines.length === 0 ? whole : `\`\`\`console\n${parts.join('\n')}\n\`\`\``;
  });
  writeFileSync(join(ROOT, page), text);
}
