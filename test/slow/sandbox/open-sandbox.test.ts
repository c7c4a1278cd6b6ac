import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/storage/open-database.ts';
import type { FirstUserSaid } from '../../support/sandbox/first-user.ts';
import { scaled } from '../../support/scale.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const fresh = () => join(folder, `store-${count++}`, 'sandbox.db');

const FIRST_USER = join(import.meta.dirname, '../../support/sandbox/first-user.ts');
const FIRST_USERS = 8;
/** Time for the word to reach all of them. */
const HEAD_START_MS = 50;

const ROUNDS = Array.from({ length: scaled(1, 10) }, (_, round) => round);

test.each(ROUNDS)(
  'eight first users at the same moment all succeed, and see one set of keys (%i)',
  { tags: ['D9'] },
  async () => {
    const file = fresh();
    const users = Array.from({ length: FIRST_USERS }, () => fork(FIRST_USER, [file]));
    const next = () =>
      Promise.all(users.map(async (user) => (await once(user, 'message'))[0] as FirstUserSaid)); // the user's own words
    await next();
    for (const user of users) user.send(Date.now() + HEAD_START_MS);
    const seen = await next();
    expect(seen.map(({ status }) => status)).toEqual(Array(FIRST_USERS).fill(200));
    expect(new Set(seen.map(({ credentials }) => JSON.stringify(credentials))).size).toBe(1);
    const database = openDatabase(file);
    expect({ ...database.first<object>('pragma integrity_check') }).toEqual({ integrity_check: 'ok' });
    database.close();
  },
);
