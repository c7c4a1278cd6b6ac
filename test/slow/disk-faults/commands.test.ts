import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
import { canTrace, runInImage } from '../../support/power-loss/traced-process.ts';
import { report } from '../../support/report.ts';
import { scaled } from '../../support/scale.ts';
import { chooser } from '../../support/terminal/scripted-prompts.ts';
import { testSeed } from '../../support/test-seed.ts';

const ROUNDS = scaled(2, 30);
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
  readonly judge: (home: string, printed: string | null) => readonly string[];
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

let expected = 0;

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
    const end = { ...(await process.ended), stderr: process.getStderr() };
    const isDone = end.code === 0 && end.signal === null;
    const faults = [...judgeEnd(end, fault), ...judge(home, isDone ? process.getStdout() : null)];
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
