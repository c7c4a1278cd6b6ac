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
import { KEPT_DAYS } from '../../../src/cli/watch/place-file.ts';
import { takeLock } from '../../../src/disk/exclusive-lock.ts';
import { said, short, watch } from '../../support/watched-service.ts';

const base = mkdtempSync(join(tmpdir(), 'crier-place-'));
afterAll(() => rmSync(base, { recursive: true }));
let state: string;
let folder: string;
beforeEach(() => {
  state = mkdtempSync(join(base, 'state-'));
  folder = join(state, 'watch');
});

const HELLO = { comments: { instagram: [said('1', 'the very words', { userName: 'ada.lovelace' })] } };
const look = (words = 'x', env: Record<string, string> = {}) =>
  watch(`${words} --once -o ndjson`, { looks: [HELLO, HELLO], state, around: { env } });
const places = () => readdirSync(folder).filter((name) => name.endsWith('.json'));
const place = () => join(folder, places()[0] ?? '');

/** Sentences as they were before they were laid out. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('what is kept', () => {
  test("is its owner's alone", async () => {
    await look();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([
      0o600, 0o600,
    ]);
  });

  test('holds no word that anybody wrote, and no name', async () => {
    await look();
    const text = readFileSync(place(), 'utf8');
    expect(text).toContain('"=1"');
    expect(text).not.toMatch(/words|ada|lovelace/);
  });

  test.each(['../../escape', '..', '/etc/passwd', 'a b', 'ü', `${'x'.repeat(500)}`])(
    'has a name of ours, whatever the id is: %s',
    async (id) => {
      const ran = await watch([id].join(''), { looks: [HELLO], state, around: {} }).catch((error) => error);
      expect(ran).toBeDefined();
      for (const name of readdirSync(folder)) expect(name).toMatch(/^[0-9a-f]{32}\.(json|lock)$/);
      expect(readdirSync(state)).toEqual(['watch']);
    },
  );
});

describe('a place that cannot be used', () => {
  const NEWER = { kind: 'crier comments watch', version: 2, id: 'x', somewhere: 'else' };

  test.each([
    ['cut short', (text: string) => text.slice(0, 100), 'it is damaged'],
    ['empty', () => '', 'it is empty'],
    ['of a newer version', () => JSON.stringify(NEWER), 'a newer crier wrote it'],
    ['of another id', (text: string) => text.replace('"id":"x"', '"id":"y"'), 'it is of another id'],
    ['with a time that is none', (text: string) => text.replace(/"due":\d+/, '"due":9e15'), 'it is damaged'],
  ])('%s is moved aside, said, and the watch goes on', async (_what, damage, fault) => {
    await look();
    const before = damage(readFileSync(place(), 'utf8'));
    writeFileSync(place(), before);
    const ran = await look();
    expect({ exitCode: ran.exitCode, events: short(ran) }).toEqual({
      exitCode: 0,
      events: ['added instagram 1'],
    });
    expect(oneLine(ran.stderr)).toContain(fault);
    const aside = readdirSync(folder).filter((name) => name.includes('.unusable-'));
    expect(aside.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([before]);
    expect(short(await look())).toEqual([]);
  });

  test('a link in its place is moved aside unread', async () => {
    await look();
    const target = join(state, 'target');
    writeFileSync(target, 'mine');
    rmSync(place());
    const name = readdirSync(folder)[0]?.replace('.lock', '.json') ?? '';
    symlinkSync(target, join(folder, name));
    const ran = await look();
    expect({ exitCode: ran.exitCode, events: short(ran) }).toEqual({
      exitCode: 0,
      events: ['added instagram 1'],
    });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  test.each([
    ['a file stands where its folder should be', () => writeFileSync(folder, '')],
    ['its folder is a link', () => symlinkSync(mkdtempSync(join(base, 'elsewhere-')), folder)],
  ])('%s: it is said, and the watch goes on without', async (_what, block) => {
    block();
    const ran = await look();
    expect({ exitCode: ran.exitCode, events: short(ran) }).toEqual({
      exitCode: 0,
      events: ['added instagram 1'],
    });
    expect(oneLine(ran.stderr)).toContain('cannot be kept');
  });

  test('one that cannot be written while it watches is said once', async () => {
    await look();
    const file = place();
    rmSync(file);
    const blocking = {
      get comments() {
        mkdirSync(file, { recursive: true });
        return HELLO.comments;
      },
    };
    const more = { comments: { instagram: [...HELLO.comments.instagram, said('2', 'more')] } };
    const ran = await watch('x -o ndjson', { looks: [blocking, more, HELLO], state });
    expect(short(ran)).toEqual(['added instagram 1', 'added instagram 2', 'gone instagram 2']);
    expect(oneLine(ran.stderr).match(/cannot be kept/g)).toHaveLength(1);
  });
});

describe('two watches', () => {
  test('of the same id: the second one is refused, and says why', async () => {
    await look();
    const lock = takeLock(join(folder, readdirSync(folder).find((name) => name.endsWith('.lock')) ?? ''), 0);
    const ran = await look();
    lock?.release();
    expect({ exitCode: ran.exitCode, asked: ran.asked }).toEqual({ exitCode: 2, asked: [] });
    expect(oneLine(ran.stderr)).toContain('another watch follows x already');
    expect((await look()).exitCode).toBe(0);
  });

  test('of other ids do not disturb each other', async () => {
    await look('x y');
    expect(places()).toHaveLength(2);
    expect((await look('y z')).exitCode).toBe(0);
    expect(places()).toHaveLength(3);
  });
});

test.each([
  [KEPT_DAYS + 1, 1],
  [KEPT_DAYS - 1, 2],
])('a place that nobody came back to for %i days leaves %i', async (days, left) => {
  await look('old');
  const long = new Date(Date.UTC(2026, 8, 21) - days * 24 * 60 * 60 * 1_000);
  utimesSync(place(), long, long);
  await look('x');
  expect(places()).toHaveLength(left);
  expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toHaveLength(left);
});
