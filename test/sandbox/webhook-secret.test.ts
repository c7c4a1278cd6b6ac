import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/disk/open-database.ts';
import { openSandbox } from '../../src/sandbox/open-sandbox.ts';
import { storeOf } from '../../src/sandbox/store/store.ts';
import { webhookFor } from '../../src/sandbox/webhook-for.ts';
import { stoppedClock } from '../support/clock.ts';
import { headersOf, NOW, readAnswer, type Sending } from '../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../support/small-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'crier-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('HOOK-03 a secret is that of all webhooks of the profile, and no answer holds it', async () => {
  const file = join(folder, 'sandbox.db');
  const seed = async () => SLIGHT_SEED;
  const sandbox = await openSandbox({ file, clock: stoppedClock(NOW), random: randomBytes, seed });
  const database = openDatabase(file);
  const store = storeOf(database);
  const answers: string[] = [];
  const send = async (method: string, body: object | null, sending: Sending = {}) => {
    const answer = await sandbox.answer({
      method,
      url: new URL('http://sandbox.localhost/hook/webhook'),
      headers: headersOf(sandbox, sending),
      body: body === null ? null : JSON.stringify(body),
    });
    answers.push(JSON.stringify(readAnswer(answer)));
  };
  const primary = store.profiles.primary().id;
  const acme = store.profiles.withAlias('acme')?.id ?? 0;
  const secrets = (profile: number) =>
    (['automations', 'messages'] as const).map(
      (action) => webhookFor(store, { profile, action })?.secret ?? null,
    );
  const url = 'https://hooks.example/a';

  await send('POST', { action: 'automations', url });
  expect(secrets(primary)).toEqual([null, null]);
  await send('POST', { action: 'messages', url, secret: 'first-secret' });
  expect(secrets(primary)).toEqual(['first-secret', 'first-secret']);
  await send('POST', { action: 'automations', url: `${url}b` });
  expect(secrets(primary)).toEqual(['first-secret', 'first-secret']);
  await send('POST', { action: 'automations', url, secret: 'second-secret' });
  expect(secrets(primary)).toEqual(['second-secret', 'second-secret']);
  await send('POST', { action: 'automations', url }, { as: 'acme' });
  expect(secrets(acme)).toEqual([null, 'second-secret']);
  await send('DELETE', { action: 'automations' });
  await send('POST', { action: 'automations', url });
  expect(secrets(primary)).toEqual(['second-secret', 'second-secret']);

  await send('GET', null);
  await send('POST', { action: 'automations', url: 'http://no', secret: 'third-secret' });
  expect(answers.join()).not.toMatch(/(first|second|third)-secret/);
  expect(secrets(primary)).toEqual(['second-secret', 'second-secret']);
  database.close();
  sandbox.close();
});
