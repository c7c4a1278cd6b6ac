import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dangerousIn, withoutColors } from '../../support/hostile/dangerous.ts';
import { hostileComments } from '../../support/hostile/hostile-runs.ts';
import { SHARED_CACHE } from '../../support/processes/installed-program.ts';
import { type LoopbackService, loopbackService } from '../../support/sandbox/service-process.ts';
import { CTRL_C, type InTerminal, inTerminal, shellInTerminal } from '../../support/terminal/pty.ts';
import { showOn } from '../../support/terminal/terminal.ts';

const READ = ['comments', 'get', 'abc', '-o', 'table'];
/** An id that the service answers only on a signal. */
const SLOW = ['comments', 'get', 'slow', '-o', 'table'];

/** In the demo data, with 1,243 comments. */
const BIG_POST = 'Gv3rPq7YsKa5MdHt8ZwE';

let home: string;
let service: LoopbackService;
let env: Readonly<Record<string, string>>;
let held: ServerResponse[];
let onAsked: () => void;
const body = JSON.stringify(hostileComments());

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'crier-pty-'));
  held = [];
  onAsked = () => {};
  service = await loopbackService((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (!request.url?.includes('slow')) return void response.end(body);
    held.push(response);
    onAsked();
  });
  env = { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE, LANG: 'C.UTF-8', ...service.env };
});
afterAll(() => {
  service.close();
  rmSync(home, { recursive: true, force: true });
});

/** Nothing is set: commands go to the sandbox of a home of their own. */
function ownEnv(): Readonly<Record<string, string>> {
  return { PATH: process.env.PATH ?? '', HOME: home, ...SHARED_CACHE, LANG: 'C.UTF-8' };
}

function asked(): Promise<void> {
  return new Promise((resolve) => {
    onAsked = resolve;
  });
}

async function outputOf(program: InTerminal): Promise<string> {
  expect(await program.ended).toBe(0);
  return program.output;
}

const UNIX_LINES = /\r+\n/g;

describe('the real program in a real terminal', { tags: ['T8'] }, () => {
  test.each([40, 80, 200])('shows hostile comments on %i columns', async (columns) => {
    const output = await outputOf(inTerminal(READ, { columns, env }));
    const screen = await showOn(output, columns);
    expect(screen).toMatchObject({ harm: [], overflow: [] });
    expect(dangerousIn(withoutColors(output.replaceAll(UNIX_LINES, '\n')))).toEqual([]);
    expect(output).toContain('\u001b[');
  });

  test.each([
    ['NO_COLOR', [], { NO_COLOR: '1' }],
    ['TERM=dumb', [], { TERM: 'dumb' }],
    ['FORCE_COLOR=0', [], { FORCE_COLOR: '0' }],
    ['--color never', ['--color', 'never'], { FORCE_COLOR: '1' }],
  ] as const)('%s leaves no control sequence at all', async (_what, words, more) => {
    const output = await outputOf(inTerminal([...READ, ...words], { env: { ...env, ...more } }));
    expect(output).not.toContain('\u001b');
    expect((await showOn(output, 80)).harm).toEqual([]);
  });

  test.each([40, 80])('--accessible draws nothing on %i columns', async (columns) => {
    const words = ['comments', 'get', BIG_POST, '--sandbox', '--accessible'];
    const output = await outputOf(inTerminal(words, { columns, env: ownEnv() }));
    expect(output).not.toMatch(/[\u2190-\u21ff\u2500-\u259f\u2800]/);
    expect(output).not.toContain('\u001b[K');
    expect(output).toContain('network');
  });

  test('a window that became narrower while the service took its time gets a table that fits', async () => {
    const isAsked = asked();
    const program = inTerminal(SLOW, { columns: 120, env });
    await isAsked;
    program.resize(60);
    held.pop()?.end(body);
    const output = await outputOf(program);
    expect(await showOn(output, 60)).toMatchObject({ overflow: [] });
  });
});

