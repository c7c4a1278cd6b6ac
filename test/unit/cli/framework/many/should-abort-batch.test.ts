import { expect, test } from 'vitest';
import { shouldAbortBatch } from '../../../../../src/cli/framework/many/request-each.ts';

const none = { code: null, http: null };

test.each([
  ['nothing failed', [], false],
  ['the key', [{ code: 102, http: 403 }], true],
  ['the plan', [{ code: 1403, http: 403 }], true],
  ['the plan, for automations', [{ code: 468, http: 403 }], true],
  ['an account without instagram', [{ code: 471, http: 400 }], true],
  ['an account without automations', [{ code: 472, http: 403 }], true],
  ['an automation that is not there', [{ code: 469, http: 404 }], false],
  ['no room for one more', [{ code: 470, http: 429 }], false],
  ['the request limit', [{ code: 1429, http: 429 }], true],
  ['a key that a proxy refused', [{ code: null, http: 401 }], true],
  ["a network's limit, which is of one post only", [{ code: 364, http: 429 }], false],
  ['a post that is not there', [{ code: 186, http: 404 }], false],
  ['one without an answer', [none], false],
  ['three in a row without an answer', [none, none, none], true],
  ['three, of which one was answered', [none, { code: 186, http: 404 }, none], false],
  ['a server that is not well', [{ code: null, http: 503 }], false],
])('%s', (_why, failures, expected) => {
  expect(shouldAbortBatch(failures)).toBe(expected);
});
