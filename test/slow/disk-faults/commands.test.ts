import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chooseFault,
  countCalls,
  type DiskFault,
  judgeEnd,
  judgeRounds,
  startOnFailingDisk,
  TEST_LIMIT_MS,
} from '../../support/disk-faults/failing-disk.ts';
import { readColumn } from '../../support/power-loss/images.ts';
import { canTrace, readInImage, runBeside, runInImage } from '../../support/power-loss/traced-process.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { chooser } from '../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../support/test-seed.ts';

const ROUNDS = scaled(1, 30);
/** Far longer than a command takes: one that hangs is a fault, and the seed and the step are printed. */
const COMMAND_LIMIT_MS = 60_000;

const store = (home: string) => join(home, 'state', 'sandbox', 'sandbox.db');
const archive = (home: string) => join(home, 'archive.db');
const lines = (home: string) => join(home, 'archive.ndjson');
const settings = (home: string) => join(home, 'config', 'config.json');
const zshrc = (home: string) => join(home, '.zshrc');

/** A command whose disk fails. */
interface Subject {
  readonly words: (home: string) => readonly string[];
  readonly files: (home: string) => readonly string[];
  /** Looks at what is there afterwards; `printed` is what was acknowledged, null after a failure. */
  readonly judge: (
    home: string,
    printed: string | null,
    outputs: { readonly stdout: string; readonly stderr: string },
  ) => readonly string[];
  /** What other processes do meanwhile, on a good disk: it must succeed. */
  readonly beside?: readonly (readonly string[])[];
}

const isWhole = (file: string) => readColumn(file, 'pragma integrity_check').filter((text) => text !== 'ok');
const exportTo = (file: string) => [
  'comments',
  'export',
  '--allow-partial',
  '--sandbox',
  '--json',
  '--file',
  file,
];

const countRows = (file: string) => Number(readColumn(file, 'select count(*) from comments')[0]);

function countLines(file: string): number {
  const all = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  for (const line of all) JSON.parse(line);
  return all.length;
}

/** Runs the export again, which completes the archive. */
function judgeArchive(home: string, file: string, printed: string | null, count: (file: string) => number) {
  const before = existsSync(file) && printed !== null ? count(file) : null;
  const faults = runInImage(home, exportTo(file));
  if (faults.length > 0) return faults;
  return [
    ...(count(file) === expected ? [] : [`the archive has ${count(file)} of ${expected} comments`]),
    ...(before === null || before === expected ? [] : [`success with ${before} of ${expected} comments`]),
  ];
}

/** Runs it again: what was printed is not printed again, unless the watch says so, and nothing is left out. */
function judgeWatch(
  home: string,
  printed: string | null,
  first: { readonly stdout: string; readonly stderr: string },
): readonly string[] {
  const { faults, stdout } = readInImage(home, WATCH);
  if (faults.length > 0) return faults;
  const lines = toEvents(stdout);
  const missing = watched.filter((line) => !toEvents(first.stdout).includes(line) && !lines.includes(line));
  return [
    ...(missing.length === 0 ? [] : [`${missing.length} of ${watched.length} events are lost`]),
    // the sentence is broken into lines
    ...(printed === null ||
    lines.length === 0 ||
    /cannot\s+be\s+saved|no\s+cursor\s+is\s+saved/.test(first.stderr)
      ? []
      : [`${lines.length} events are printed again: ${first.stderr}`]),
    ...toEvents(readInImage(home, WATCH).stdout).map((line) => `it is printed a third time: ${line}`),
  ];
}

/** The comments of whole lines. */
const toEvents = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { comment: { platform: string; id: string } }).comment) // of a watch
    .map(({ platform, id }) => `${platform} ${id}`);

/** A file of the sandbox, or what it was made from, can be imported and has what it had. */
const judgeExport = (home: string, printed: string | null): readonly string[] => {
  const file = shop(home);
  if (!existsSync(file)) return printed === null ? [] : ['the file is not there'];
  return [...isWhole(file), ...runInImage(home, ['sandbox', 'import', file, '--yes', '--json'])];
};

