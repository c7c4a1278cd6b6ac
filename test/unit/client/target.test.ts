import { expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { isLoopback } from '../../../src/domain/addresses/url-shape.ts';
import { CrierError } from '../../../src/errors.ts';
import { ERRORS } from '../../../src/service/errors.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { scripted, target, testClient } from '../../support/network/client.ts';

test.each([
  ['https://api.example'],
  ['https://api.example:8443/api/'],
  ['http://localhost:4000/api'],
  ['http://sandbox.localhost/'],
  ['http://127.1.2.3/'],
  ['http://[::1]:80/'],
])('%s may have keys sent to it', (baseUrl) => {
  expect(() => testClient({ transport: scripted(), target: target(baseUrl) })).not.toThrow();
});

test.each([
  ['http://api.example', /begins with http:/],
  ['http://localhost.example', /begins with http:/],
  ['http://127.0.0.1.example', /begins with http:/],
  ['http://10.0.0.1', /begins with http:/],
  ['ftp://api.example', /begins with ftp:/],
  ['file:///etc/passwd', /begins with file:/],
  ['https://user@api.example', /user name/],
  ['https://:pass@api.example', /password/],
  ['https://api.example/?a=1', /query/],
  ['https://api.example/#a', /fragment/],
])('%s is refused before any key leaves', { tags: ['C3'] }, (baseUrl, message) => {
  expect(refusal({ ...target(), baseUrl: new URL(baseUrl) })).toMatchObject({
    kind: 'usage',
    message: expect.stringMatching(message),
    facts: { http: null },
  });
});

test.each([
  ['an empty API key', { apiKey: '' }, 102, 'the API key is empty'],
  ['a blank API key, though there is a profile key', { apiKey: '  ' }, 102, 'the API key is empty'],
  ['an API key with a line break', { apiKey: 'abc\r\nx-evil: 1' }, 102, /line break/],
  ['an API key with a blank last line', { apiKey: 'abc\n' }, 102, 'the API key contains a line break'],
  [
    'an API key with a byte order mark',
    { apiKey: '\uFEFFabc' },
    102,
    'the API key contains a byte order mark',
  ],
  ['an API key with a space', { apiKey: 'abc def' }, 102, 'the API key contains a space'],
  ['an API key beyond ASCII', { apiKey: 'clé' }, 102, 'the API key contains an invalid character'],
  ['an API key with a NUL', { apiKey: 'a\0b' }, 102, 'the API key contains an invalid character'],
  ['an empty profile key', { profileKey: '' }, 102, 'the profile key is empty'],
  ['an X pair without its key', { xPair: { key: '', secret: 'x' } }, 419, 'the X API key is empty'],
  ['an X pair without its secret', { xPair: { key: 'x', secret: '' } }, 419, 'the X API secret is empty'],
])('%s is refused before any request', { tags: ['AUTH-03', 'AUTH-07'] }, (_why, keys, code, message) => {
  const error = refusal({ ...target(), ...keys });
  expect(error).toMatchObject({ kind: 'auth', facts: { code, http: null, meaning: ERRORS[code]?.meaning } });
  expect(error.message).toMatch(message);
});

test('a key that is refused is not shown', { tags: ['C8'] }, () => {
  const { message, facts } = refusal({ ...target(), apiKey: 'my secret key' });
  expect(`${message} ${JSON.stringify(facts)}`).not.toContain('secret key');
});

test.each([
  ['localhost', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.example', false],
  ['[::2]', false],
])('%s is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

function refusal(to: ReturnType<typeof target>): CrierError {
  const transport = scripted();
  const rest = { random: () => 0, timeoutMs: 1, retries: 0, maxWaitMs: 1 };
  try {
    createClient({ target: to, transport, clock: createManualClock({ holdsFromMs: 1 }), ...rest });
  } catch (error) {
    expect(transport.asked).toEqual([]);
    if (error instanceof CrierError) return error;
    throw error;
  }
  throw new Error('it was taken');
}
