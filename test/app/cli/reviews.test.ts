import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/open-sandbox.ts';
import { type Around, crier, openTestSandbox } from '../../support/crier.ts';

const SLOW_QUEUE = 'AbFvOqkX3vT8wQmZr5LcYb7Nd2Hs9Gp4JuKe';
const WHOLE_BEANS = 'AbFvOqpW5nJ8tXcR2yVk7Mb3Ds6Fg9Qh4LzE';
const ANSWERED = '376602035206117';

let opened: Sandbox;
let sandbox: Sandbox;
const state = mkdtempSync(join(tmpdir(), 'crier-reviews-'));
const run = (words: readonly string[], around: Around = {}) =>
  crier([...words, ...(words[0] === 'sandbox' ? [] : ['--sandbox'])], {
    sandbox,
    ...around,
    env: { CRIER_STATE_DIR: state, NO_COLOR: '1' },
  });
const json = async (words: readonly string[]) => JSON.parse((await run([...words, '--json'])).stdout);

beforeAll(async () => {
  opened = await openTestSandbox();
  sandbox = { ...opened, close: () => {} };
});
afterAll(() => {
  opened.close();
  rmSync(state, { recursive: true, force: true });
});

describe('reviews list', () => {
  test('lists both networks in one shape, newest first', async () => {
    const { reviews, networks, errors } = await json(['reviews', 'list']);
    expect(errors).toEqual([]);
    expect(reviews).toHaveLength(7);
    expect(reviews[0]).toMatchObject({ platform: 'gmb', stars: 2, isRecommended: null, reply: null });
    expect(reviews.find(({ id }: { id: string }) => id === ANSWERED)).toMatchObject({
      platform: 'facebook',
      stars: null,
      isRecommended: false,
      rating: 'negative',
      reply: expect.stringContaining('We are sorry'),
    });
    expect(networks).toMatchObject([
      { platform: 'facebook', averageRating: null, totalReviewCount: 2, unanswered: 1 },
      { platform: 'gmb', averageRating: 3.8, totalReviewCount: 5, unanswered: 4 },
    ]);
  });

  test('--unanswered leaves out what has a reply, and -n cuts the list', async () => {
    const { reviews } = await json(['reviews', 'list', '--unanswered']);
    expect(reviews.map(({ reply }: { reply: string | null }) => reply)).toEqual(Array(5).fill(null));
    const cut = await json(['reviews', 'list', 'gmb', '--unanswered', '-n', '1']);
    expect(cut).toMatchObject({ reviews: [{ id: SLOW_QUEUE }], meta: { pagination: { hasMore: true } } });
  });

  test.each([
    ['stars', '--rating 1-2', [SLOW_QUEUE]],
    ['several stars, and a recommendation', '--rating 2,NEGATIVE', [SLOW_QUEUE, ANSWERED]],
    ['words', '--contains BEANS', [WHOLE_BEANS]],
    ['stars of who wrote it', '--rating 2 --from henrike\u00A0solvang', [SLOW_QUEUE]],
    ['a person who wrote none', '--from nobody', []],
  ])('finds %s', async (_what, flags, ids) => {
    const { reviews } = await json(['reviews', 'list', ...flags.split(' ')]);
    expect(reviews.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test('says what has no such rating, and how many were looked through', async () => {
    const { stdout, stderr } = await run(['reviews', 'list', '--rating', '1', '-o', 'table']);
    expect(stdout).toContain('no review matches');
    expect(stderr).toBe(
      'not listed: 2 reviews on Facebook, which has no stars (--rating negative)\nlooked through 7 reviews: none matches\n',
    );
  });

  test.each([
    ['2-1', '', 'must be stars'],
    ['0', '', 'must be stars'],
    ['1-6', '', 'must be stars'],
    ['bad', '', 'must be stars'],
    ['1-2', 'facebook', 'have no stars'],
    ['negative', 'gmb', 'have stars'],
  ])('--rating %s %s is refused', async (rating, network, reason) => {
    const words = ['reviews', 'list', network, '--rating', rating].filter((word) => word !== '');
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(reason);
  });

  test('a review whose rating is not known is counted', async () => {
    const gmb = [
      { id: '1', rating: 'ONE' },
      { id: '2', rating: 'SIX' },
    ];
    async function* body() {
      yield Buffer.from(JSON.stringify({ status: 'success', gmb }));
    }
    const { stdout, stderr } = await crier('reviews list gmb --rating 1 -o ndjson', {
      env: { CRIER_BASE_URL: 'https://api.example/base', CRIER_API_KEY: 'KEY-OF-THE-PRIMARY-0001' },
      network: async () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: body() }),
    });
    expect(JSON.parse(stdout)).toMatchObject({ id: '1', stars: 1 });
    expect(stderr).toContain('not listed: 1 review without a rating');
  });

  test('a table of 40 columns has stars and the text', async () => {
    const around = { isTerminal: true, columns: 40 };
    const { stdout } = await run(['reviews', 'list'], around);
    expect(stdout).toContain('★★☆☆☆');
    expect(stdout).toContain('positive');
    expect(stdout).toContain('Waited');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
    const accessible = await run(['reviews', 'list', '--accessible'], around);
    expect(accessible.stdout).toContain('2 of 5');
    expect(accessible.stdout).not.toContain('★');
  });

  test('a network that is not linked is skipped, unless it is named', async () => {
    const whole = await json(['reviews', 'list', '--profile', 'harbour']);
    expect(whole.networks).toMatchObject([{ platform: 'facebook', totalReviewCount: 1 }]);
    const named = await run(['reviews', 'list', 'gmb', '--profile', 'harbour']);
    expect([named.exitCode, named.stderr]).toEqual([4, expect.stringContaining('156')]);
    const none = await run(['reviews', 'list', '--profile', 'wholesale']);
    expect([none.exitCode, none.stdout]).toEqual([4, '']);
  });

  test('a network that fails is a partial result', async () => {
    await run(['sandbox', 'account', 'set', 'facebook', '--token', 'expired']);
    const { exitCode, stdout } = await run(['reviews', 'list', '--json']);
    await run(['sandbox', 'account', 'set', 'facebook', '--token', 'ok']);
    expect(exitCode).toBe(3);
    const { reviews, errors } = JSON.parse(stdout);
    expect(reviews).toHaveLength(5);
    expect(errors).toMatchObject([{ requestedId: 'facebook', code: 161 }]);
  });
});

describe('replies', () => {
  test('the references of a table have the network', async () => {
    const { stdout } = await run(['reviews', 'list', 'gmb', '--unanswered', '-n', '1'], { isTerminal: true });
    const reference = /#(\d+)/.exec(stdout)?.[1] ?? '';
    const { request } = await json(['reviews', 'reply', reference, '--text', 'Sorry!', '--dry-run']);
    expect(request.body).toEqual({ platform: 'gmb', reviewId: SLOW_QUEUE, reply: 'Sorry!' });
  });

  test('one text answers several, and one that is gone does not stop the others', async () => {
    const words = ['reviews', 'reply', SLOW_QUEUE, 'gone', WHOLE_BEANS, '--platform', 'gmb', '--text', 'Hi'];
    const { exitCode, stdout, stderr } = await run([...words, '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout).results).toMatchObject([
      { id: SLOW_QUEUE, status: 'replied', error: null },
      { id: 'gone', status: 'error', error: { code: 349 } },
      { id: WHOLE_BEANS, status: 'replied', error: null },
    ]);
    expect(stderr).toContain('1 of 3 could not be replied to');
    const { reviews } = await json(['reviews', 'list', 'gmb', '--unanswered']);
    expect(reviews).toHaveLength(2);
  });

  test('a reply is deleted after its text was shown', async () => {
    const around = { isTerminal: true, typed: ['y'] };
    const { exitCode, stderr } = await run(['reviews', 'delete', ANSWERED, '--platform', 'facebook'], around);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('We are sorry');
    const again = await run(['reviews', 'delete', ANSWERED, '--platform', 'facebook', '--yes']);
    expect([again.exitCode, again.stderr]).toEqual([5, expect.stringContaining('no reply')]);
  });

  test.each([
    [['reply', SLOW_QUEUE, '--text', 'Hi'], '--platform is missing'],
    [['reply', SLOW_QUEUE, '--platform', 'gmb'], 'the text is missing'],
    [['delete', '--platform', 'gmb', '--yes'], '<id> is missing'],
    [['list', 'instagram'], 'it takes facebook or gmb'],
  ])('%j is refused', async (words, message) => {
    const ran = await run(['reviews', ...words]);
    expect([ran.exitCode, ran.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test('a review of a customer is listed after the next refresh', async () => {
  await json(['reviews', 'list', 'gmb']);
  await run(['sandbox', 'clock', 'advance', '1m']);
  const words = ['sandbox', 'review', 'add', '--platform', 'gmb', '--rating', '1', '--from', 'Tom Vale'];
  const { stderr } = await run(words, { isTerminal: true });
  expect(stderr).toContain('lists it from');
  await run(['sandbox', 'clock', 'advance', '10m']);
  expect((await json(['reviews', 'list', 'gmb'])).reviews[0]).toMatchObject({
    reviewer: 'Tom Vale',
    stars: 1,
  });
});
