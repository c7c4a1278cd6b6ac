import { expect, test } from 'vitest';
import { buildFailureReply, ServiceFailure } from '../../../src/sandbox/http/service-failure.ts';
import { ERRORS } from '../../../src/service/errors.ts';

test('HTTP-08 an envelope says what is known, and its own action wins', () => {
  const facts = { id: 'abc', platform: 'facebook', relink: true, details: 'why' } as const;
  expect(buildFailureReply(new ServiceFailure(161, { ...facts, message: 'It ended.' }), 'comments')).toEqual({
    http: 400,
    body: { action: 'comments', status: 'error', code: 161, message: 'It ended.', ...facts },
    headers: {},
  });
  expect(buildFailureReply(new ServiceFailure(186, { action: 'post' }), 'comments')).toMatchObject({
    http: 404,
    body: { action: 'post' },
  });
});

test('HTTP-08 without words of its own, the catalogue speaks', () => {
  const { body } = buildFailureReply(new ServiceFailure(102), 'request');
  expect(body).toMatchObject({ message: expect.stringMatching(/^[A-Z].*\.$/) });
});

test('U-37 a code without a known status is HTTP 400', () => {
  expect(buildFailureReply(new ServiceFailure(999_999), 'request').http).toBe(400);
});

test('HTTP-09 no refusal has a status that the service does not use', () => {
  const used = [200, 400, 401, 402, 403, 404, 429, 500, 502, 503, 504];
  const statuses = Object.keys(ERRORS).map(
    (code) => buildFailureReply(new ServiceFailure(Number(code)), 'request').http,
  );
  expect(statuses.filter((http) => !used.includes(http))).toEqual([]);
});