function judgeImport(home: string, printed: string | null): readonly string[] {
  const titles = readColumn(store(home), 'select title from profiles');
  const isImported = titles.includes(IMPORTED);
  return [
    ...isWhole(store(home)),
    ...runInImage(home, ['posts', 'list', '--sandbox', '--json']),
    ...(printed === null || isImported ? [] : ['what was imported is not there']),
    ...(isImported === (readApiKey(home) === importedKey)
      ? []
      : ['it has the data of one and the keys of the other']),
  ];
}

const readApiKey = (home: string) =>
  readColumn(store(home), "select value from keys where name = 'api'")[0] ?? '';
const IMPORTED = 'A profile of the file';
const WATCH = ['comments', 'watch', 'Sp7kQm2XvLr9TzBd4HnW', '--once', '--sandbox', '-o', 'ndjson'];
const shop = (home: string) => join(home, 'shop.crier');

let expected = 0;
let watched: readonly string[] = [];
let cursor = '';
let importedKey = '';

const SUBJECTS: Readonly<Record<string, Subject>> = {
  'a post into the store': {
    words: () => [
      'posts',
      'create',
      '--platform',
      'bluesky',
      '--text',
      'Open until eight',
      '--sandbox',
      '--json',
      '--yes',
    ],
    files: (home) => ['', '-wal', '-shm', '-journal'].map((part) => store(home) + part),
    judge(home, printed) {
      const ids = readColumn(store(home), 'select id from posts');
      const id = printed === null ? undefined : /"id": "(\w+)"/.exec(printed)?.[1];
      return [
        ...isWhole(store(home)),
        ...runInImage(home, ['posts', 'list', '--sandbox', '--json']),
        ...(printed === null || ids.some((each) => printed.includes(each)) ? [] : [`the post ${id} is lost`]),
      ];
    },
  },
  'an archive in SQLite': {
    words: (home) => exportTo(archive(home)),
    files: (home) => [home, archive(home), `${archive(home)}-journal`],
    judge: (home, printed) => [
      ...judgeArchive(home, archive(home), printed, countRows),
      ...isWhole(archive(home)),
    ],
  },
  'an archive in lines': {
    words: (home) => exportTo(lines(home)),
    files: (home) => [home, lines(home), `${lines(home)}.lock`],
    judge: (home, printed) => judgeArchive(home, lines(home), printed, countLines),
  },
  'a setting': {
    words: () => ['config', 'set', 'update-notice', 'off'],
    files: (home) => [
      join(home, 'config'),
      settings(home),
      `${settings(home)}.new`,
      `${settings(home)}.new/config.json`,
    ],
    judge(home, printed) {
      const found = existsSync(settings(home)) ? readFileSync(settings(home), 'utf8') : '';
      return [
        ...runInImage(home, ['config', 'list']),
        ...runInImage(home, ['config', 'set', 'writes', 'ask']),
        ...(printed === null || found.includes('off') ? [] : ['the setting is lost']),
      ];
    },
  },
  'a setting while others write theirs': {
    words: () => ['config', 'set', 'update-notice', 'off'],
    files: (home) => SUBJECTS['a setting']?.files(home) ?? [],
    beside: [
      ['config', 'set', 'writes', 'ask'],
      ['alias', 'set', 'mine', 'posts list'],
      ['alias', 'set', 'later', 'posts list --status scheduled'],
    ],
    judge(home, printed) {
      const found = readFileSync(settings(home), 'utf8');
      const wanted = ['"ask"', '"posts list"', 'scheduled', ...(printed === null ? [] : ['"off"'])];
      return [
        ...runInImage(home, ['config', 'list']),
        ...wanted.filter((text) => !found.includes(text)).map((text) => `the setting ${text} is lost`),
      ];
    },
  },
  'the cursor of a watch': {
    words: () => WATCH,
    files: (home) => {
      const file = join(home, 'state', 'watch', cursor);
      return [join(home, 'state', 'watch'), file, `${file}.new`, join(`${file}.new`, cursor)];
    },
    judge: judgeWatch,
  },
  'an exported sandbox': {
    words: (home) => ['sandbox', 'export', shop(home), '--yes', '--json'],
    files: () => [],
    judge: judgeExport,
  },
  'an imported sandbox': {
    words: (home) => ['sandbox', 'import', join(home, 'other.crier'), '--yes', '--json'],
    files: () => [],
    judge: judgeImport,
  },
  'the start-up file of a shell': {
    words: () => ['completion', 'zsh', '--install'],
    files: (home) => [home, zshrc(home)],
    judge: (home, printed) => {
      const text = readFileSync(zshrc(home), 'utf8');
      return [
        ...(text.includes(OWN_LINE) ? [] : ['the lines of the user are lost']),
        ...(printed === null || text.length > OWN_LINE.length ? [] : ['the completion is not there']),
      ];
    },
  },
};

