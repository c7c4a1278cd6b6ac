import { describe, expect, test } from 'vitest';
import { CONTROL } from '../../../src/service/control/control.ts';
import { ENDPOINTS } from '../../../src/service/endpoints.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { headersOf, readAnswer, smallSandbox } from '../../support/small-sandbox.ts';

const { sandbox, defects } = await smallSandbox();

/** JSON of that many arrays or objects in each other. */
const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const { adminToken } = sandbox.credentials;
const writes = [
  ...Object.values(ENDPOINTS).map((each) => ({ ...each, headers: headersOf(sandbox) })),
  ...Object.values(CONTROL).map((each) => ({ ...each, headers: { authorization: `Bearer ${adminToken}` } })),
].filter(({ method, path }) => method !== 'GET' && path !== CONTROL.reset.path);

async function send({ method, path, headers }: (typeof writes)[number], body: string) {
  const url = new URL(path.replaceAll(/\{\w+\}/g, 'some-id'), 'http://sandbox.localhost');
  const answer = await sandbox.answer({ method, url, headers, body });
  return { http: answer.status, body: readAnswer(answer) };
}

describe.each(writes)('D8 HTTP-09 a body nested deep in $method $path', (each) => {
  test.each([
    ['arrays one level past the limit', arrays(LIMITS.jsonNesting + 1)],
    ['objects one level past the limit', objects(LIMITS.jsonNesting + 1)],
    ['50,000 levels', arrays(50_000)],
    ['50,000 levels in a member', `{"post":${objects(50_000)},"platforms":["instagram"]}`],
    ['400,000 levels without an end', '['.repeat(400_000)],
  ])('%s are 400 with code 101', async (_what, body) => {
    expect(await send(each, body)).toMatchObject({
      http: 400,
      body: { status: 'error', code: 101, details: `body: is nested more than ${LIMITS.jsonNesting} deep` },
    });
  });

  test('levels up to the limit, in every member, are no fault of the sandbox', async () => {
    const names = ['post', 'comment', 'id', 'platforms', 'instagramOptions', 'triggers', 'actions', 'event'];
    const deep = names.map((name, at) => {
      const value = at % 2 === 0 ? arrays(LIMITS.jsonNesting - 1) : objects(LIMITS.jsonNesting - 1);
      return `"${name}":${value}`;
    });
    for (const body of [arrays(LIMITS.jsonNesting), `{${deep.join()}}`]) {
      expect((await send(each, body)).http).toBeLessThan(500);
    }
    expect(defects).toEqual([]);
  });
});

test('D8 brackets in a text are no nesting', async () => {
  const url = new URL('/post', 'http://sandbox.localhost');
  const body = JSON.stringify({ post: `"\\${'['.repeat(5_000)}`, platforms: ['facebook'] });
  const answer = await sandbox.answer({ method: 'POST', url, headers: headersOf(sandbox), body });
  expect(answer.status).toBe(200);
});
