import { expect, test } from 'vitest';
import { isAddress, isAddressOf, parsePostAddress } from '../../../../src/domain/posts/post-address.ts';

const ACTIVITY = '7312048571936420117';

test.each([
  ['https://www.instagram.com/p/Cx1y2z3/', 'instagram', 'Cx1y2z3'],
  ['https://www.instagram.com/kestrel.lane/reel/Cx1y2z3/?igsh=a1b2#top', 'instagram', 'Cx1y2z3'],
  ['instagram.com/reels/Cx1y2z3', 'instagram', 'Cx1y2z3'],
  ['https://www.instagram.com/stories/kestrel.lane/3512345678901234567/', 'instagram', '3512345678901234567'],
  ['https://x.com/mara/status/1952326914861497161/photo/1', 'twitter', '1952326914861497161'],
  ['https://mobile.twitter.com/mara/status/1952326914861497161?s=20&t=q', 'twitter', '1952326914861497161'],
  ['https://x.com/i/web/status/1952326914861497161', 'twitter', '1952326914861497161'],
  ['https://youtu.be/_rfiBiMgNcW?si=abc&t=4', 'youtube', '_rfiBiMgNcW'],
  ['https://m.youtube.com/watch?app=desktop&v=_rfiBiMgNcW&list=x', 'youtube', '_rfiBiMgNcW'],
  ['https://www.youtube.com/shorts/_rfiBiMgNcW', 'youtube', '_rfiBiMgNcW'],
  ['https://www.youtube-nocookie.com/embed/_rfiBiMgNcW', 'youtube', '_rfiBiMgNcW'],
  [
    'https://www.tiktok.com/@kestrel.lane/video/7409313120237830141?is_from_webapp=1',
    'tiktok',
    '7409313120237830141',
  ],
  ['https://m.tiktok.com/v/7409313120237830141.html', 'tiktok', '7409313120237830141'],
  ['https://bsky.app/profile/kestrel.example/post/3lcdgbewc622w', 'bluesky', '3lcdgbewc622w'],
  ['https://www.facebook.com/kestrellane/posts/738201946518273', 'facebook', '738201946518273'],
  [
    'https://www.facebook.com/kestrellane/posts/first-tide-is-here/738201946518273/',
    'facebook',
    '738201946518273',
  ],
  [
    'https://m.facebook.com/story.php?story_fbid=738201946518273&id=104857239016482',
    'facebook',
    '738201946518273',
  ],
  ['https://www.facebook.com/watch/?v=738201946518273', 'facebook', '738201946518273'],
  ['https://fb.com/104857239016482_738201946518273', 'facebook', '104857239016482_738201946518273'],
  [
    `https://www.linkedin.com/feed/update/urn:li:activity:${ACTIVITY}/?utm_source=share`,
    'linkedin',
    ACTIVITY,
  ],
  [`https://www.linkedin.com/posts/kestrel-lane_first-tide-activity-${ACTIVITY}-AbC1`, 'linkedin', ACTIVITY],
  ['https://old.reddit.com/r/coffee/comments/1k6tz5n/first_tide/', 'reddit', '1k6tz5n'],
  ['https://redd.it/1k6tz5n', 'reddit', '1k6tz5n'],
  ['https://www.threads.net/@kestrel.lane/post/DAbc_1-2xyz', 'threads', 'DAbc_1-2xyz'],
  ['https://www.threads.com/t/DAbc_1-2xyz', 'threads', 'DAbc_1-2xyz'],
  ['https://www.pinterest.co.uk/pin/712345678901234567/', 'pinterest', '712345678901234567'],
  ['https://www.pinterest.com/pin/first-tide--712345678901234567/', 'pinterest', '712345678901234567'],
  ['https://t.co/AbCdEf1234', null, null],
  ['https://vm.tiktok.com/ZMabc/', null, null],
  ['https://kestrel.example/blog', null, null],
  ['https://x.com/mara', 'twitter', null],
])('the address %s is of %s, post %s', (text, platform, key) => {
  expect(isAddress(text)).toBe(true);
  expect(parsePostAddress(text)).toMatchObject({ platform, key });
});

test.each([
  [
    'https://www.facebook.com/kestrellane/posts/738201946518273?comment_id=458941942877918',
    '738201946518273_458941942877918',
  ],
  [
    `https://www.facebook.com/kestrellane/posts/pfbid0abc?comment_id=${btoa('comment:738201946518273_4589')}`,
    '738201946518273_4589',
  ],
  ['https://www.instagram.com/p/Cx1y2z3/c/18054973922452013/', '18054973922452013'],
  ['https://www.instagram.com/p/Cx1y2z3/c/18054973922452013/r/18107387288286433/', '18107387288286433'],
  [
    `https://www.linkedin.com/feed/update/urn:li:activity:${ACTIVITY}?commentUrn=${encodeURIComponent(`urn:li:comment:(activity:${ACTIVITY},7377938387890400156)`)}`,
    `urn:li:comment:(urn:li:activity:${ACTIVITY},7377938387890400156)`,
  ],
  ['https://www.reddit.com/r/coffee/comments/1k6tz5n/first_tide/mmsjusg/?context=3', 't1_mmsjusg'],
  ['https://www.youtube.com/watch?v=_rfiBiMgNcW&lc=UgyYHjvN2DLmAcqyaQf4AaABAg', 'UgyYHjvN2DLmAcqyaQf4AaABAg'],
  ['https://x.com/mara/status/1952326914861497161', null],
])('the address %s is of the comment %s', (text, commentId) => {
  expect(parsePostAddress(text)).toMatchObject({ commentId });
});

test.each([
  'Sp7kQm2XvLr9TzBd4HnW',
  'at://did:plc:j/app.bsky.feed.post/3l',
  'accounts/1/localPosts/2',
  't3_1k6tz5n',
  '#3',
])('the id %s is no address', (text) => {
  expect([isAddress(text), parsePostAddress(text)]).toEqual([false, null]);
});

test.each([
  [
    'the same page in another form',
    'https://m.youtube.com/watch?v=_rfiBiMgNcW',
    { platform: 'youtube', postUrl: 'https://youtu.be/_rfiBiMgNcW' },
    true,
  ],
  [
    'another page of the same path',
    'https://fb.com/story.php?story_fbid=1&id=2',
    { platform: 'facebook', postUrl: 'https://fb.com/story.php?story_fbid=3&id=2' },
    false,
  ],
  ['another network', 'https://youtu.be/_rfiBiMgNcW', { platform: 'twitter', id: '_rfiBiMgNcW' }, false],
  [
    'a part of a longer id',
    'https://fb.com/a/posts/273',
    { platform: 'facebook', id: '1_738201946518273' },
    false,
  ],
  [
    'the last part of an id',
    'https://bsky.app/profile/k.example/post/3lc',
    { platform: 'bluesky', id: 'at://did:plc:j/app.bsky.feed.post/3lc' },
    true,
  ],
  ['the front page', 'https://x.com/', { platform: 'twitter', postUrl: 'https://x.com/' }, false],
])('an address and a copy: %s', (_what, text, copy, isSame) => {
  const address = parsePostAddress(text);
  expect(address !== null && isAddressOf(address, copy)).toBe(isSame);
});
