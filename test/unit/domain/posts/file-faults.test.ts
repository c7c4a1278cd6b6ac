import { expect, test } from 'vitest';
import {
  describeWrongEnding,
  findFileFault,
  getFileKind,
  type KnownFile,
} from '../../../../src/domain/posts/file-faults.ts';
import type { Platform } from '../../../../src/service/platforms.ts';

const find = (platform: Platform, file: KnownFile, { name = 'cup.mp4', longVideo = false } = {}) => {
  const kind = getFileKind(`https://a.example/${name}`, file, false);
  const fault = findFileFault({ platform, label: name, file, kind, longVideo });
  return fault === null ? null : [fault.code, fault.message, ...(fault.details ? [fault.details] : [])];
};

test.each<[string, Platform, KnownFile, { name?: string; longVideo?: boolean }?]>([
  ['a file of which nothing is known', 'instagram', {}],
  ['one of unknown kind', 'instagram', { seconds: 0 }, { name: 'cup' }],
  ['a picture that is converted', 'instagram', { type: 'image/webp' }],
  ['a picture just small enough', 'instagram', { type: 'image/jpeg', bytes: 8_000_000 }],
  ['the shortest video', 'instagram', { type: 'video/mp4', seconds: 3 }],
  ['the longest video', 'instagram', { type: 'video/quicktime', seconds: 900 }],
  ['a video of any type where all are taken', 'facebook', { type: 'video/webm' }],
  ['a video just small enough', 'whatsapp', { type: 'video/mp4', bytes: 16_000_000 }],
  ['the longest of X with longVideo', 'twitter', { seconds: 14_400 }, { longVideo: true }],
  ['longVideo where a network knows none', 'instagram', { seconds: 900 }, { longVideo: true }],
])('taken: %s', { tags: ['POST-13'] }, (_what, platform, file, options) => {
  expect(find(platform, file, options)).toBeNull();
});

test('the kind of a file is that of its bytes, or else of its address', () => {
  const url = 'https://a.example/cup.jpg';
  expect([
    getFileKind(url, { type: 'video/mp4' }, false),
    getFileKind(url, { type: 'audio/mp3' }, false),
    getFileKind(url, {}, false),
    getFileKind(url, {}, true),
  ]).toEqual(['video', 'unknown', 'image', 'video']);
});

const APPROVED = 'longVideo: true allows approved accounts 4 hours';

test.each<[Platform, KnownFile, { name?: string; longVideo?: boolean }, unknown[]]>([
  ['bluesky', { type: null }, {}, [139, 'The file is not an image or video: cup.mp4']],
  [
    'bluesky',
    { type: 'text/image/png' },
    {},
    [139, 'The file is not an image or video; its bytes are text/image/png: cup.mp4'],
  ],
  ['youtube', { type: 'image/png' }, {}, [139, 'YouTube takes videos only: cup.mp4']],
  [
    'instagram',
    { type: 'image/webp', isDamaged: true },
    {},
    [450, 'The image cannot be converted to JPEG, because it is damaged: cup.mp4'],
  ],
  ['instagram', { type: 'image/jpeg', isDamaged: true }, {}, [139, 'The image is damaged: cup.mp4']],
  ['instagram', { isDamaged: true }, { name: 'cup.png' }, [139, 'The image is damaged: cup.png']],
  [
    'instagram',
    { bytes: 8_123_456 },
    { name: 'cup.png' },
    [139, 'The file has 8.1 MB; Instagram takes 8 MB at most: cup.png'],
  ],
  ['instagram', { type: 'video/mp4', isDamaged: true }, {}, [139, 'The video is damaged: cup.mp4']],
  [
    'instagram',
    { seconds: 2.9 },
    {},
    [182, 'The video lasts 2.9 seconds; Instagram takes 3 to 900: cup.mp4'],
  ],
  [
    'instagram',
    { seconds: 901 },
    {},
    [182, 'The video lasts 901 seconds; Instagram takes 3 to 900: cup.mp4'],
  ],
  [
    'twitter',
    { seconds: 141 },
    {},
    [182, 'The video lasts 141 seconds; X takes 0.5 to 140: cup.mp4', APPROVED],
  ],
  [
    'twitter',
    { seconds: 14_401 },
    { longVideo: true },
    [182, 'The video lasts 14401 seconds; X takes 0.5 to 14400: cup.mp4', APPROVED],
  ],
  [
    'instagram',
    { type: 'video/webm' },
    {},
    [139, 'Instagram does not take videos of type video/webm: cup.mp4'],
  ],
  [
    'whatsapp',
    { type: 'video/mp4', bytes: 999_950_000 },
    {},
    [139, 'The file has 1 GB; WhatsApp takes 16 MB at most: cup.mp4'],
  ],
])('%s refuses %j: %j', { tags: ['POST-13'] }, (platform, file, options, expected) => {
  expect(find(platform, file, options)).toEqual(expected);
});

test.each([
  ['a/cup.AVIF', 'image/avif', 'image/png'],
  ['cup.gif', 'image/gif', 'image/png'],
  ['cup.heic', 'image/heic', 'image/png'],
  ['cup.heic', 'image/heif', 'image/png'],
  ['cup.jpeg', 'image/jpeg', 'image/png'],
  ['cup.jpg', 'image/jpeg', 'image/png'],
  ['cup.mov', 'video/quicktime', 'video/webm'],
  ['cup.mov', 'video/mp4', 'video/webm'],
  ['cup.mov', 'video/x-m4v', 'video/webm'],
  ['cup.mp4', 'video/mp4', 'video/webm'],
  ['cup.mp4', 'video/quicktime', 'video/webm'],
  ['cup.mp4', 'video/x-m4v', 'video/webm'],
  ['cup.mp4', 'video/3gpp', 'video/webm'],
  ['cup.mp4', 'video/3gpp2', 'video/webm'],
  ['cup.png', 'image/png', 'image/jpeg'],
  ['cup.png', 'image/apng', 'image/jpeg'],
  ['cup.webp', 'image/webp', 'image/png'],
])('the ending of %s is right for %s, and wrong for %s', (label, right, wrong) => {
  expect(describeWrongEnding(label, right)).toBeNull();
  expect(describeWrongEnding(label, wrong)).toBe(
    `${label} is ${wrong} by its bytes: rename it, since some networks go by the ending`,
  );
});

test('an ending that says nothing is never wrong, and neither are bytes of no known type', () => {
  for (const label of ['cup', 'cup.txt', 'cup.constructor'])
    expect(describeWrongEnding(label, 'image/png')).toBeNull();
  expect(describeWrongEnding('cup.jpg', null)).toBeNull();
});
