import { describe, expect, test } from 'vitest';
import { EXIT } from '../../../src/errors.ts';
import type { ErrorFact } from '../../../src/service/errors/error-fact.ts';
import { ERRORS } from '../../../src/service/errors.ts';
import { listNumbers, readDoc, readDocTable } from '../../support/docs/read-doc.ts';

const PAGE = 'service/errors';
const COLUMNS = ['code', 'HTTP', 'meaning', 'what to do', 'retry', 'class'] as const;

/** One row of a table of codes; a status in parentheses is assumed, and † marks codes beyond the main reference. */
function readRow([
  code = '',
  http = '',
  meaning = '',
  advice = '',
  retry = '',
  kind = '',
]: readonly string[]) {
  return {
    code: Number(code.replace(' †', '')),
    http: Number(http.replace(/[()]/g, '')),
    httpFrom: http.startsWith('(') ? 'assumed' : 'given',
    source: code.includes('†') ? 'elsewhere' : 'service',
    meaning,
    advice,
    retry,
    class: kind,
  };
}

const SECTIONS = ['catalogue', 'automation-errors', 'private-reply-errors', 'linking-errors'] as const;
const ROWS = SECTIONS.flatMap((section) => readDocTable(PAGE, section, ...COLUMNS).map(readRow));
const OWN_ROWS = readDocTable(PAGE, 'sandbox-codes', 'code', 'HTTP', 'meaning', 'what to do');

function fact(code: number): ErrorFact {
  const found = ERRORS[code];
  if (!found) throw new Error(`the catalogue lacks ${code}`);
  return found;
}

describe('the catalogue holds every code of the tables', { tags: ['ERR-01'] }, () => {
  test.each(ROWS)('$code: HTTP $http ($httpFrom), $class, retry: $retry', { tags: ['ERR-01'] }, (row) => {
    const { code, http, httpFrom, source, retry, class: kind } = row;
    expect(fact(code)).toMatchObject({ http, httpFrom, source, retry, class: kind });
  });

  test('each row of the tables says what it means and what to do', { tags: ['ERR-01'] }, () => {
    for (const { meaning, advice } of ROWS)
      expect([meaning.length > 3, advice.length > 3]).toEqual([true, true]);
  });

  test('the sandbox has the codes of its table', { tags: ['ERR-01'] }, () => {
    const own = Object.entries(ERRORS).filter(([code]) => Number(code) >= 1000);
    expect(OWN_ROWS.map(([code, http]) => [code, Number(http)])).toEqual(
      own.map(([code, { http }]) => [code, http]),
    );
  });

  test('no code beside them', { tags: ['ERR-01'] }, () => {
    const codes = [...ROWS.map(({ code }) => code), ...OWN_ROWS.map(([code]) => Number(code))];
    expect(Object.keys(ERRORS).map(Number)).toEqual(codes.sort((one, other) => one - other));
  });

  test('each code has an anchor of its own', { tags: ['ERR-01'] }, () => {
    const anchors = [...readDoc(PAGE).matchAll(/<a id="code-(\d+)"><\/a>(\d+)/g)];
    expect(anchors.map(([, id]) => id).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const [, id, shown] of anchors) expect(shown).toBe(id);
  });

  test('statuses in parentheses are explained', { tags: ['ERR-01'] }, () => {
    const rows = readDocTable(PAGE, 'http-status', 'codes', 'HTTP', 'basis');
    const explained = new Map(
      rows.flatMap(([codes = '', http = '']) =>
        listNumbers(codes).map((code) => [code, listNumbers(http)[0]] as const),
      ),
    );
    for (const { code, http, httpFrom, source } of ROWS) {
      if (explained.has(code)) expect({ code, http: explained.get(code) }).toEqual({ code, http });
      else if (httpFrom === 'assumed' && source === 'service')
        expect({ code, http }).toEqual({ code, http: 400 });
    }
  });

  test.each(Object.entries(ERRORS))(
    '%s is explained in one sentence, with what to do next',
    { tags: ['ERR-01'] },
    (_code, row) => {
      for (const sentence of [row.meaning, row.advice])
        expect(sentence).toMatch(/^[^\s\n][^\n]{10,}[^.\s\n]$/);
      expect(row.meaning.length).toBeLessThan(160);
      expect(row.advice.length).toBeLessThan(160);
    },
  );

  test.each([...listNumbers('504 to 513'), 515, 516])(
    '%i says that its meaning is not documented',
    { tags: ['ERR-01'] },
    (code) => {
      expect(fact(code).meaning).toMatch(
        /its meaning is not documented|the meaning of this code is not documented/,
      );
    },
  );

  test('489 says that it is reserved', { tags: ['ERR-01'] }, () => {
    expect(fact(489).meaning).toContain('reserved');
  });

  test('no code of the service is in the range of the sandbox', { tags: ['ERR-01'] }, () => {
    for (const [code, row] of Object.entries(ERRORS))
      expect(row.area === 'sandbox').toBe(Number(code) >= 1000);
  });
});