const OWN_LINE = 'alias ll="ls -l"\n';

describe.skipIf(!canTrace)('on a disk that fails', { tags: ['T4'] }, () => {
  const seed = testSeed();
  let base: string;
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), 'crier-failing-'));
    const home = join(base, 'prepared');
    // without further comments of the sample while rounds run
    expect(runInImage(home, ['sandbox', 'clock', 'set', new Date().toISOString()])).toEqual([]);
    writeFileSync(zshrc(home), OWN_LINE);
    const whole = join(base, 'whole');
    cpSync(home, whole, { recursive: true });
    expect(runInImage(whole, exportTo(archive(whole)))).toEqual([]);
    expect(runInImage(whole, exportTo(lines(whole)))).toEqual([]);
    watched = toEvents(readInImage(whole, WATCH).stdout);
    cursor = readdirSync(join(whole, 'state', 'watch')).find((name) => name.endsWith('.json')) ?? '';
    expect([watched.length > 0, cursor]).toEqual([true, expect.stringMatching(/json$/)]);
    const other = join(base, 'other');
    expect(runInImage(other, ['profiles', 'create', IMPORTED, '--sandbox'])).toEqual([]);
    expect(runInImage(other, ['sandbox', 'export', join(home, 'other.crier')])).toEqual([]);
    importedKey = readApiKey(other);
    // compiled code is kept at the first run, and is not to be counted
    expect(runInImage(other, ['sandbox', 'import', join(home, 'other.crier'), '--yes'])).toEqual([]);
    expected = countRows(archive(whole));
    expect(countLines(lines(whole))).toBe(expected);
  });
  afterAll(() => rmSync(base, { recursive: true, force: true }));

  const trace = () => join(base, 'trace');
  const prepare = (home: string) => cpSync(join(base, 'prepared'), home, { recursive: true });

  const getPlace = ({ files }: Subject, home: string) => ({
    home,
    trace: trace(),
    files: files(home),
    limitMs: COMMAND_LIMIT_MS,
  });

  async function runOnce(subject: Subject, home: string, fault: DiskFault) {
    const { words, judge } = subject;
    prepare(home);
    const process = startOnFailingDisk(words(home), fault, getPlace(subject, home));
    const others = (subject.beside ?? []).map((line) => runBeside(home, line));
    const end = { ...(await process.ended), stderr: process.getStderr() };
    const isDone = end.code === 0 && end.signal === null;
    const found = (await Promise.all(others)).flat();
    const outputs = { stdout: process.getStdout(), stderr: process.getStderr() };
    const acknowledged = isDone ? outputs.stdout : null;
    const faults = [...judgeEnd(end, fault), ...found, ...judge(home, acknowledged, outputs)];
    return { faults, hasFailed: process.hasFailed() };
  }

  test.each(Object.entries(SUBJECTS))(
    '%s is written, or the reason is given, and nothing else is lost',
    { timeout: TEST_LIMIT_MS },
    async (name, subject) => {
      let failed = 0;
      const choose = chooser(`${seed} ${name}`);
      const counted = join(base, 'counted');
      prepare(counted);
      const counts = await countCalls(subject.words(counted), getPlace(subject, counted));
      rmSync(counted, { recursive: true });
      const chooseNext = () => chooseFault(counts, choose);
      const { found, rounds, seconds } = await judgeRounds(ROUNDS, chooseNext, async (fault) => {
        const home = join(base, 'home');
        const { faults, hasFailed } = await runOnce(subject, home, fault);
        failed += hasFailed ? 1 : 0;
        rmSync(home, { recursive: true });
        return faults;
      });
      const made = [...counts].map(([call, count]) => `${call} ${count}`).join(', ');
      report(
        `${name}: calls ${made}; ${failed} of ${rounds} runs met the fault, in ${seconds} s (seed ${seed})`,
      );
      expect({ seed, found, rounds }).toEqual({ seed, found: [], rounds: ROUNDS });
    },
  );
});
