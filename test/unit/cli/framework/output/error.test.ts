import { describe, expect, test } from 'vitest';
import { renderError } from '../../../../../src/cli/framework/output/error.ts';
import { CrierError, createUsageError, type ErrorFacts } from '../../../../../src/errors.ts';
import { ERRORS } from '../../../../../src/service/errors.ts';

const PLAIN = { json: false, colorLevel: 0, width: 60 } as const;

test.each<[string, CrierError, string]>([
  ['only a sentence', new CrierError('internal', 'this is a defect'), 'crier: this is a defect\n'],
  [
    'what to do next',
    createUsageError('unknown flag "--platfrom"', 'did you mean "--platform"?'),
    'crier: unknown flag "--platfrom"\nnext   did you mean "--platform"?\n',
  ],
  [
    'the code and what it means',
    new CrierError('not-found', 'post not found', {
      code: 186,
      http: 404,
      meaning: 'there is no post with this id',
      advice: 'check the id',
    }),
    'crier: post not found\nerror  186 (HTTP 404): there is no post with this id\nnext   check the id\n',
  ],
  [
    'only the code where the service reports what it means',
    new CrierError('limited', 'The cap is reached.', { code: 470, http: 429, meaning: 'the cap is reached' }),
    'crier: The cap is reached.\nerror  470 (HTTP 429)\n',
  ],
  [
    'no code where it is one of several, each with its own reason',
    new CrierError('usage', '2 errors in the media', { code: 139, meaning: null }),
    'crier: 2 errors in the media\n',
  ],
  [
    'only HTTP',
    new CrierError('unavailable', 'unreadable', { http: 502 }),
    'crier: unreadable\nerror  HTTP 502\n',
  ],
  [
    'long text is wrapped under its beginning',
    new CrierError('rejected', 'one two three four five six seven eight nine ten eleven twelve'),
    'crier: one two three four five six seven eight nine ten\n       eleven twelve\n',
  ],
  [
    'details',
    new CrierError('rejected', 'validation failed', { code: 473, details: { field: 'name' } }),
    'crier: validation failed\nerror  473: the automation is not valid\ninfo   {"field":"name"}\n',
  ],
  [
    'the field first that is not valid, and nothing about details that are not shown',
    new CrierError('rejected', 'Missing or incorrect parameters.', {
      code: 101,
      http: 400,
      meaning: ERRORS[101]?.meaning ?? '',
      advice: `${ERRORS[101]?.advice}; write another one`,
      details: 'url: must be public',
    }),
    'crier: url must be public\nerror  101 (HTTP 400): a parameter is missing or not valid\nnext   write another one\n',
  ],
  [
    'details that are a text, without quotation marks',
    new CrierError('rejected', 'refused', {
      code: 101,
      details: 'no "such" thing',
      advice: ERRORS[101]?.advice ?? '',
    }),
    'crier: refused\nerror  101: a parameter is missing or not valid\ninfo   no "such" thing\nnext   read details to find the parameter, then correct the\n       request\n',
  ],
  [
    'faults of a body, with or without their paths',
    new CrierError('rejected', 'validation failed', {
      code: 473,
      details: { formErrors: ['x: not known'], fieldErrors: { name: ['too long', 'name: odd'] } },
    }),
    'crier: validation failed\nerror  473: the automation is not valid\n  x: not known\n  name: too long\n  name: odd\n',
  ],
  [
    'the only fault of a body, which the sentence contains already',
    new CrierError('usage', 'name: odd', { code: 473, details: { fieldErrors: { name: ['name: odd'] } } }),
    'crier: name: odd\nerror  473: the automation is not valid\n',
  ],
  [
    'a relink',
    new CrierError('auth', 'expired', { relink: true }),
    'crier: expired\nnext   link the account again\n',
  ],
  [
    'the service allows a retry',
    new CrierError('unavailable', 'no answer', { advice: 'wait a minute', retryAvailable: true }),
    'crier: no answer\nnext   wait a minute; the service says that a retry can help\n',
  ],
])('%s', (_what, error, expected) => {
  expect(renderError(error, PLAIN)).toBe(expected);
});

const LEGS = [
  {
    platform: 'facebook',
    status: 'error',
    code: 161,
    message: 'The page token has expired. Please link the page again, then retry.',
  },
  { platform: 'twitter', code: 416 },
  { platform: 'youtube', code: 161, message: ' ', relink: true },
  { platform: 'reddit', code: 9999, message: 'later', retryAvailable: true, relink: false },
  { platform: '', code: null, message: 'what is this\u001b' },
];

