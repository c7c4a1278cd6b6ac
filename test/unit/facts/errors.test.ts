import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../../src/errors.ts';
import type { ErrorFact, RetryAdvice } from '../../../src/facts/error-fact.ts';
import { ERRORS } from '../../../src/facts/errors.ts';
import { listNumbers, readDocTable, readServiceDoc } from '../../support/read-doc.ts';

const AUTOMATIONS = readDocTable('errors', 'Code', 'HTTP', 'Meaning').filter((row) => row.length === 3);
const PRIVATE_REPLIES = readDocTable('errors', 'Code', 'Meaning and handling');
const OTHERS = readDocTable('errors', 'Code', 'HTTP', 'Meaning', 'Retry');
const BEYOND = readDocTable('undescribed-errors', 'Code', 'HTTP', 'Meaning', 'What to do').map(splitRow);
/** The sandbox's own beside those of the documents. */
const OWN_CODES = [1503];
const LINKING_AND_AUDIO = [...listNumbers('501 to 513'), 515, 516];

const SERVICE_CODES = [
  ...[...AUTOMATIONS, ...PRIVATE_REPLIES, ...OTHERS].map(([code]) => Number(code)),
  ...LINKING_AND_AUDIO,
];
const BEYOND_CODES = BEYOND.flat().map(({ code }) => code);

/** HTTP statuses that the text under the table gives for codes listed without one. */
const STATUSES_IN_PROSE = statusesInProse();

const RETRIES: Readonly<Record<string, RetryAdvice>> = {
  'fix request': 'fix',
  'fix option, or retry for connection failures': 'fix',
  'change content': 'fix',
  'retry later': 'later',
  'fix account or relink': 'fix',
  shorten: 'fix',
  'wait for the publish-confirmed event': 'later',
  'verify channel': 'fix',
  'complete verification': 'fix',
  retry: 'same',
  'wait and retry': 'later',
  'add credits': 'fix',
  'regenerate token with read and write': 'fix',
  wait: 'later',
  'retry-post': 'same',
  'fix input': 'fix',
  'retry failed platforms only if some posted': 'failed-only',
  'not retryable': 'no',
  'edit title': 'fix',
  'retry with backoff': 'later',
  'fix source': 'fix',
  'retry after 1 to 2 minutes with backoff': 'later',
  relink: 'fix',
  'resolve with the network': 'no',
  'fix hosting': 'fix',
  'retry failed platforms': 'failed-only',
  none: 'no',
};

function fact(code: number): ErrorFact {
  const found = ERRORS[code];
  if (!found) throw new Error(`the catalogue lacks ${code}`);
  return found;
}

/** One row of docs/service/errors.md#catalogue can hold several codes, and as many statuses or one for all. */
function splitRow([codes = '', http = '']: readonly string[]) {
  const statuses = http.split(',');
  return listNumbers(codes).map((code, index) => {
    const status = statuses[statuses.length > 1 ? index : 0] ?? '';
    return { code, http: Number(status.replace(/[()\s]/g, '')), given: !status.includes('(') };
  });
}

function statusesInProse(): ReadonlyMap<number, { http: number; given: boolean }> {
  const prose = /^HTTP for codes that .*$/m.exec(readServiceDoc('undescribed-errors'))?.[0] ?? '';
  const found = new Map<number, { http: number; given: boolean }>();
  for (const clause of prose.replace(/^[^:]*: /, '').split(';')) {
    const given = clause.includes('documented');
    for (const [, codes = '', http] of clause.matchAll(
      /((?:\d+(?:, | and | to )?)+),? (?:are|is|stays) (\d{3})/g,
    )) {
      for (const code of listNumbers(codes)) found.set(code, { http: Number(http), given });
    }
  }
  return found;
}

