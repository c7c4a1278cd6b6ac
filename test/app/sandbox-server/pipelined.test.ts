import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ServedSandbox } from '../../../src/sandbox/serve-sandbox.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { exchange, type RawRequest, rawText } from '../../support/network/raw-http.ts';
import { serveTestSandbox } from '../../support/sandbox/served-sandbox.ts';

let served: ServedSandbox;
beforeEach(async () => {
  served = await serveTestSandbox();
});
afterEach(() => served.close());

const heads = () => [
  `Host: 127.0.0.1:${served.note.port}`,
  `Authorization: Bearer ${served.note.credentials.apiKey}`,
];

/** A request of someone with the right keys, to make a profile with that title. */
function makeProfile(title: string, more: { without?: string; headers?: string[]; body?: string } = {}) {
  const { without = '-', headers = [], body = JSON.stringify({ title }) } = more;
  const kept = heads().filter((line) => !line.startsWith(without));
  const type = headers.some((line) => line.startsWith('Content-Type'))
    ? []
    : ['Content-Type: application/json'];
  const length = headers.some((line) => line.startsWith('Transfer-'))
    ? []
    : [`Content-Length: ${body.length}`];
  return { method: 'POST', target: '/profiles', headers: [...kept, ...type, ...length, ...headers], body };
}

/** Sends requests in one piece. @returns the statuses of the answers that came before the connection was closed */
async function sendTogether(requests: readonly RawRequest[]): Promise<readonly number[]> {
  const answer = await exchange(served.note.port, requests.map(rawText).join(''));
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
}

/** Titles of the profiles that were made. */
const made = () =>
  served.sandbox.credentials.profiles
    .map(({ title }) => title)
    .filter((title) => /^(first|second)$/.test(title));

const TOO_LARGE = 'x'.repeat(LIMITS.requestBodyBytes + 1);
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

describe('a request behind a refused one has no effect', { tags: ['D2', 'D8', 'T17'] }, () => {
  test.each<[string, () => RawRequest]>([
    ['another Host', () => makeProfile('first', { without: 'Host', headers: ['Host: evil.example'] })],
    ['no Host', () => makeProfile('first', { without: 'Host' })],
    ['another site as Origin', () => makeProfile('first', { headers: ['Origin: https://evil.example'] })],
    [
      'another site by Sec-Fetch-Site',
      () => makeProfile('first', { headers: ['Sec-Fetch-Site: cross-site'] }),
    ],
    ['a form', () => makeProfile('first', { headers: ['Content-Type: text/plain'] })],
    ['no path as target', () => ({ ...makeProfile('first'), target: 'http://evil.example/' })],
    ['a body that is too large', () => makeProfile('first', { body: TOO_LARGE })],
    [
      'a body that is too large, in pieces',
      () => makeProfile('first', { headers: ['Transfer-Encoding: chunked'], body: chunk(TOO_LARGE) }),
    ],
    ['a body that is not JSON', () => makeProfile('first', { body: '{"title":' })],
    ['a body that is nested too deep', () => makeProfile('first', { body: '['.repeat(50_000) })],
  ])('%s', async (_what, refused) => {
    const statuses = await sendTogether([refused(), makeProfile('second'), makeProfile('second')]);
    expect(statuses).toEqual([expect.toBeOneOf([400, 403, 415])]);
    expect(made()).toEqual([]);
  });

  test('also when good requests come before, and after it is answered', async () => {
    const refused = makeProfile('third', { headers: ['Origin: https://evil.example'] });
    const statuses = await sendTogether([makeProfile('first'), refused, makeProfile('second')]);
    expect(statuses).toEqual([200, 403]);
    expect(made()).toEqual(['first']);
  });
});

test('requests that are sent together are carried out one after the other, in their order', async () => {
  const last = makeProfile('first', { headers: ['Connection: close'] });
  const statuses = await sendTogether([makeProfile('first'), makeProfile('second'), last]);
  expect(statuses).toEqual([200, 200, 400]);
  expect(made()).toEqual(['first', 'second']);
});