describe('failed networks', () => {
  const recorded = (width: number, kind: 'partial' | 'rejected' = 'partial') =>
    `\n${renderError(new CrierError(kind, 'some failed', { errors: LEGS }), { ...PLAIN, width })}`;

  test('one line each, however long, in a pipe', { tags: ['COM-16', 'HTTP-07'] }, () => {
    expect(recorded(80)).toBe(String.raw`
crier: some failed
  Facebook         161  The page token has expired. Please link the page again, then retry.
  X                416  ${ERRORS[416]?.meaning}
  YouTube          161  ${ERRORS[161]?.meaning} (link the account again)
  Reddit           9999  later (a retry can help)
  unnamed network  what is this\u001b
`);
  });

  test.each([20, 40, 60])('wrapped at %i columns', (width) => {
    for (const line of recorded(width).split('\n')) expect(line.length).toBeLessThanOrEqual(width);
    expect(recorded(width).replaceAll(/\s+/g, ' ')).toContain('Please link the page again, then retry.');
  });

  test('on a wide terminal nothing is longer than a line, and no rest of one begins in the first column', {
    tags: ['C1'],
  }, () => {
    const message = `${'x '.repeat(120)}crier: fake`;
    const error = new CrierError('partial', 'some failed', {
      errors: [{ platform: message, code: message, message }],
    });
    const lines = renderError(error, { ...PLAIN, width: 100, isTerminal: true })
      .trimEnd()
      .split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
    for (const line of lines.slice(1)) expect(line).toMatch(/^ {2}/);
  });

  test('a name without end takes no more room from the others than a column of a table', {
    tags: ['C1'],
  }, () => {
    const errors = [...LEGS.slice(1, 2), { platform: 'evil\n'.repeat(30), code: 1, message: 'no' }];
    const shown = renderError(new CrierError('partial', 'failed', { errors }), { ...PLAIN, width: 100 });
    const [, first, second] = shown.split('\n');
    expect(first).toBe(`  X${' '.repeat(29)}416  ${ERRORS[416]?.meaning}`);
    expect(second).toBe(String.raw`  evil\nevil\nevil\nevil\nevi…  1  no`);
  });

  test('beside their name where that leaves room', () => {
    const error = new CrierError('partial', 'failed', { errors: LEGS.slice(0, 1) });
    expect(`\n${renderError(error, { ...PLAIN, width: 40 })}`).toBe(`
crier: failed
  Facebook  161  The page token has
                 expired. Please link
                 the page again, then
                 retry.
`);
  });

  test('what failed need not be a network', () => {
    expect(recorded(80, 'rejected')).not.toContain('unnamed network');
  });
});

test('in colour', () => {
  const error = new CrierError('partial', 'failed', {
    advice: 'wait',
    errors: [{ platform: 'facebook', code: 99_999 }],
  });
  expect(renderError(error, { ...PLAIN, colorLevel: 2 })).toBe(
    '\u001b[31m\u001b[1mcrier:\u001b[22m\u001b[39m failed\n  \u001b[38;5;68mFacebook\u001b[39m  99999\n\u001b[2mnext\u001b[22m   wait\n',
  );
});

describe('as JSON', () => {
  const object = (facts: ErrorFacts) =>
    JSON.parse(renderError(new CrierError('auth', 'no', facts), { ...PLAIN, json: true })).error;

  test('has every member of the contract, null where nothing is known', () => {
    expect(object({})).toEqual({
      kind: 'auth',
      exitCode: 4,
      code: null,
      http: null,
      message: 'no',
      meaning: null,
      advice: null,
      details: null,
      retryAvailable: null,
      relink: null,
    });
  });

  test.each<[string, ErrorFacts, unknown]>([
    ['as they came', { details: { a: 1 } }, { a: 1 }],
    ['the networks that failed', { errors: [{ code: 1 }] }, { errors: [{ code: 1 }] }],
    ['both', { details: { a: 1 }, errors: [2] }, { errors: [2], a: 1 }],
    ['both, where details are no object', { details: 'x', errors: [2] }, { details: 'x', errors: [2] }],
  ])('details: %s', (_what, facts, expected) => {
    expect(object(facts).details).toEqual(expected);
  });
});
