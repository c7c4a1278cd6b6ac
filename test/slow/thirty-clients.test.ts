import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sleep } from '../../src/clock.ts';
import { DAY_MS } from '../../src/service/durations.ts';
import { crier, openTestSandbox } from '../support/crier.ts';
import {
  aroundPage,
  describePage,
  listShellBlocks,
  type PagePlace,
  wordsInBash,
} from '../support/docs/pages.ts';
import { BIN } from '../support/processes/installed-program.ts';
import { quickFolder } from '../support/quick-folder.ts';
import { REAL_TIME } from '../support/real-time.ts';
import { scaled } from '../support/scale.ts';

const PAGE = 'docs/guides/thirty-clients.md';

/** Runs the loop that the page shows, as bash runs it. */
async function addClients(place: PagePlace): Promise<void> {
  const [loop = ''] = listShellBlocks(PAGE);
  const lines = wordsInBash([loop], place.folder);
  expect(lines.length).toBe(27 * 6);
  for (const words of lines) {
    const { exitCode, screen } = await crier(words, { ...aroundPage(place), isTerminal: true });
    expect({ words, exitCode, screen }).toEqual({ words, exitCode: 0, screen });
  }
}

describePage(PAGE, { prepare: addClients });

describe('a crisis of thirty profiles', () => {
  const folder = quickFolder('thirty');
  const env = { CRIER_STATE_DIR: join(folder, 'state'), CRIER_CONFIG_DIR: join(folder, 'config') };
  const record = join(folder, 'crisis.ndjson');
  const around = { onDisk: true, folder, env, clock: REAL_TIME };
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(async () => {
    const later = new Date(Date.now() + 3 * DAY_MS).toISOString();
    const [loop = ''] = listShellBlocks(PAGE).map((text) => text.replace('2026-09-24T10:00:00Z', later));
    const file = join(env.CRIER_STATE_DIR, 'sandbox', 'sandbox.db');
    const sandbox = await openTestSandbox(REAL_TIME, { file });
    const ofSetup = { ...around, sandbox: { ...sandbox, close: () => {} } };
    for (const words of wordsInBash([loop], folder)) {
      const { exitCode, screen } = await crier([...words, '--sandbox'].filter(isNotTwice), ofSetup);
      expect({ words, exitCode, screen }).toEqual({ words, exitCode: 0, screen });
    }
    sandbox.close();
  });

  /** What runs and what is paused, of all profiles. */
  async function readWork(): Promise<readonly unknown[]> {
    const automations = await crier('automations list --all-profiles --json --sandbox', around);
    const posts = await crier('posts list --waiting --all-profiles --all --json --sandbox', around);
    const work = automations.json as { automations: readonly { id: string; active: boolean }[] }; // their schemas were checked
    const waiting = posts.json as { posts: readonly { id: string; status: string }[] };
    return [
      ...work.automations.map(({ id, active }) => [id, active]),
      ...waiting.posts.map(({ id, status }) => [id, status]),
    ].toSorted();
  }

  const countLines = () => (existsSync(record) ? readFileSync(record, 'utf8').split('\n').length - 1 : 0);

  /** Runs the program, and kills it once its record has this many new lines. */
  async function runKilled(command: 'pause' | 'resume', lines: number): Promise<NodeJS.Signals | null> {
    const [bin, words] = [BIN, [command, '--yes', '--sandbox', '--record', record]];
    const child = spawn(process.execPath, [bin, ...words], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    });
    const ended = new Promise<NodeJS.Signals | null>((resolve) =>
      child.once('exit', (_code, by) => resolve(by)),
    );
    const start = countLines();
    let isRunning = true;
    void ended.then(() => {
      isRunning = false;
    });
    while (isRunning && countLines() < start + lines) await sleep(1);
    child.kill('SIGKILL');
    return ended;
  }

  const finish = (command: 'pause' | 'resume') =>
    crier([command, '--yes', '--json', '--sandbox', '--record', record], around);

  test('there and back, each killed in the middle, brings back exactly what ran', async () => {
    const before = await readWork();
    expect(before.length).toBeGreaterThan(27 * 2);
    expect([await runKilled('pause', 12), await runKilled('pause', 25)]).toEqual(['SIGKILL', 'SIGKILL']);
    const half = await readWork();
    expect(half).not.toEqual(before);
    expect((await finish('pause')).exitCode).toBe(0);
    const paused = await readWork();
    expect(paused.filter((each) => /true|scheduled|pending/.test(String(each)))).toEqual([]);
    expect(await runKilled('resume', 20)).toBe('SIGKILL');
    expect((await finish('resume')).exitCode).toBe(0);
    expect(await readWork()).toEqual(before);
  });

  test.each([40, 80, 120].slice(0, scaled(2, 3)))('its tables fit into %i columns', async (columns) => {
    for (const line of [
      'pause --dry-run',
      'status --all-profiles',
      'automations pause --all --all-profiles --dry-run',
      'report --all-profiles --since 7d',
      'posts calendar --week --all-profiles',
    ]) {
      const { screen } = await crier(`${line} --sandbox`, { ...around, isTerminal: true, columns });
      const tooWide = stripVTControlCharacters(screen)
        .split('\n')
        .filter((each) => each.length > columns);
      expect({ line, tooWide }).toEqual({ line, tooWide: [] });
    }
  });
});

/** A line of the page may name the sandbox already. */
function isNotTwice(word: string, at: number, words: readonly string[]): boolean {
  return word !== '--sandbox' || words.indexOf(word) === at;
}
