import { expect, test } from 'vitest';
import { machines } from '../../../../support/machine.ts';
import { recordingNetwork } from '../../../../support/network/recording-network.ts';

const newMachine = machines();

/** What is sent with a context of this dialect; null for one that says nothing of it. */
async function sentBy(dialect: 'spec' | 'alt' | null, words: string, flags: readonly string[] = []) {
  const machine = newMachine();
  const apiKey = 'KEY-OF-THE-PRIMARY-0001';
  const work = { baseUrl: 'https://api.example/base', apiKey, ...(dialect && { dialect }) };
  machine.save({ context: 'work', contexts: { work } });
  const network = recordingNetwork({ status: 'success', id: 'abc', commentId: 'Made1' });
  const line = ['comments', ...words.split(' '), ...flags];
  const { exitCode } = await machine.run(line, { network: network.transport });
  expect(exitCode).toBe(0);
  return network.requests.map(({ method, url, body }) => [
    `${method} ${url.pathname}${url.search}`,
    JSON.parse(String(body)),
  ]);
}

const social = { searchPlatformId: true, platforms: ['instagram'] };

test.each<['spec' | 'alt' | null, string, string, object]>([
  [null, 'create abc --text x', 'POST /base/comments/abc', { comment: 'x' }],
  ['spec', 'create abc --text x', 'POST /base/comments/abc', { comment: 'x' }],
  ['alt', 'create abc --text x', 'POST /base/comments', { comment: 'x', id: 'abc' }],
  [
    'alt',
    'create id:17 --platform instagram --text x',
    'POST /base/comments',
    { comment: 'x', id: '17', ...social },
  ],
  ['spec', 'reply abc --text x', 'POST /base/comments/reply', { commentId: 'abc', comment: 'x' }],
  ['alt', 'reply abc --text x', 'POST /base/comments/reply', { commentId: 'abc', comment: 'x' }],
  ['spec', 'delete abc --yes', 'DELETE /base/comments', { id: 'abc' }],
  ['alt', 'delete abc --yes', 'DELETE /base/comments/abc', {}],
  [
    'spec',
    'delete id:17 --platform instagram --yes',
    'DELETE /base/comments',
    { id: '17', searchPlatformId: true, platform: 'instagram' },
  ],
  [
    'alt',
    'delete id:17 --platform instagram --yes',
    'DELETE /base/comments/17',
    { searchPlatformId: true, platform: 'instagram' },
  ],
])('the dialect %s: %s', async (dialect, words, route, body) => {
  expect(await sentBy(dialect, words)).toEqual([[route, body]]);
});

test('a comment that names other networks than X carries no X pair', { tags: ['AUTH-05'] }, async () => {
  const machine = newMachine();
  const context = {
    baseUrl: 'https://api.example',
    apiKey: 'KEY-OF-THE-PRIMARY-0001',
    xApiKey: 'X-KEY-OF-THE-APP-01',
    xApiSecret: 'X-SECRET-OF-THE-APP-01',
  };
  machine.save({ context: 'work', contexts: { work: context } });
  const hasPair = async (words: string) => {
    const network = recordingNetwork({ status: 'success', id: 'abc', commentId: 'Made1' });
    await machine.run(`comments ${words}`, { network: network.transport });
    return Object.keys(network.requests[0]?.headers ?? {}).some((name) => /^x-twitter/i.test(name));
  };
  expect(await hasPair('create abc --text x')).toBe(true);
  expect(await hasPair('create abc --text x --only twitter')).toBe(true);
  expect(await hasPair('create abc --text x --only reddit')).toBe(false);
  expect(await hasPair('delete id:1 --platform facebook --yes')).toBe(false);
});
