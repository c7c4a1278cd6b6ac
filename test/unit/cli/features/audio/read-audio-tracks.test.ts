import { expect, test } from 'vitest';
import { readAudioTrack, readAudioTracks } from '../../../../../src/cli/features/audio/audio-tracks.ts';

const SLOW = { audioId: '1', title: 'Slow River', mood: 'calm' };

test.each([
  ['a list', { audio: [SLOW] }, { tracks: [SLOW], unusable: 0 }],
  ['one track', { audio: SLOW }, { tracks: [SLOW], unusable: 0 }],
  ['nothing', {}, { tracks: [], unusable: 0 }],
  ['null', { audio: null }, { tracks: [], unusable: 0 }],
  [
    'tracks without an id',
    { audio: [SLOW, { title: 'x' }, { audioId: ' ' }] },
    { tracks: [SLOW], unusable: 2 },
  ],
  ['what is no track', { audio: [null, 'x', SLOW, []] }, { tracks: [SLOW], unusable: 3 }],
  ['an id that is a number', { audio: [{ audioId: 880 }] }, { tracks: [{ audioId: '880' }], unusable: 0 }],
  ['a field of another kind', { audio: [{ ...SLOW, durationMs: 'long' }] }, { tracks: [SLOW], unusable: 0 }],
])('a search that gives %s', { tags: ['HTTP-10', 'AUD-04'] }, (_what, answer, expected) => {
  expect(readAudioTracks(answer)).toEqual(expected);
});

test.each([
  ['under audio', { status: 'success', audio: SLOW }, SLOW],
  ['as a list of one', { audio: [SLOW] }, SLOW],
  ['beside status', { status: 'success', ...SLOW }, SLOW],
  ['nowhere', { status: 'success' }, null],
  ['in an empty list', { audio: [] }, null],
])('a lookup that gives the track %s', { tags: ['AUD-04'] }, (_where, answer, expected) => {
  expect(readAudioTrack(answer)).toEqual(expected);
});
