import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { crier, type Ran } from '../../support/crier.ts';
import { badRuns } from '../../support/hostile/failing-runs.ts';
import { goodRuns, type HostileRun } from '../../support/hostile/hostile-runs.ts';
import { stringsIn, wrongIn } from '../../support/hostile/print-checks.ts';
import { scripted } from '../../support/network/client.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';

const SERVICE = { CRIER_BASE_URL: 'https://api.example/v', CRIER_API_KEY: 'API-KEY-1234567890-abcd' };
const COLOURS = { FORCE_COLOR: '1', TERM: 'xterm-256color' };

/** Every format, and the characters that it is made of beside line feeds. */
const FORMATS = { table: '', tsv: '\t', json: '', ndjson: '', csv: '', md: '', raw: '' } as const;
type Format = keyof typeof FORMATS;
const ALL_FORMATS = Object.keys(FORMATS) as Format[]; // the keys of the table above

/** It starts again for each run, which takes its time. */
const ASKED_BY_JQ = ['comments', 'an answer to any request'];

const count = { runs: 0, texts: 0, bytes: 0 };
const home = mkdtempSync(join(tmpdir(), 'crier-hostile-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
  const [runs, texts, megabytes] = [count.runs, Math.round(count.texts), Math.round(count.bytes / 1e6)];
  report(`${texts} places with hostile texts in ${runs} runs, ${megabytes} MB printed`);
});

/** Folders with the files that a run finds: gone after it, since thousands at once take long to remove. */
function around({ settings, project }: HostileRun) {
  const folder = mkdtempSync(join(home, 'run-'));
  const config = join(folder, 'settings');
  mkdirSync(config, { mode: 0o700 });
  if (settings !== undefined)
    writeFileSync(join(config, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
  if (project !== undefined) writeFileSync(join(folder, '.crier.json'), JSON.stringify(project));
  return { folder, env: { CRIER_CONFIG_DIR: config, CRIER_STATE_DIR: join(folder, 'state') } };
}

interface BytePlace {
  readonly format: Format;
  readonly isTerminal: boolean;
  readonly traceFile?: string;
}

async function printed(run: HostileRun, { format, isTerminal, traceFile }: BytePlace): Promise<Ran> {
  const { folder, env } = around(run);
  const isLocal = run.settings !== undefined || run.project !== undefined;
  const ran = await crier([...run.line, '-o', format, ...(traceFile ? ['--trace-file', traceFile] : [])], {
    env: { ...COLOURS, ...(isLocal ? {} : SERVICE), ...env, ...run.env },
    network: scripted(run.answer),
    folder,
    isTerminal,
  });
  rmSync(folder, { recursive: true });
  count.runs += 1;
  count.texts += run.texts;
  count.bytes += ran.stdout.length + ran.stderr.length;
  return ran;
}

const numbered = (runs: readonly HostileRun[]) => runs.map((run, at) => ({ ...run, at }));

/** A table for each run, and of the other formats some, others for the next run. */
function formats(at: number): readonly Format[] {
  const others = ALL_FORMATS.filter((format) => format !== 'table');
  const first = at % others.length;
  return ['table', ...[...others, ...others].slice(first, first + scaled(1, others.length))];
}

/**
 * On a terminal, or in a pipe: a table on a terminal, and of every other run in a pipe; a format that hardly differs
 * there in one of them, and in the other for the next run.
 */
function terminals(format: Format, at: number): readonly boolean[] {
  if (format === 'table') return at % scaled(2, 1) === 0 ? [true, false] : [true];
  const both = at % 2 === 0 ? [true, false] : [false, true];
  return both.slice(0, format === 'raw' ? 2 : 1);
}

/** Raw in a pipe is what the service sent, and nothing else. */
const isUntouched = ({ format, isTerminal }: BytePlace) => format === 'raw' && !isTerminal;

describe.each(numbered(goodRuns()))('what is answered: $what', { tags: ['C1', 'T8'] }, ({ at, ...run }) => {
  test.each(formats(at))('as %s', async (format) => {
    if (run.without?.includes(format)) return;
    for (const isTerminal of terminals(format, at)) {
      const { stdout, stderr, exitCode } = await printed(run, { format, isTerminal });
      expect([0, 3, 11]).toContain(exitCode);
      expect(wrongIn(stderr)).toEqual([]);
      if (isUntouched({ format, isTerminal })) continue;
      expect(stdout).not.toBe('');
      expect(wrongIn(stdout, `\n${FORMATS[format]}`)).toEqual([]);
    }
  });

  test('reads back from JSON as it was sent', async () => {
    if (!run.isWhole) return;
    const { json } = await printed(run, { format: 'json', isTerminal: false });
    const there = stringsIn(json);
    const missing = [...stringsIn(Object.values(run.answer.body as object))].filter(
      (text) => !there.has(text),
    ); // answers are objects
    expect(missing).toEqual([]);
  });
});

describe.each(numbered(badRuns()))('what is refused: $what', { tags: ['C1', 'T8'] }, ({ at, ...run }) => {
  test(`as ${formats(at).join(', ')}`, async () => {
    for (const format of formats(at)) {
      for (const isTerminal of terminals(format, at)) {
        const { stdout, stderr, exitCode } = await printed(run, { format, isTerminal });
        const where = `${format} ${isTerminal ? 'on a terminal' : 'in a pipe'}`;
        expect(wrongIn(stderr), where).toEqual([]);
        expect(stderr, where).not.toContain('internal error: ');
        if (!isUntouched({ format, isTerminal }))
          expect(wrongIn(stdout, `\n${FORMATS[format]}`), where).toEqual([]);
        if (exitCode === 0 || !['json', 'ndjson'].includes(format) || stderr === '') continue;
        expect(() => JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? ''), where).not.toThrow();
      }
    }
  });
});

test('the trace file and what --verbose says', { tags: ['C1', 'T8'] }, async () => {
  const runs = [...goodRuns(), ...badRuns()].filter(({ line }) => line[0] !== 'sandbox');
  for (const run of runs.filter((_run, at) => at % scaled(8, 1) === 0)) {
    const traceFile = join(mkdtempSync(join(home, 'trace-')), 'trace');
    const { stderr } = await printed(
      { ...run, line: [...run.line, '--verbose'] },
      { format: 'table', isTerminal: true, traceFile },
    );
    expect(wrongIn(stderr), run.what).toEqual([]);
    const trace = readFileSync(traceFile, { encoding: 'utf8', flag: 'a+' });
    expect(wrongIn(trace), run.what).toEqual([]);
    for (const line of trace.split('\n').filter(Boolean))
      expect(() => JSON.parse(line), run.what).not.toThrow();
  }
});

test('what jq is given and gives', { tags: ['C1', 'T8'] }, async () => {
  for (const run of goodRuns().filter(({ what }) => ASKED_BY_JQ.includes(what))) {
    const { stdout, stderr, exitCode } = await crier([...run.line, '--jq', '.'], {
      env: SERVICE,
      network: scripted(run.answer),
      isTerminal: true,
    });
    expect({
      what: run.what,
      exitCode: [0, 3, 11].includes(exitCode),
      stderr: wrongIn(stderr),
      stdout: wrongIn(stdout),
    }).toEqual({ what: run.what, exitCode: true, stderr: [], stdout: [] });
    expect(stdout, run.what).not.toBe('');
  }
});
