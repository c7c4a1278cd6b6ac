import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../../src/sandbox/open-sandbox.ts';
import { findProfileByAlias } from '../../../../src/sandbox/store/profiles.ts';
import { findSigningSecret, findWebhook } from '../../../../src/sandbox/webhooks.ts';
import { ASSUMED } from '../../../../src/service/assumed.ts';
import { type Database, openDatabase } from '../../../../src/storage/open-database.ts';
import { stoppedClock } from '../../../support/clock.ts';
import { control } from '../../../support/control.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { askSandbox, NOW, type TestRequest } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const URL_A = 'https://hooks.example/a';
const DAY_MS = 86_400_000;

let folder: string;
let clock: ReturnType<typeof stoppedClock>;
let sandbox: Sandbox;
let database: Database;
let store: Database;
const answers: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-secret-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  const file = join(folder, `${randomBytes(4).toString('hex')}.db`);
  clock = stoppedClock(NOW);
  sandbox = await openSandboxFile({ file, clock, random: randomBytes, seed: SLIGHT_SEED });
  database = openDatabase(file);
  store = database;
  answers.length = 0;
  return () => {
    database.close();
    sandbox.close();
  };
});

async function send(method: string, body: object | null, sending: TestRequest = {}): Promise<void> {
  const said = { ...sending, method, ...(body !== null && { body: JSON.stringify(body) }) };
  answers.push(JSON.stringify((await askSandbox(sandbox, '/hook/webhook', said)).body));
}

async function rotate(order: {
  readonly secret?: string;
  readonly isReadable?: boolean;
  readonly profile?: string;
}) {
  const answer = await control(sandbox, 'setWebhookSecret', order);
  answers.push(JSON.stringify(answer.body));
  return answer;
}

/** What signs deliveries of each action: [main header, second header], or the word why nothing does. */
function signing(alias = 'primary') {
  const profile = findProfileByAlias(store, alias)?.id ?? 0;
  return (['automations', 'messages'] as const).map((action) => {
    const owner = findWebhook(store, { profile, action })?.profile;
    if (owner === undefined) return 'nobody';
    const secret = findSigningSecret(store, owner, clock.now());
    return secret.kind === 'secret' ? [secret.secret, secret.next] : secret.kind;
  });
}

const both = (secret: string, next: string | null = null) => [
  [secret, next],
  [secret, next],
];

async function listen(secret?: string): Promise<void> {
  for (const action of ['automations', 'messages']) {
    await send('POST', { action, url: URL_A, ...(secret !== undefined && { secret }) });
  }
}

describe('a secret is that of all webhooks of the profile', { tags: ['HOOK-03'] }, () => {
  test('from every webhook, and no response contains it', async () => {
    await send('POST', { action: 'automations', url: URL_A });
    expect(signing()).toEqual(['none', 'nobody']);
    await send('POST', { action: 'messages', url: URL_A, secret: 'first-secret' });
    expect(signing()).toEqual(both('first-secret'));
    await send('POST', { action: 'automations', url: `${URL_A}b` });
    expect(signing()).toEqual(both('first-secret'));
    await send('POST', { action: 'automations', url: URL_A }, { as: 'acme' });
    expect(signing('acme')).toEqual(['none', ['first-secret', null]]);
    await send('DELETE', { action: 'automations' });
    await send('POST', { action: 'automations', url: URL_A });
    expect(signing()).toEqual(both('first-secret'));
    await send('GET', null);
    await send('POST', { action: 'automations', url: 'http://no', secret: 'second-secret' });
    await rotate({ secret: 'third-secret' });
    expect(answers.join()).not.toMatch(/(first|second|third)-secret/);
  });

  test('a second registration with another one: all its actions sign with that, at once', {
    tags: ['W-16'],
  }, async () => {
    await listen('first');
    await send('POST', { action: 'automations', url: URL_A, secret: 'second' });
    expect(signing()).toEqual(both('second'));
  });

  test('it ends the time in which two sign', { tags: ['W-16'] }, async () => {
    await listen('first');
    await rotate({ secret: 'second' });
    expect(signing()).toEqual(both('first', 'second'));
    await send('POST', { action: 'messages', url: URL_A, secret: 'third' });
    expect(signing()).toEqual(both('third'));
  });

  test('one that is registered without a secret leaves that time as it is', async () => {
    await listen('first');
    await rotate({ secret: 'second' });
    await send('POST', { action: 'messages', url: URL_A });
    expect(signing()).toEqual(both('first', 'second'));
  });
});

