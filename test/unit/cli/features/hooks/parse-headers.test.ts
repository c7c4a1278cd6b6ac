import { describe, expect, test } from 'vitest';
import { parseHeaders } from '../../../../../src/cli/features/hooks/commands/verify.ts';

const A = 'X-Authorization-Content-SHA256';
const T = 'X-Authorization-Timestamp';

describe('reads headers as they were written down', () => {
  test.each([
    ['lines', `${A}: abc\n${T}: 17\n`],
    ['the head of a request', `POST /hooks HTTP/1.1\r\n${A}: abc\r\n${T}:17\r\n\r\n`],
    [
      'the body behind it is none of it',
      `POST /hooks HTTP/1.1\r\n${A}: abc\r\n${T}: 17\r\n\r\n{"X-Other: 1"}\nX-Other: 1`,
    ],
    ['as curl -v shows it', `> POST /hooks HTTP/1.1\n> ${A}: abc\n> ${T}: 17\n>\n< Server: x`],
    ['an object', JSON.stringify({ [A]: 'abc', [T]: '17' })],
    ['an object with numbers and lists', JSON.stringify({ [A]: ['abc'], [T]: 17 })],
    [
      'an object under `headers`, as `hooks sign --json` has it',
      JSON.stringify({ headers: { [A]: 'abc', [T]: '17' }, bytes: 3 }, null, 2),
    ],
    ['two lines with tabs, as `hooks sign` has it in a pipe', `${A}\t${T}\nabc\t17\n`],
    ['behind a byte order mark', `\uFEFF${A}: abc\n${T}: 17`],
    ['behind empty lines', `\n\n${A}: abc\n${T}: 17`],
  ])('%s', (_why, text) => {
    expect(parseHeaders(text)).toEqual({ [A]: 'abc', [T]: '17' });
  });

  test('a duplicate one is one, as a receiver gets it', () => {
    expect(parseHeaders('a: 1\nA: 2\nb: 3')).toEqual({ a: '1, 2', b: '3' });
  });

  test('an empty value is one', () => {
    expect(parseHeaders(`${A}:\n`)).toEqual({ [A]: '' });
    expect(parseHeaders(`${A}\n`)).toBeNull();
  });

  test('colons in a value are its own', () => {
    expect(parseHeaders('Host: 127.0.0.1:80')).toEqual({ Host: '127.0.0.1:80' });
  });
});

describe('finds none', () => {
  test.each([
    ['nothing', ''],
    ['a text', 'hello\nyou'],
    ['JSON that is no object', '["a: b"]'],
    ['names of an object that cannot be', '{"headers":{"":1,"a b":"c"}}'],
    ['an object without texts', '{"a":{"b":1}}'],
    ['what begins like JSON', '{a: b'],
    ['names that cannot be', '"a b": c\n(x): y'],
    ['only the first line', 'POST /hooks HTTP/1.1'],
  ])('%s', (_why, text) => {
    expect(parseHeaders(text)).toBeNull();
  });

  test('names that objects have by themselves are like any other', () => {
    expect(Object.keys(parseHeaders('__proto__: 1\nconstructor: 2') ?? {})).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});
