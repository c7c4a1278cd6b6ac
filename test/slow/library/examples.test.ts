import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  installLibrary,
  type LibraryProject,
  readExamples,
} from '../../support/library/installed-library.ts';
import {
  buildEvent,
  conformExample,
  EXAMPLE_SECRETS,
  postEvent,
  type RunningExample,
  startExample,
} from '../../support/library/running-example.ts';

const examples = readExamples('library.md');
let project: LibraryProject;
let folder: string;
let running: RunningExample[] = [];

beforeAll(async () => {
  project = await installLibrary();
  project.link('hono', 'express');
});
afterAll(() => project.remove());

/** Each example has a folder of its own, with the files of all. */
beforeEach(() => {
  folder = join(project.folder, 'example');
  mkdirSync(folder);
  for (const [name, text] of examples) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'events.ndjson'), '');
  for (const [name, secret] of Object.entries(EXAMPLE_SECRETS)) writeFileSync(join(folder, name), secret);
});
afterEach(async () => {
  await Promise.all(running.map((each) => each.kill()));
  running = [];
  rmSync(folder, { recursive: true });
});

async function start(name: string): Promise<RunningExample> {
  const example = await startExample(folder, name);
  running.push(example);
  return example;
}

/** How often a delivery was saved. */
function countSaved(hookId: unknown): number {
  const lines = readFileSync(join(folder, 'events.ndjson'), 'utf8').split('\n');
  return lines.filter((line) => line.includes(String(hookId))).length;
}

describe.each(['node.mjs', 'express.mjs', 'hono.mjs', 'receive.mjs', 'own-claims.mjs'])(
  '%s of the guide',
  (name) => {
    test('accepts a signed delivery once, whatever comes beside it', {
      tags: ['HOOK-12', 'HOOK-14', 'W-15'],
    }, async () => {
      const { url } = await start(name);
      const first = buildEvent();
      expect(await postEvent(url, first, 'another secret')).toBe(401);
      expect(countSaved(first['hookId'])).toBe(0);
      expect([await postEvent(url, first), await postEvent(url, first)]).toEqual([200, 200]);
      const second = buildEvent();
      const copies = Array.from({ length: 50 }, () => postEvent(url, second));
      expect(await Promise.all(copies)).toEqual(copies.map(() => 200));
      expect([countSaved(first['hookId']), countSaved(second['hookId'])]).toEqual([1, 1]);
      expect((await fetch(url)).status).not.toBe(200);
    });

    test('to HOOK-14 passes hooks conform', { tags: ['HOOK-10'] }, async () => {
      const secrets = name === 'receive.mjs' ? ['current', 'next'] : ['current'];
      const words = secrets.flatMap((each) => ['--secret-file', each]);
      const checks = await conformExample(await start(name), folder, [
        ...words,
        '--effects',
        'events.ndjson',
      ]);
      expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
      // these two need another secret, and a command that restarts it
      const skipped = checks.filter(({ status }) => status === 'skipped').map(({ check }) => check);
      expect(skipped).toEqual(secrets.length > 1 ? ['restart'] : ['rotation', 'restart']);
    });
  },
);

describe('node.mjs of the guide', () => {
  test('a kill loses no claim', { tags: ['HOOK-12'] }, async () => {
    const event = buildEvent();
    const first = await start('node.mjs');
    expect(await postEvent(first.url, event)).toBe(200);
    await first.kill();
    expect(await postEvent((await start('node.mjs')).url, event)).toBe(200);
    expect(countSaved(event['hookId'])).toBe(1);
  });

  test('three processes with one file accept one of fifty copies', {
    tags: ['HOOK-12', 'W-15'],
  }, async () => {
    const urls = (await Promise.all([1, 2, 3].map(() => start('node.mjs')))).map(({ url }) => url);
    const event = buildEvent();
    const copies = Array.from({ length: 50 }, (_, at) => postEvent(urls[at % urls.length] ?? '', event));
    expect(await Promise.all(copies)).toEqual(copies.map(() => 200));
    expect(countSaved(event['hookId'])).toBe(1);
  });
});

test('worker.mjs of the guide takes signed deliveries only', async () => {
  const { url } = await start('worker.mjs');
  const event = buildEvent();
  expect([await postEvent(url, event, 'another secret'), await postEvent(url, event)]).toEqual([401, 200]);
  expect(countSaved(event['hookId'])).toBe(1);
});

test('an example that does not start is noticed', async () => {
  writeFileSync(join(folder, 'bad.mjs'), "import 'crier-cli/none';");
  await expect(start('bad.mjs')).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
});