describe('the exit code of each class', () => {
  const rows = readDocTable('command-line', 'exit-codes', 'code', 'kind', 'when');

  test.each(rows.filter(([, kind]) => kind !== 'interrupted'))('%s is %s', (code, kind = '') => {
    expect(EXIT).toHaveProperty([kind, 'code'], Number(code));
  });

  test('each class of the catalogue has one', () => {
    const kinds = rows.map(([, kind]) => kind);
    for (const { class: kind } of Object.values(ERRORS)) expect(kinds).toContain(kind);
  });

  test('0 is ok: warnings, and what is an empty list', () => {
    const listed = listNumbers(rows[0]?.[2] ?? '');
    const ok = Object.keys(ERRORS)
      .map(Number)
      .filter((code) => fact(code).class === 'ok');
    expect(ok).toEqual(listed.sort((one, other) => one - other));
  });
});

describe('what the advice must not get wrong', { tags: ['ERR-04'] }, () => {
  test.each([
    [258, /later/],
    [326, /relinking does not help/],
    [435, /number of seconds in details/],
    [444, /do not relink/],
    [444, /stays linked/],
    [475, /relink.*5 to 10 minutes/],
    [514, /changing permissions or the plan does not help/],
    [519, /do not relink/],
    [519, /stays linked/],
  ] as const)('%i says %s', { tags: ['ERR-04'] }, (code, words) => {
    expect(`${fact(code).meaning}; ${fact(code).advice}`).toMatch(words);
  });
});

describe('what retryAvailable says', { tags: ['ERR-05'] }, () => {
  test.each([
    [440, true],
    [452, true],
    [453, true],
    [454, true],
    [476, 'absent'],
    [479, false],
    [499, true],
    [519, true],
  ] as const)('on %i: %s', { tags: ['ERR-05'] }, (code, expected) =>
    expect(fact(code).retryAvailable).toBe(expected),
  );

  test('on no other code is anything known', { tags: ['ERR-05'] }, () => {
    const known = Object.keys(ERRORS).filter((code) => 'retryAvailable' in fact(Number(code)));
    expect(known.map(Number)).toEqual([440, 452, 453, 454, 476, 479, 499, 519]);
  });
});

describe('link sessions', { tags: ['ERR-06'] }, () => {
  test.each(listNumbers('501 to 513'))('%i has the action link session', { tags: ['ERR-06'] }, (code) => {
    expect(fact(code)).toMatchObject({ action: 'link session', area: 'linking' });
  });

  test.each([
    ['501 to 503', /link session.*no connect:error event/],
    ['504 to 510', /request to create a link session was rejected/],
    ['511, 512', /in the callback of the network/],
    ['513', /as a connect:error event to a page with an origin.*connect:cancelled/],
  ] as const)('%s: %s', { tags: ['ERR-06'] }, (codes, words) => {
    for (const code of listNumbers(codes))
      expect(`${fact(code).meaning}; ${fact(code).advice}`).toMatch(words);
  });
});
