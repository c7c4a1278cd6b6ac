import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { KEPT_DAYS } from '../../../../../../src/cli/features/comments/watch/cursor-file.ts';
import { acquireLock } from '../../../../../../src/storage/exclusive-lock.ts';
import {
  START,
  said,
  short,
  type Watched,
  watch,
  watchClock,
} from '../../../../../support/automations/watched-service.ts';
import type { ManualClock } from '../../../../../support/manual-clock.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-place-'));
afterAll(() => rmSync(base, { recursive: true }));
let state: string;
let folder: string;
beforeEach(() => {
  state = mkdtempSync(join(base, 'state-'));
  folder = join(state, 'watch');
});

const HELLO = { comments: { instagram: [said('1', 'the very words', { userName: 'ada.lovelace' })] } };
const poll = (words = 'x', env: Record<string, string> = {}) =>
  watch(`${words} --once -o ndjson`, { polls: [HELLO, HELLO], state, around: { env } });
const places = () => readdirSync(folder).filter((name) => name.endsWith('.json'));
const place = () => join(folder, places()[0] ?? '');

/** Sentences as they were before they were laid out. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('what is kept', () => {
  test('is readable by its owner only', async () => {
    await poll();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
  });

  test('contains no text of a comment, and no name', async () => {
    await poll();
    const text = readFileSync(place(), 'utf8');
    expect(text).toContain('"=1"');
    expect(text).not.toMatch(/words|ada|lovelace/);
  });

  test.each(['x/../../escape', '/etc/passwd', 'a%20b', 'ü', 'x'.repeat(500)])(
    'has a name of ours, whatever the id is: %s',
    async (id) => {
      const ran = await watch([id, '--once', '-o', 'ndjson'], { polls: [HELLO], state });
      expect({ exitCode: ran.exitCode, asked: ran.asked.length }).toEqual({ exitCode: 0, asked: 1 });
      const names = readdirSync(folder).toSorted();
      expect(names.map((name) => name.replace(/^[0-9a-f]{32}/, 'ours'))).toEqual(['ours.json', 'ours.lock']);
      expect(readdirSync(state)).toEqual(['watch']);
    },
  );

  test.each([
    ['seconds with a fraction', { _seconds: 1_790_000_600.123 }],
    ['nanoseconds', { _seconds: 1_790_000_600, _nanoseconds: 123_456_789 }],
  ])('is whole whatever the service says: %s', async (_what, raw) => {
    const once = () => watch('x --once -o ndjson', { polls: [{ ...HELLO, next: { raw } }], state });
    await once();
    const again = await once();
    expect({ events: short(again), stderr: again.stderr }).toEqual({ events: [], stderr: '' });
  });
});

describe('a place that cannot be used', () => {
  const NEWER = { kind: 'crier comments watch', version: 2, id: 'x', somewhere: 'else' };

  test.each([
    ['cut short', (text: string) => text.slice(0, 100), 'it is damaged'],
    ['empty', () => '', 'it is empty'],
    ['of a newer version', () => JSON.stringify(NEWER), 'it was written by a newer version of crier'],
    ['of another id', (text: string) => text.replace('"id":"x"', '"id":"y"'), 'it belongs to another id'],
    ['with a time that is none', (text: string) => text.replace(/"due":\d+/, '"due":9e15'), 'it is damaged'],
  ])('%s is moved aside, with a warning, and the watch continues', async (_what, damage, fault) => {
    await poll();
    const before = damage(readFileSync(place(), 'utf8'));
    writeFileSync(place(), before);
    const ran = await poll();
    expect({ exitCode: ran.exitCode, events: short(ran) }).toEqual({
      exitCode: 0,
      events: ['added instagram 1'],
    });
    expect(oneLine(ran.stderr)).toContain(fault);
    const aside = readdirSync(folder).filter((name) => name.includes('.unusable-'));
    expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([before]);
    expect(short(await poll())).toEqual([]);
  });

  test('a link in its place is moved aside unread', async () => {
    await poll();
    const target = join(state, 'target');
    writeFileSync(target, 'mine');
    rmSync(place());
    const name = readdirSync(folder)[0]?.replace('.lock', '.json') ?? '';
    symlinkSync(target, join(folder, name));
    const ran = await poll();
    expect({ exitCode: ran.exitCode, events: short(ran) }).toEqual({
      exitCode: 0,
      events: ['added instagram 1'],
    });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  test.each([
    ['a file is where its folder should be', () => writeFileSync(folder, '')],
    ['its folder is a link', () => symlinkSync(mkdtempSync(join(base, 'elsewhere-')), folder)],
  ])('%s: it warns, and the watch continues without', async (_what, block) => {
    block();
    const ran = await poll();
    expect({ exitCode: ran.exitCode, events: short(ran) }).toEqual({
      exitCode: 0,
      events: ['added instagram 1'],
    });
    expect(oneLine(ran.stderr)).toContain('cannot be saved');
  });

  test('one that cannot be written while it watches is reported once', async () => {
    await poll();
    const file = place();
    rmSync(file);
    const blocking = {
      get comments() {
        mkdirSync(file, { recursive: true });
        return HELLO.comments;
      },
    };
    const more = { comments: { instagram: [...HELLO.comments.instagram, said('2', 'more')] } };
    const ran = await watch('x -o ndjson', { polls: [blocking, more, HELLO], state });
    expect(short(ran)).toEqual(['added instagram 1', 'added instagram 2', 'gone instagram 2']);
    expect(oneLine(ran.stderr).match(/cannot be saved/g)).toHaveLength(1);
  });
});

describe('when a watch that begins again asks', { tags: ['COM-14'] }, () => {
  const MINUTE_MS = 60_000;
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const first = async (clock: ManualClock, next: number | { readonly raw: unknown } = 10 * MINUTE_MS) => {
    await watch('x --once -o ndjson', { polls: [{ ...HELLO, next }], state, clock });
  };
  const again = async (clock: ManualClock) => {
    const from = clock.steady();
    const ran = await watch('x -o ndjson', { polls: [HELLO], state, clock });
    return {
      waited: (ran.asked[0]?.at ?? 0) - clock.now() + clock.steady() - from,
      said: oneLine(ran.stderr),
    };
  };

  test.each([
    [
      'later, when the clock was a year ahead',
      -365 * DAY_MS,
      10 * MINUTE_MS,
      10 * MINUTE_MS,
      'in the future',
    ],
    ['at its time, when the clock went back a second', -1_000, 600_000, 601_000, 'was checked recently'],
    ['soon, when the given wait cannot be meant', 0, 32 * DAY_MS, 10 * MINUTE_MS, 'which is ignored'],
    ['at once, when it is over', 11 * MINUTE_MS, 600_000, 0, ''],
  ])('%s', async (_what, setMs, next, waited, sentence) => {
    const clock = watchClock(START);
    await first(clock, next);
    clock.setForward(setMs);
    const ran = await again(clock);
    expect(ran.waited).toBe(waited);
    expect(ran.said).toContain(sentence);
  });
});

describe('two watches', () => {
  test('of the same id: the second one is refused, and says why', async () => {
    await poll();
    const lock = acquireLock(
      join(folder, readdirSync(folder).find((name) => name.endsWith('.lock')) ?? ''),
      0,
    );
    const ran = await poll();
    lock?.release();
    expect({ exitCode: ran.exitCode, asked: ran.asked }).toEqual({ exitCode: 2, asked: [] });
    expect(oneLine(ran.stderr)).toContain('another process is already watching x');
    expect((await poll()).exitCode).toBe(0);
  });

  test('at once, as one whole document: the second one is refused until the first is printed', async () => {
    const second: Promise<Watched>[] = [];
    const slow = () => ({
      isTerminal: false,
      isEmptyFile: false,
      columns: undefined,
      async write() {
        second.push(poll());
        await second[0];
      },
    });
    const first = await watch('x --once --json', { polls: [HELLO], state, stdout: slow });
    expect({ first: first.exitCode, second: (await second[0])?.exitCode }).toEqual({ first: 0, second: 2 });
    expect(short(await poll())).toEqual([]);
  });

  test('of other ids do not disturb each other', async () => {
    await poll('x y');
    expect(places()).toHaveLength(2);
    expect((await poll('y z')).exitCode).toBe(0);
    expect(places()).toHaveLength(3);
  });
});

test.each([
  [KEPT_DAYS + 1, 1],
  [KEPT_DAYS - 1, 2],
])('a cursor that was unused for %i days leaves %i', async (days, left) => {
  await poll('old');
  const long = new Date(Date.UTC(2026, 8, 21) - days * 24 * 60 * 60 * 1_000);
  utimesSync(place(), long, long);
  await poll('x');
  expect(places()).toHaveLength(left);
  expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toHaveLength(left);
});
