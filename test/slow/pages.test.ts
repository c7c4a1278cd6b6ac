import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMITS } from '../../src/service/limits.ts';
import { control } from '../support/control.ts';
import { crier } from '../support/crier.ts';
import { describePage, listExamples, PAGES, type PagePlace, ROOT } from '../support/docs/pages.ts';

test.each(PAGES)('no example of %s prints a warning', (page) => {
  const warned = listExamples(page).filter(({ output }) => /\bwarning: /.test(output));
  // a page describes this one
  expect(warned.filter(({ output }) => !/ has passed: it is\s+published at once/.test(output))).toEqual([]);
});

test.each(PAGES)('%s has no command that runs a package of others', (page) => {
  expect(readFileSync(join(ROOT, page), 'utf8')).not.toContain('npx crier ');
});

test('the README has 180 lines at most', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(181);
});

/** The slow tests run this one: it has thirty profiles. */
const THIRTY_CLIENTS = 'docs/guides/thirty-clients.md';

for (const page of PAGES.filter((each) => each !== THIRTY_CLIENTS && each !== 'README.md'))
  describePage(page);

describePage('README.md', {
  listMore(getPlace) {
    test('leaves a sandbox that publishes what is due, sends DMs and takes requests, as time passes', () =>
      expectTimePasses(getPlace()));
  },
});

async function expectTimePasses({ sandbox, clock }: PagePlace): Promise<void> {
  const run = async (line: readonly string[]) =>
    (await crier([...line, '--json'], { sandbox: { ...sandbox, close: () => {} }, clock })).json;
  const post = ['posts', 'create', '--sandbox', '--platform', 'bluesky', '--text', 'Open.'];
  const { id } = (await run([...post, '--schedule', 'in 1m'])) as { id: string }; // held against its schema
  await run(['sandbox', 'engage', 'comment', '--from', 'otto', '--text', 'GUIDE']);
  clock.advance(75_000);
  expect(await run(['posts', 'get', id, '--sandbox'])).toMatchObject({ status: 'success' });
  expect((await control(sandbox, 'listInbox')).body.messages.slice(-2)).toMatchObject([
    { to: { username: 'mara' } },
    { to: { username: 'otto' } },
  ]);
  const url = new URL('http://sandbox.localhost/user');
  const headers = { authorization: `Bearer ${sandbox.credentials.apiKey}` };
  const ask = async () => (await sandbox.answer({ method: 'GET', url, headers, body: null })).status;
  for (let count = 0; count < LIMITS.requestRate.max; count++) await ask();
  expect(await ask()).toBe(429);
  clock.advance(LIMITS.requestRate.windowMs);
  expect(await ask()).toBe(200);
}
