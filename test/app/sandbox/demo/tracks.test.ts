import { expect, test } from 'vitest';
import { SEED_TRACKS } from '../../../../src/sandbox/demo/tracks.ts';
import { repeated } from './demo-comments.ts';

test('about thirty tracks, no id twice, every length possible', () => {
  expect(SEED_TRACKS).toHaveLength(30);
  expect(repeated(SEED_TRACKS.map(({ audioId }) => audioId))).toEqual([]);
  for (const { audioId, durationMs } of SEED_TRACKS) {
    expect(audioId).toMatch(/^88\d{13}$/);
    expect(durationMs ?? 1).toBeGreaterThan(0);
  }
});

test('AUD-04 one has nothing but its id', () => {
  const bare = SEED_TRACKS.filter(
    ({ title, displayArtist, durationMs }) => !title && !displayArtist && !durationMs,
  );
  expect(bare).toHaveLength(1);
});

test('AUD-06 one is no longer available', () => {
  expect(SEED_TRACKS.filter(({ available }) => available === false)).toHaveLength(1);
});

test.each([
  ['slow', 'music'],
  ['slow', 'original_sound'],
  ['coffee', 'music'],
  ['coffee', 'original_sound'],
  ['rain', 'music'],
  ['rain', 'original_sound'],
])('AUD-04 "%s" finds several of the kind %s', (word, kind) => {
  const found = SEED_TRACKS.filter(
    ({ title = '', displayArtist = '', keywords = [], audioType = 'music', available = true }) =>
      available &&
      audioType === kind &&
      [title, displayArtist, ...keywords].join(' ').toLowerCase().includes(word),
  );
  expect(found.length).toBeGreaterThanOrEqual(2);
});
