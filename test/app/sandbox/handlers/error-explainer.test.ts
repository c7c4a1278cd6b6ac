import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/service/endpoints.ts';
import { ERRORS } from '../../../../src/service/errors.ts';
import { fieldsOutside } from '../../../support/sandbox/fields-outside.ts';
import { smallSandbox } from '../../../support/small-sandbox.ts';
import { SLIGHT_SEED } from '../../../support/small-seed.ts';

const { ask } = await smallSandbox(SLIGHT_SEED);
const explain = (query: string) => ask(`/error-explainer?${query}`);

test('GET /error-explainer returns cause, class and resolution from the catalogue', async () => {
  const { http, body } = await explain('code=156&platform=facebook&language=en');
  expect(http).toBe(200);
  expect(fieldsOutside(ENDPOINTS.explainError.answer, body)).toEqual([]);
  expect(body).toEqual({
    status: 'success',
    code: 156,
    platform: 'facebook',
    cause: 'The profile has no linked account on this network (for audio: Instagram).',
    class: 'developer-fix',
    resolution: 'Link an account of the network to the profile, or use the profile that has one.',
  });
});

test.each([
  [447, 'trialParams has no graduationStrategy.'],
  [518, 'audioName was ignored because'],
  [453, 'An upload to YouTube timed out.'],
])('the cause of %d is a sentence that keeps the names of fields', async (code, cause) => {
  expect((await explain(`code=${code}`)).body.cause).toContain(cause);
});

const CLASS_BY_HTTP: Readonly<Record<number, string>> = {
  200: 'warning',
  401: 'user-action',
  402: 'user-action',
  403: 'user-action',
};

test.each(Object.entries(ERRORS))(
  'the class of %s follows from its HTTP status',
  { tags: ['API-25'] },
  async (code, { http }) => {
    const { body } = await explain(`code=${code}`);
    expect(body.class).toBe(CLASS_BY_HTTP[http] ?? (http >= 500 ? 'network' : 'developer-fix'));
  },
);

test.each([
  ['an unknown code', 'code=999999', 404, 1404],
  ['no code', '', 400, 101],
  ['a word', 'code=many', 400, 101],
  ['an unknown network', 'code=156&platform=myspace', 400, 101],
])('GET /error-explainer with %s', async (_what, query, status, code) => {
  const { http, body } = await explain(query);
  expect([http, body.status, body.code]).toEqual([status, 'error', code]);
  expect(body.details).toMatch(/^(code|platform): /);
});
