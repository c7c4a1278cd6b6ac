import { describe, expect, test } from 'vitest';
import { AudioLookupAnswer, AudioSearchAnswer, AudioTrack } from '../../../src/service/endpoints/media.ts';
import { listFields, listQuoted, readDocTable } from '../../support/docs/read-doc.ts';

const ROWS = readDocTable('service/audio', 'track', 'field', 'type', 'meaning');
const GOOD: Readonly<Record<string, unknown>> = { string: 'x', integer: 48_000, boolean: true };
const BAD: Readonly<Record<string, unknown>> = { string: 4, integer: 1.5, boolean: 'yes' };

describe('a track', { tags: ['AUD-04'] }, () => {
  test('has the fields of the table', { tags: ['AUD-04'] }, () => {
    expect(Object.keys(AudioTrack.shape)).toEqual(ROWS.map(([field = '']) => listQuoted(field)[0]));
  });

  test.each(ROWS.map(([field = '', type = '']) => [listQuoted(field)[0] ?? '', type] as const))(
    '%s: %s',
    { tags: ['AUD-04'] },
    (field, type) => {
      expect(AudioTrack.safeParse({ audioId: 'x', [field]: GOOD[type] }).success).toBe(true);
      expect(AudioTrack.safeParse({ audioId: 'x', [field]: BAD[type] }).success).toBe(false);
    },
  );

  test('is certain of audioId only, and keeps more than is listed', { tags: ['AUD-04'] }, () => {
    expect(AudioTrack.parse({ audioId: '880000000000321', mood: 'calm' })).toEqual({
      audioId: '880000000000321',
      mood: 'calm',
    });
    expect(AudioTrack.safeParse({ title: 'Slow River' }).success).toBe(false);
  });
});

describe('the answers', { tags: ['AUD-04'] }, () => {
  test('a search has the fields of the table', { tags: ['AUD-04'] }, () => {
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
  ])('%s', { tags: ['AUD-04'] }, (_what, schema, answer) => expect(schema.parse(answer)).toEqual(answer));

  test.each([
    ['a track without an id', { audio: [{ audioId: '1' }, { title: 'x' }] }, true],
    ['a track that is none', { audio: [null, 5] }, true],
    ['a lone track', { audio: { audioId: '1' } }, true],
    ['no tracks at all', { audio: 5 }, false],
  ])('a search that gives %s', { tags: ['HTTP-10', 'AUD-04'] }, (_what, answer, expected) => {
    expect(AudioSearchAnswer.safeParse(answer).success).toBe(expected);
  });
});