describe('ERR-01 the catalogue holds every code of the tables', () => {
  test('the copies were read whole', () => {
    expect(AUTOMATIONS.map(([code]) => code)).toEqual(['468', '469', '470', '471', '472', '473']);
    expect(PRIVATE_REPLIES).toHaveLength(7);
    expect(OTHERS).toHaveLength(53);
    expect(BEYOND_CODES).toHaveLength(28);
    expect(STATUSES_IN_PROSE.size).toBe(2 + 1 + 11 + 6 + 12);
  });

  test.each([...AUTOMATIONS, ...OTHERS].map(([code, http = '']) => [Number(code), http] as const))(
    'ERR-01 %i has the HTTP status %j',
    (code, http) => {
      const listed = http === '' ? STATUSES_IN_PROSE.get(code) : { http: listNumbers(http)[0], given: true };
      expect(fact(code)).toMatchObject({
        http: listed?.http ?? 400,
        httpFrom: listed?.given ? 'given' : 'assumed',
        source: 'service',
      });
    },
  );

  test.each([...PRIVATE_REPLIES.map(([code]) => Number(code)), ...LINKING_AND_AUDIO])(
    'ERR-01 %i has an assumed HTTP status',
    (code) => {
      expect(fact(code).httpFrom).toBe('assumed');
      if (!BEYOND_CODES.includes(code))
        expect(fact(code).http).toBe(STATUSES_IN_PROSE.get(code)?.http ?? 400);
    },
  );

  test.each(BEYOND.flat().filter(({ code }) => !OTHERS.some(([other]) => other === `${code}`)))(
    'ERR-01 $code of the further codes has HTTP $http',
    ({ code, http, given }) => {
      expect(fact(code)).toMatchObject({
        http,
        httpFrom: given ? 'given' : 'assumed',
        source: 'undescribed',
      });
    },
  );

  test('ERR-01 and no code beside them', () => {
    expect(Object.keys(ERRORS).map(Number)).toEqual(
      [...new Set([...SERVICE_CODES, ...BEYOND_CODES, ...OWN_CODES])].sort((one, other) => one - other),
    );
  });

  test.each(
    OTHERS.filter(([, , , retry]) => retry !== '').map(
      ([code, , , retry = '']) => [Number(code), retry] as const,
    ),
  )('ERR-01 %i: %s', (code, retry) => expect(fact(code).retry).toBe(RETRIES[retry]));

  test.each(Object.entries(ERRORS))(
    'ERR-01 %s is explained in one sentence, with what to do next',
    (_code, row) => {
      for (const sentence of [row.meaning, row.advice])
        expect(sentence).toMatch(/^[^\s\n][^\n]{10,}[^.\s\n]$/);
      expect(row.meaning.length).toBeLessThan(160);
      expect(row.advice.length).toBeLessThan(160);
    },
  );

  test.each([...listNumbers('504 to 513'), 515, 516])(
    'ERR-01 %i says that no meaning of its own is known',
    (code) => {
      expect(fact(code).meaning).toContain('no meaning of its own is known');
    },
  );

  test('ERR-01 489 says that it is reserved', () => {
    expect(fact(489).meaning).toContain('reserved');
  });

  test('ERR-01 no code of the service is in the range of the sandbox', () => {
    for (const [code, row] of Object.entries(ERRORS))
      expect(row.area === 'sandbox').toBe(Number(code) >= 1000);
  });
});

describe('the exit code of each code', () => {
  const rows = readDocTable('exit-codes', 'code', 'kind', 'when');

  test.each(rows.filter(([, kind]) => kind !== 'interrupted'))('%s is %s', (code, kind = '') => {
    expect(EXIT).toHaveProperty([kind, 'code'], Number(code));
  });

  test.each(rows.filter(([code]) => Number(code) >= 4 && Number(code) <= 10))(
    '%s is %s: %s',
    (_code, kind, when = '') => {
      const listed = listNumbers(when.replace(/HTTP [\dx, ]+/g, '')).filter((code) => code > 100);
      const held = Object.keys(ERRORS)
        .map(Number)
        .filter((code) => fact(code).class === kind && !OWN_CODES.includes(code));
      expect(held).toEqual(listed.sort((one, other) => one - other));
    },
  );

  test('0 is ok: warnings, and what is an empty list', () => {
    const listed = listNumbers(rows[0]?.[2] ?? '');
    const held = Object.keys(ERRORS)
      .map(Number)
      .filter((code) => fact(code).class === 'ok');
    expect(held).toEqual(listed.sort((one, other) => one - other));
  });
});

describe('ERR-04 what the advice must not get wrong', () => {
  test.each([
    [258, /later/],
    [326, /relinking does not help/],
    [435, /seconds as details say/],
    [444, /do not relink/],
    [444, /stays linked/],
    [475, /relink.*5 to 10 minutes/],
    [514, /no permission and no plan/],
    [519, /do not relink/],
    [519, /stays linked/],
  ] as const)('ERR-04 %i says %s', (code, words) => {
    expect(`${fact(code).meaning}; ${fact(code).advice}`).toMatch(words);
  });
});

describe('ERR-05 what retryAvailable says', () => {
  test.each([
    [440, true],
    [452, true],
    [453, true],
    [454, true],
    [476, 'absent'],
    [479, false],
    [499, true],
    [519, true],
  ] as const)('ERR-05 on %i: %s', (code, expected) => expect(fact(code).retryAvailable).toBe(expected));

  test('ERR-05 on no other code is anything known', () => {
    const known = Object.keys(ERRORS).filter((code) => 'retryAvailable' in fact(Number(code)));
    expect(known.map(Number)).toEqual([440, 452, 453, 454, 476, 479, 499, 519]);
  });
});

describe('ERR-06 link sessions', () => {
  test.each(listNumbers('501 to 513'))('ERR-06 %i has the action link session', (code) => {
    expect(fact(code)).toMatchObject({ action: 'link session', area: 'linking' });
  });

  test.each([
    ['501 to 503', /link session.*by no connect:error event/],
    ['504 to 510', /refuses the request that makes a link session/],
    ['511, 512', /while the network calls back/],
    ['513', /page with an origin set as a connect:error event.*connect:cancelled/],
  ] as const)('ERR-06 %s: %s', (codes, words) => {
    for (const code of listNumbers(codes))
      expect(`${fact(code).meaning}; ${fact(code).advice}`).toMatch(words);
  });
});

test('docs/service/errors.md has each code of the sandbox, with its HTTP status', () => {
  const page = readFileSync(new URL('../../../docs/service/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| <a id="code-\d+"><\/a>(\d{4}) \| (\d{3}) \|/gm)].map(
    ([, code, http]) => [Number(code), Number(http)],
  );
  const own = Object.entries(ERRORS).filter(([code]) => Number(code) >= 1000);
  expect(rows).toEqual(own.map(([code, { http }]) => [Number(code), http]));
});
