import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { stoppedClock } from '../../../../support/clock.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

const NOW = 1_790_000_000_000;
const COMMENT = '18054973922452013';

let sandbox: Sandbox;
let folder: string;
let file: string;
beforeAll(async () => {
  sandbox = { ...(await openTestSandbox()), close: () => {} };
  folder = mkdtempSync(join(tmpdir(), 'crier-team-'));
  file = join(folder, 'done.ndjson');
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => rmSync(file, { force: true }));

/** A run on the machine of a person of the team. */
const run = (name: string, line: string, around: Parameters<typeof crier>[1] = {}) =>
  crier(`${line} --sandbox`, {
    sandbox,
    ...around,
    env: { CRIER_STATE_DIR: join(folder, name), CRIER_DONE_FILE: file, ...around.env },
  });
const mark = (name: string, id = COMMENT, flags = '') => run(name, `comments done ${id} ${flags}`.trim());
const read = async (name: string) => {
  const { json, stderr } = await run(name, 'comments inbox --posts 1 --platform instagram --all --json');
  return { ids: (json as { inbox: readonly { id: string }[] }).inbox.map(({ id }) => id), stderr };
};
const waiting = async (name: string) => (await read(name)).ids;
const line = (id: string, { done = true, at = NOW, service = 'sandbox' } = {}) =>
  `${JSON.stringify({ id, done, at: new Date(at).toISOString(), service })}\n`;

test('what one person marks is done for the team, and opened again by any of them', async () => {
  expect(await waiting('ben')).toContain(COMMENT);
  await mark('anna');
  expect(await waiting('ben')).not.toContain(COMMENT);
  await mark('anna'); // adds nothing
  expect(readFileSync(file, 'utf8')).toBe(line(COMMENT));
  expect(statSync(file).mode & 0o777).toBe(0o660);
  await mark('ben', COMMENT, '--undo');
  expect(await waiting('anna')).toContain(COMMENT);
});

test('two people who mark at once lose no mark', async () => {
  const ids = (await waiting('anna')).slice(0, 4);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  await Promise.all([mark('anna', `${first} ${second}`), mark('ben', `${third} ${fourth}`)]);
  const left = await waiting('anna');
  expect(left.filter((id) => ids.includes(id))).toEqual([]);
  expect(readFileSync(file, 'utf8').trim().split('\n').toSorted()).toEqual(
    ids.map((id) => line(id).trim()).toSorted(),
  );
});

test('own marks of before stay, until the team has another one', async () => {
  await run('anna', `comments done ${COMMENT}`, { env: { CRIER_DONE_FILE: undefined } });
  expect(await waiting('anna')).not.toContain(COMMENT);
  expect(await waiting('ben')).toContain(COMMENT);
  appendFileSync(file, line(COMMENT, { done: false }));
  expect(await waiting('anna')).toContain(COMMENT);
  await mark('anna', COMMENT, '--undo');
});

const copyOf = () => join(folder, 'done (conflicted copy 2026-11-28).ndjson');
const writeCopy = (text: string) => writeFileSync(copyOf(), text);

test.each([
  ['a copy that a synchronized folder made', () => writeCopy(line(COMMENT)), false],
  [
    'an older mark in such a copy',
    () => {
      writeFileSync(file, line(COMMENT, { done: false }));
      writeCopy(line(COMMENT, { at: NOW - 1 }));
    },
    true,
  ],
  ['a file with another name', () => writeFileSync(join(folder, 'other.ndjson'), line(COMMENT)), true],
  [
    'a mark for another service',
    () => writeFileSync(file, line(COMMENT, { service: 'https://api.example.com' })),
    true,
  ],
  [
    'a line that is still being written',
    () => writeFileSync(file, line(COMMENT) + line(COMMENT, { done: false }).slice(0, 20)),
    false,
  ],
] as const)('%s', async (_why, write, isWaiting) => {
  write();
  const { stderr, ids } = await read('ben');
  expect(stderr).not.toContain('cannot be read');
  expect(ids.includes(COMMENT)).toBe(isWaiting);
  rmSync(copyOf(), { force: true });
});

test('a mark behind a line that was cut short, and behind a clock that is ahead, counts', async () => {
  writeFileSync(file, `${line(COMMENT, { at: NOW + 60_000 })}{"id":"1805`);
  await mark('anna', COMMENT, '--undo');
  const { stderr, ids } = await read('ben');
  expect(ids).toContain(COMMENT);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(`1 line of ${file} cannot be read as marks`);
});

test('where the folder is not there, all that waits is shown with a warning, and nothing is marked', async () => {
  const env = { CRIER_DONE_FILE: join(folder, 'unmounted', 'done.ndjson') };
  const shown = await run('ben', 'comments inbox --posts 1 --platform instagram --all', { env });
  expect(shown).toMatchObject({ exitCode: 0 });
  expect(shown.stderr).toContain('warning: the marks of your team are not known');
  expect(await run('ben', `comments done ${COMMENT}`, { env })).toMatchObject({ exitCode: 2 });
  expect(existsSync(join(folder, 'ben', 'done.json'))).toBe(false);
});

test.each([
  ['config set done-file done.ndjson', 'must be an absolute path'],
  ['config set done-file /srv/team/done.json', 'that ends in .ndjson'],
])('%s is refused', async (words, message) => {
  const { exitCode, stderr } = await crier(words);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining(message) });
});

test('the setting names the file, and the variable precedes it', async () => {
  const env = { CRIER_CONFIG_DIR: join(folder, 'settings'), CRIER_DONE_FILE: undefined };
  await run('anna', `config set done-file ${file}`, { env });
  await run('anna', `comments done ${COMMENT}`, { env, clock: stoppedClock(NOW) });
  expect(readFileSync(file, 'utf8')).toContain(COMMENT);
  const { exitCode, stderr } = await run('anna', `comments done ${COMMENT}`, {
    env: { ...env, CRIER_DONE_FILE: 'done.ndjson' },
  });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('CRIER_DONE_FILE must be'),
  });
});
