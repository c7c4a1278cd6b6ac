import { describe, expect, test } from 'vitest';
import { AudioLookupAnswer, AudioSearchAnswer, AudioTrack } from '../../../src/service/endpoints/media.ts';
import { listFields, listQuoted, readDocTable } from '../../support/read-doc.ts';

const ROWS = readDocTable('service/audio', 'track', 'field', 'type', 'meaning');
const GOOD: Readonly<Record<string, unknown>> = { string: 'x', integer: 48_000, boolean: true };
const BAD: Readonly<Record<string, unknown>> = { string: 4, integer: 1.5, boolean: 'yes' };

describe('AUD-04 a track', () => {
  test('AUD-04 has the fields of the table', () => {
    expect(Object.keys(AudioTrack.shape)).toEqual(ROWS.map(([field = '']) => listQuoted(field)[0]));
  });

  test.each(ROWS.map(([field = '', type = '']) => [listQuoted(field)[0] ?? '', type] as const))(
    'AUD-04 %s: %s',
    (field, type) => {
      expect(AudioTrack.safeParse({ audioId: 'x', [field]: GOOD[type] }).success).toBe(true);
      expect(AudioTrack.safeParse({ audioId: 'x', [field]: BAD[type] }).success).toBe(false);
    },
  );

  test('AUD-04 is certain of audioId only, and keeps more than is listed', () => {
    expect(AudioTrack.parse({ audioId: '880000000000321', mood: 'calm' })).toEqual({
      audioId: '880000000000321',
      mood: 'calm',
    });
    expect(AudioTrack.safeParse({ title: 'Slow River' }).success).toBe(false);
  });
});

describe('AUD-04 the answers', () => {
  test('AUD-04 a search has the fields of the table', () => {
    const rows = readDocTable('service/audio', 'search', 'field of the response');
    expect(Object.keys(AudioSearchAnswer.shape)).toEqual(rows.flatMap(([field = '']) => listFields(field)));
  });

  test.each([
    ['no match', AudioSearchAnswer, { status: 'success', query: 'rain', audio: [] }],
    ['a match', AudioSearchAnswer, { status: 'success', query: 'rain', audio: [{ audioId: '1' }] }],
    [
      'a lookup with the track under audio',
      AudioLookupAnswer,
      { status: 'success', audio: { audioId: '1' } },
    ],
    ['a lookup with a list of one', AudioLookupAnswer, { status: 'success', audio: [{ audioId: '1' }] }],
    [
      'a lookup with the track beside status',
      AudioLookupAnswer,
      { status: 'success', audioId: '1', title: 'x' },
    ],
  ])('AUD-04 %s', (_what, schema, answer) => expect(schema.parse(answer)).toEqual(answer));

  test.each([
    ['a track without an id', { audio: [{ audioId: '1' }, { title: 'x' }] }, true],
    ['a track that is none', { audio: [null, 5] }, true],
    ['a lone track', { audio: { audioId: '1' } }, true],
    ['no tracks at all', { audio: 5 }, false],
  ])('HTTP-10 AUD-04 a search that gives %s', (_what, answer, expected) => {
    expect(AudioSearchAnswer.safeParse(answer).success).toBe(expected);
  });
});
