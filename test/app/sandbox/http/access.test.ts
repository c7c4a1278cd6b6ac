import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stoppedClock } from '../../../support/clock.ts';
import { openSandboxFile } from '../../../support/sandbox/new-sandbox.ts';
import { headersOf, NOW, smallSandbox, type TestRequest } from '../../../support/small-sandbox.ts';
import { POST, SLIGHT_SEED } from '../../../support/small-seed.ts';

const { ask, sandbox } = await smallSandbox();
const { apiKey, profiles } = sandbox.credentials;
const profileKey = profiles[0]?.profileKey ?? '';

describe('keys', () => {
  const withAuthorization = (authorization: string): TestRequest => ({ headers: { authorization } });

  test.each([
    ['no Authorization header', { without: 'authorization' }, 'Authorization'],
    ['an empty one', withAuthorization(''), 'Authorization'],
    ['a key without "Bearer"', withAuthorization(apiKey), 'Bearer'],
    ['another scheme', withAuthorization(`Basic ${apiKey}`), 'Bearer'],
    ['"Bearer" without a key', withAuthorization('Bearer'), 'Bearer'],
    ['two keys', withAuthorization(`Bearer ${apiKey} ${apiKey}`), 'Bearer'],
    ['an unknown key', withAuthorization('Bearer SBX-API-0'), 'API key'],
    ['a key that is cut', withAuthorization(`Bearer ${apiKey.slice(0, -1)}`), 'API key'],
    ['a key with more behind it', withAuthorization(`Bearer ${apiKey}0`), 'API key'],
    ['a key in other case', withAuthorization(`Bearer ${apiKey.toLowerCase()}`), 'API key'],
    ["a profile's key in its place", withAuthorization(`Bearer ${profileKey}`), 'Profile-Key'],
  ] as const)('%s: 102 and no data', { tags: ['AUTH-04'] }, async (_what, sending, named) => {
    const { http, body } = await ask(`/comments/${POST.everywhere}`, sending);
    expect(http).toBe(403);
    expect(Object.keys(body).toSorted()).toEqual(['action', 'code', 'details', 'message', 'status']);
    expect(body).toMatchObject({ action: 'request', status: 'error', code: 102 });
    expect(body.details).toContain(named);
  });

  test('an unknown profile key is 102, and the header is named', { tags: ['AUTH-04'] }, async () => {
    const { http, body } = await ask(`/comments/${POST.everywhere}`, {
      headers: { 'profile-key': 'SBX-PROFILE-0' },
    });
    expect([http, body.code]).toEqual([403, 102]);
    expect(body.details).toContain('Profile-Key');
  });

  test('access is checked before anything else', { tags: ['AUTH-04'] }, async () => {
    const { http, body } = await ask('/no/such/route', { headers: { authorization: 'Bearer x' } });
    expect([http, body.code]).toEqual([403, 102]);
  });

  test('a profile key acts for its profile', async () => {
    const { body } = await ask(`/comments/${POST.acme}`, { as: 'acme' });
    expect(body).toMatchObject({ status: 'partial', instagram: [{ commentId: 'acme-instagram-c' }] });
  });

  test('"bearer" may be written in any case', async () => {
    const { http } = await ask(`/comments/${POST.everywhere}`, {
      headers: { authorization: `bearer ${apiKey}` },
    });
    expect(http).toBe(200);
  });
});

describe('the X pair', () => {
  const onX = '/comments/1800000000000000001?searchPlatformId=true&platform=twitter';
  const onFacebook = '/comments/silent-facebook?searchPlatformId=true&platform=facebook';

  test.each([
    ['only one header, X named', onX, 'key'],
    ['only the other, X named', onX, 'secret'],
    ['neither, X named', onX, 'none'],
    ['neither, X the only network of the post', `/comments/${POST.onX}`, 'none'],
    ['only one, a post that may be on X', `/comments/${POST.everywhere}`, 'key'],
    ['only the other, a post that may be on X', `/comments/${POST.pendingAmongOthers}`, 'secret'],
  ] as const)('%s: 419 for the whole request', { tags: ['AUTH-08'] }, async (_what, path, x) => {
    const { http, body } = await ask(path, { x });
    expect(http).toBe(400);
    expect(body).toMatchObject({ action: 'comments', status: 'error', code: 419 });
    expect(Object.values(body).flat()).not.toContainEqual(
      expect.objectContaining({ comment: expect.anything() }),
    );
  });

  test('a header that is blank is none', { tags: ['AUTH-08'] }, async () => {
    const { body } = await ask(onX, { headers: { 'x-twitter-oauth1-api-key': ' ' } });
    expect(body.code).toBe(419);
  });

  test('no pair, for a post on other networks too: 419 only for X, the others continue', {
    tags: ['AUTH-08'],
  }, async () => {
    const { http, body } = await ask(`/comments/${POST.everywhere}`, { x: 'none' });
    expect([http, body.status]).toEqual([200, 'partial']);
    expect(body.errors).toMatchObject([{ platform: 'twitter', code: 419, status: 'error' }]);
    expect(body.facebook).toHaveLength(2);
    expect(body).not.toHaveProperty('twitter');
  });

  test.each(['none', 'key', 'secret', 'foreign'] as const)(
    'a request that only names another network does not check it: %s',
    { tags: ['AUTH-08'] },
    async (x) => {
      const { http, body } = await ask(onFacebook, { x });
      expect([http, body.status]).toEqual([200, 'success']);
    },
  );

  test.each(['foreign', 'foreign key', 'foreign secret'] as const)(
    'a pair of another app: 272, %s',
    { tags: ['COM-18'] },
    async (x) => {
      const { http, body } = await ask(onX, { x });
      expect([http, body.code]).toEqual([400, 272]);
      const { body: wide } = await ask(`/comments/${POST.everywhere}`, { x });
      expect(wide.errors).toMatchObject([{ platform: 'twitter', code: 272 }]);
    },
  );

  test('the pair is neither stored nor returned', { tags: ['AUTH-09'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'crier-x-'));
    const kept = await openSandboxFile({
      file: join(folder, 'sandbox.db'),
      clock: stoppedClock(NOW),
      random: randomBytes,
      seed: SLIGHT_SEED,
    });
    const sendings: readonly TestRequest[] = [
      { x: 'foreign' },
      { x: 'key', headers: { 'x-twitter-oauth1-api-key': 'SOMEBODY-ELSES-KEY' } },
    ];
    let said = '';
    for (const sending of sendings) {
      const headers = headersOf(kept, sending);
      for (const path of [onX, `/comments/${POST.everywhere}`, '/nowhere']) {
        said += await kept
          .fetch(new Request(`http://x${path}`, { headers }))
          .then((response) => response.text());
      }
    }
    const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(stored.join('')).toContain(kept.credentials.apiKey);
    expect(stored.join('') + said).not.toContain('SOMEBODY-ELSES');
    kept.close();
    rmSync(folder, { recursive: true });
  });
});
