import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonList } from '../../../src/client/json-list.ts';
import { createLongListReader, parseJson } from '../../../src/client/parse-json.ts';
import { UnreadableError } from '../../../src/client/read-body.ts';
import { scaled } from '../../support/scale.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('long lists, read one element after the other', () => {
  /** What a body holds when its lists are read that way; the text `refused` for one that is no JSON. */
  const lazily = (text: string) => {
    try {
      const reading = createLongListReader({ fromBytes: 2, eager: [], lateFault: (fault) => fault });
      const body = parseJson(Buffer.from(text), reading);
      return isPlain(body) ? Object.fromEntries(Object.entries(body).map(readWhole)) : body;
    } catch (error) {
      if (error instanceof UnreadableError) return 'refused';
      throw error;
    }
  };
  const isPlain = (body: unknown): body is object =>
    typeof body === 'object' && body !== null && !Array.isArray(body);
  const readWhole = ([name, value]: [string, unknown]): [string, unknown] => [
    name,
    value instanceof JsonList ? [...value] : value,
  ];
  const eagerly = (text: string) => {
    try {
      return parse(text);
    } catch {
      return 'refused';
    }
  };

  test('reads any JSON, whole or damaged, as it is read at once', () => {
    const damaged = fc
      .tuple(
        fc.dictionary(fc.string(), fc.array(fc.jsonValue())),
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', ' ', '1'),
      )
      .map(([value, at, char]) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        return text.slice(0, place) + char + text.slice(place + (at % 2));
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(lazily(text)).toEqual(eagerly(text));
      }),
      { numRuns: scaled(500, 20_000) },
    );
  });
});
