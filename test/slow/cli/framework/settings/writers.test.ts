import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getSettingsPaths } from '../../../../../src/cli/framework/settings/paths.ts';
import { readSettings } from '../../../../../src/cli/framework/settings/read-settings.ts';
import type { WriterSaid } from '../../../../support/processes/settings-writer.ts';
import { scaled } from '../../../../support/scale.ts';

const PROGRAM = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'support',
  'processes',
  'settings-writer.ts',
);
const HEAD_START_MS = 50;

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'crier-writers-'));
  folder = join(base, 'settings');
});
afterEach(() => rmSync(base, { recursive: true }));

/** Starts writers that wait for one another, and counts what they say was saved. */
async function start(
  writers: number,
  each: number,
): Promise<{ children: ChildProcess[]; saved: Set<string> }> {
  const saved = new Set<string>();
  const children = Array.from({ length: writers }, (_, index) =>
    fork(PROGRAM, [folder, `writer${index}`, String(each)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const moment = Date.now() + HEAD_START_MS;
  for (const child of children) {
    child.on('message', (name: WriterSaid) => saved.add(name));
    child.send(moment);
  }
  return { children, saved };
}

const ended = (children: readonly ChildProcess[]) =>
  Promise.all(
    children.map((child) =>
      child.exitCode === null && child.signalCode === null ? once(child, 'close') : null,
    ),
  );

const contexts = () =>
  Object.keys(
    readSettings(getSettingsPaths({ env: { CRIER_CONFIG_DIR: folder }, homeFolder: '/', platform: 'linux' }))
      .settings.contexts,
  );

/** Looks at everything in the settings' folder, again and again; what others have rights to is kept. */
function watchModes() {
  const loose = new Set<string>();
  const seen = new Set<string>();
  const moments = [performance.now()];
  let isDone = false;
  const look = () => {
    moments.push(performance.now());
    for (const path of listed(base)) {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (found === undefined) continue;
      seen.add(relative(folder, path));
      if ((found.mode & 0o077) !== 0) loose.add(`${path} ${found.mode.toString(8)}`);
    }
    if (!isDone) setImmediate(look);
  };
  look();
  return {
    /** What was seen, and the pauses between looks in milliseconds, the shortest first. */
    stop() {
      isDone = true;
      const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
      return { loose: [...loose], seen, gapsMs: gaps.toSorted((one, other) => one - other) };
    },
  };
}

function listed(at: string): readonly string[] {
  try {
    return readdirSync(at, { recursive: true, encoding: 'utf8' }).map((name) => join(at, name));
  } catch {
    return []; // it went away while we looked
  }
}

const WRITERS = scaled(16, 50);
const EACH = scaled(6, 20);

test(`${WRITERS} processes that write ${EACH} settings each at once lose nothing`, {
  tags: ['C6', 'T9'],
}, async () => {
  const { children, saved } = await start(WRITERS, EACH);
  await ended(children);
  expect(saved.size).toBe(WRITERS * EACH);
  expect(contexts().toSorted()).toEqual([...saved].toSorted());
  expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'config.lock']);
});

test('nothing is ever there that others can read, looked at more often than every millisecond', {
  tags: ['C5'],
}, async () => {
  const { children, saved } = await start(1, 150);
  const watch = watchModes();
  await ended(children);
  const { loose, seen, gapsMs } = watch.stop();
  expect(saved.size).toBe(150);
  expect(loose).toEqual([]);
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining(['config.json', 'config.json.new', 'config.lock']),
  );
  expect(gapsMs[Math.floor(gapsMs.length / 2)]).toBeLessThan(1);
});

const KILLED_ROUNDS = scaled(1, 17);

test.each(Array.from({ length: KILLED_ROUNDS }, (_, round) => round))(
  'twelve writers that are killed half-way lose nothing that was saved, and block no other (%i)',
  { tags: ['C6', 'T9'] },
  async () => {
    const { children, saved } = await start(12, 1_000);
    for (const [index, child] of children.entries()) {
      let count = 0;
      // the next one is under way by then
      child.on('message', () => ++count > index && child.kill('SIGKILL'));
    }
    await ended(children);
    const before = contexts();
    expect([...saved].filter((name) => !before.includes(name))).toEqual([]);
    expect(saved.size).toBeGreaterThan(50);
    const { children: next, saved: later } = await start(1, 1);
    await ended(next);
    expect(contexts()).toEqual(expect.arrayContaining([...later]));
    expect(later.size).toBe(1);
    expect(readdirSync(folder).toSorted()).toEqual(['config.json', 'config.lock']);
  },
);
