import { expect, test } from 'vitest';
import {
  createKnownSecrets,
  maskLikelySecret,
} from '../../../../../src/cli/framework/output/text/known-secrets.ts';

test.each([
  ['a key', { CRIER_API_KEY: 'abcdefgh-1' }, [], ['abcdefgh-1']],
  [
    'the password of a proxy, as written and as meant',
    { https_proxy: 'http://u:p%40ss@h:1' },
    [],
    ['p%40ss', 'p@ss'],
  ],
  ['a user name without a password', { CRIER_BASE_URL: 'https://tok-1234@h' }, [], ['tok-1234']],
  ['an address on the command line', {}, ['--base-url', 'https://u:pw-5678@h'], ['pw-5678']],
  ['a value behind a refused flag', {}, ['--api-key', 'typed-key'], ['typed-key']],
  ['a value in a refused flag', {}, ['--apiKey=typed=key'], ['typed=key']],
  ['no file of a key', {}, ['--api-key-file', 'keys/work.txt'], []],
  ['an address in any variable of ours', { CRIER_NO_SUCH: 'https://u:pw-5678@h' }, [], ['pw-5678']],
  ['no password for something else', { DATABASE_URL: 'postgres://crier:crier@localhost/crier' }, [], []],
  ['a value behind a name in one word', {}, ['--webhooksecret', 'typed-key'], ['typed-key']],
  ['a value behind one part of a name', {}, ['--x_secret', 'typed-key'], ['typed-key']],
  ['no idempotency key, which opens nothing', {}, ['--idempotency-key', 'order-4711'], []],
  ['no keyword', {}, ['--keyword', 'INFO', '--hotkeys=one', '--tokenize', 'words'], []],
  ['no flag behind a flag', {}, ['--api-key', '--json'], []],
  ['no plain address', { HTTPS_PROXY: 'http://proxy:3128', HOME: '/home/a@b' }, ['https://h/a@b'], []],
])('a run knows %s', { tags: ['C8'] }, (_what, env, words, expected) => {
  expect(createKnownSecrets({ env, words }).all()).toEqual(expected);
});

test('what is learned later is hidden from then on', { tags: ['C8'] }, () => {
  const known = createKnownSecrets({ env: {}, words: [] });
  expect(known.redact('a late-secret')).toBe('a late-secret');
  known.add('late-secret', null, undefined, '');
  expect(known.redact('a late-secret')).toBe('a ****');
});

test('a text is treated as cut only where that is stated', { tags: ['C8'] }, () => {
  const known = createKnownSecrets({ env: { CRIER_API_KEY: 'instagram-bot-key-2026' }, words: [] });
  expect(known.redact('nothing on instagram')).toBe('nothing on instagram');
  expect(known.redactTruncated('cannot read instagram-bot')).toBe('cannot read ****');
});

test.each([
  ['comemnts', 'comemnts'],
  ['automations-explain', 'automations-explain'],
  ['my-work-context', 'my-work-context'],
  ['instagram2', 'instagram2'],
  ['kJ7vQ2mZx9Tb4Wn8Lr5pHs3Y', '****Hs3Y'],
  ['eyJhbGciOi.eyJzdWIi.c2lnbmF0', '****bmF0'],
  ['B7Q2M9X-K4T8VZ1-P3N6W5R-J0H2D8C', '****2D8C'],
  ['ABCDEFG-1234567-ABCDEFG-1234567', '****4567'],
  ['deadbeef-1234-4abc-8def-feedfacecafe', '****cafe'],
  ['00000000000000000000000000000000', '****0000'],
  ['scheduled,paused', 'scheduled,paused'],
  ['agency-client-2026', 'agency-client-2026'],
  ['café-des-artistes', 'café-des-artistes'],
  ['2026-11-31T09:00:00Z', '2026-11-31T09:00:00Z'],
  ['https://www.instagram.com/p/Cx1y2z3/', 'https://www.instagram.com/p/Cx1y2z3/'],
  ['https://x.com/mara/status/1995712345678901234', 'https://x.com/mara/status/1995712345678901234'],
  ['https://h.example/kJ7vQ2mZx9Tb4Wn8Lr5pHs3Y?a=1', 'https://h.example/****Hs3Y?a=1'],
  ['https://h.example/?token=ab12', 'https://h.example/?token=****'],
  ['https://u:pw@h.example/page', 'https://****@h.example/page'],
])('a word in the place of a name, %s, is shown as %s', { tags: ['C4'] }, (word, shown) => {
  expect(maskLikelySecret(word)).toBe(shown);
});