describe('questions at a terminal', () => {
  const FIRST = 'login --context first --no-verify';

  test('one after the other, each gets its own answer', async () => {
    const program = inTerminal([...FIRST.split(' '), '--json'], { env: ownEnv() });
    await program.seen(/api: ?$/);
    program.type('https://api.example.com/v1\r');
    await program.seen(/API key for https:\/\/api\.example\.com\/v1: ?$/);
    program.type('KEY-TYPED-BY-A-PERSON-4f2a\r');
    const output = await outputOf(program);
    expect(output).toContain('"baseUrl": "https://api.example.com/v1"');
    expect(output).toContain('4f2a"');
    expect(output).not.toContain('TYPED');
  });

  test('what is pasted at the first answers the second too', async () => {
    const program = inTerminal(FIRST.replace('first', 'pasted').split(' '), { env: ownEnv() });
    await program.seen(/api: ?$/);
    program.type('https://api.example.com/v1\rKEY-PASTED-BY-A-PERSON-77aa\r');
    const output = await outputOf(program);
    expect(output).toContain('77aa');
  });

  test.each([
    ['the first', []],
    ['a secret', ['--base-url', 'https://api.example.com/v1']],
  ])('Ctrl-D at %s ends it with 2: no answer was given', async (_which, words) => {
    const program = inTerminal(['login', '--context', 'none', '--no-verify', ...words], { env: ownEnv() });
    await program.seen(/: ?$/);
    program.type('\u0004');
    expect(await program.ended).toBe(2);
    expect(withoutColors(program.output)).toMatch(/\ncrier: no answer was given/);
  });
});

describe('Ctrl-C', () => {
  let runs = 0;

  /** Runs a line in a shell that outlives it, and looks at the terminal before and after. */
  function watched(line: string, around = env) {
    runs += 1;
    const [before, after] = ['before', 'after'].map((name) => join(home, `${name}-${runs}`));
    const program = shellInTerminal(
      `trap : INT; stty -a > ${before}; ${line}; echo "ended with $?"; stty -a > ${after}`,
      { env: around },
    );
    return {
      program,
      async ends(code: number | RegExp) {
        await program.seen(/ended with \d+/);
        await program.ended;
        const modes = [before, after].map((file) => readFileSync(file ?? '', 'utf8'));
        expect(modes[1]).toBe(modes[0]);
        // the terminal echoes the key where it likes, also in the middle of a sequence of ours
        const { lines, harm } = await showOn(program.output.replaceAll('^C', ''), 80);
        expect(
          lines.some((line) =>
            new RegExp(`^ended with (${code instanceof RegExp ? code.source : code})$`).test(line),
          ),
          program.output.slice(-300),
        ).toBe(true);
        expect(harm.filter((what) => what !== 'CSI K')).toEqual([]);
        expect(program.output).not.toMatch(/^\s+at .*:\d+:\d+/m);
      },
    };
  }

  test('while the service takes its time', async () => {
    const isAsked = asked();
    const { program, ends } = watched(`$CRIER ${SLOW.join(' ')}`);
    await isAsked;
    program.type(CTRL_C);
    await ends(130);
  });

  test('while a progress line is drawn', async () => {
    const { program, ends } = watched(`$CRIER ${SLOW.join(' ')}`);
    await program.seen(/\d+s/);
    program.type(CTRL_C);
    await ends(130);
  });

  test('while a secret is asked for, which is not shown', async () => {
    const { program, ends } = watched(
      '$CRIER login --context work --base-url http://127.0.0.1:9/ --no-verify',
      ownEnv(),
    );
    await program.seen(/key.*: ?$/i);
    program.type('SECRET-THAT-IS-TYPED');
    program.type(CTRL_C);
    await ends(130);
    expect(program.output).not.toContain('SECRET');
  });

  test('while a question waits for its answer', async () => {
    const { program, ends } = watched('$CRIER sandbox reset');
    await program.seen('[y/N]');
    program.type(CTRL_C);
    await ends(130);
  });

  test('while a command runs under sandbox exec', async () => {
    const { program, ends } = watched('$CRIER sandbox exec -- sh -c "echo it runs; exec sleep 60"');
    await program.seen('it runs');
    program.type(CTRL_C);
    await ends(130);
  });

  test('while the sandbox is served', async () => {
    const { program, ends } = watched('$CRIER sandbox start --memory');
    await program.seen('http://');
    program.type(CTRL_C);
    await ends(130);
  });

  test.each(['table', 'json', 'ndjson'])('while its 1,243 comments as %s are not read', async (format) => {
    const { program, ends } = watched(`$CRIER comments get ${BIG_POST} --sandbox -o ${format}`, ownEnv());
    await program.seen('nstagram');
    program.pause();
    program.type(CTRL_C);
    program.resume();
    await ends(/0|130/);
  });
});

test.each([
  ['hooks', 'listen', '--unsigned', '--no-catch-up', '--port', '0'],
  ['callbacks', 'serve'],
])('%s %s ends when its terminal is closed, although SIGHUP reads its secrets again', async (...words) => {
  const program = inTerminal(words, { env: ownEnv() });
  await program.seen('http://');
  process.kill(program.pid, 'SIGHUP');
  await program.seen('signatures are not checked');
  await program.seen(/(?:signatures are not checked.*){2}/s);
  program.close();
  expect(await program.ended).toBe(143);
});