describe('after a change both sign', () => {
  test('for 24 hours: the one before in the main header, the new one beside it', async () => {
    expect(ASSUMED.secretGraceMs).toBe(DAY_MS);
    await listen('first');
    const { body } = await rotate({ secret: 'second' });
    expect(body).toMatchObject({
      profile: 'primary',
      isReadable: true,
      previousValidUntil: '2026-09-22T14:13:20Z',
    });
    clock.advance(DAY_MS - 1);
    expect(signing()).toEqual(both('first', 'second'));
    clock.advance(1);
    expect(signing()).toEqual(both('second'));
  });

  test('changed again meanwhile, the first one is gone', async () => {
    await listen('first');
    await rotate({ secret: 'second' });
    clock.advance(DAY_MS / 2);
    await rotate({ secret: 'third' });
    expect(signing()).toEqual(both('second', 'third'));
    clock.advance(DAY_MS / 2);
    expect(signing()).toEqual(both('second', 'third'));
    clock.advance(DAY_MS / 2);
    expect(signing()).toEqual(both('third'));
  });

  test('the same one again is no change', async () => {
    await listen('first');
    expect((await rotate({ secret: 'first' })).body).toMatchObject({ previousValidUntil: null });
    expect(signing()).toEqual(both('first'));
  });

  test('where there was none, there is nothing to go beside it', async () => {
    await listen();
    expect((await rotate({ secret: 'first' })).body).toMatchObject({ previousValidUntil: null });
    expect(signing()).toEqual(both('first'));
  });

  test('of this profile only', async () => {
    await listen('first');
    await send('POST', { action: 'automations', url: URL_A, secret: 'theirs' }, { as: 'acme' });
    await rotate({ profile: 'acme', secret: 'new' });
    expect(signing('acme')).toEqual([
      ['theirs', 'new'],
      ['first', null],
    ]);
    expect(signing()).toEqual(both('first'));
  });
});

describe('a secret that cannot be read', { tags: ['U-30'] }, () => {
  test('signs nothing, and is not the same as none', async () => {
    await listen('first');
    expect((await rotate({ isReadable: false })).body).toMatchObject({ isReadable: false });
    expect(signing()).toEqual(['unreadable', 'unreadable']);
    await send('POST', { action: 'messages', url: URL_A });
    expect(signing()).toEqual(['unreadable', 'unreadable']);
    expect((await rotate({ isReadable: true })).body).toMatchObject({ isReadable: true });
    expect(signing()).toEqual(both('first'));
  });

  test.each([
    ['registered', () => listen('second'), both('second')],
    ['changed', () => rotate({ secret: 'second' }), both('first', 'second')],
  ] as const)('a new one that is %s is read', async (_how, change, signs) => {
    await listen('first');
    await rotate({ isReadable: false });
    await change();
    expect(signing()).toEqual(signs);
  });

  test('while two sign, neither does', async () => {
    await listen('first');
    await rotate({ secret: 'second', isReadable: false });
    expect(signing()).toEqual(['unreadable', 'unreadable']);
  });

  test('there must be one', async () => {
    await listen();
    const { http, body } = await rotate({ isReadable: false });
    expect([http, body.details]).toEqual([400, 'secret: is required: primary has none']);
  });
});
