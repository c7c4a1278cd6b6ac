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
  ['http://x.com/mara/status/195', 'twitter', '195'],
  ['www.pinterest.co/pin/712345678901234567', 'pinterest', '712345678901234567'],
  ['https://x.com/mara/status/195?from=http://t.co/a', 'twitter', '195'],
  ['x.com/mara/status/195?from=http://t.co/a', 'twitter', '195'],
  ['https://youtu.be/_rfiBiMgNcW//', 'youtube', '_rfiBiMgNcW'],
  ['https://www.tiktok.com/embed/7409313120237830141', 'tiktok', '7409313120237830141'],
  ['https://www.facebook.com/photo.php?fbid=738201946518273&set=a.1', 'facebook', '738201946518273'],
  ['https://www.facebook.com/groups/pottery/posts/738201946518273/', 'facebook', '738201946518273'],
  ['https://www.facebook.com/reel/738201946518273', 'facebook', '738201946518273'],
  ['https://t.me/kestrellane/12', null, null],
  ['https://wa.me/kestrellane/12', null, null],
  ['https://snapchat.com/add/kestrellane', 'snapchat', null],
  // pages that only resemble those of a post
  ['https://bsky.app/a/profile/kestrel.example/post/3lc', 'bluesky', null],
  ['https://www.instagram.com/a/b/p/Cx1y2z3', 'instagram', null],
  ['https://www.instagram.com/a/stories/kestrel.lane/351', 'instagram', null],
  ['https://www.pinterest.com/a/pin/712345678901234567', 'pinterest', null],
  ['https://www.reddit.com/r/coffee', 'reddit', null],
  ['https://www.threads.com/a/@kestrel.lane/post/DAbc', 'threads', null],
  ['https://www.tiktok.com/a/@kestrel.lane/video/740', 'tiktok', null],
  ['https://www.youtube.com/a/shorts/_rfiBiMgNcW', 'youtube', null],
  ['https://www.youtube.com/a_rfiBiMgNcW', 'youtube', null],
  ['https://www.youtube.com/watch?v=a_rfiBiMgNcW', 'youtube', null],
  ['https://www.facebook.com/a/104_738', 'facebook', null],
  ['https://www.facebook.com/104_738/a', 'facebook', null],
  ['https://www.facebook.com/a/b/posts/738', 'facebook', null],
  ['https://www.facebook.com/a/posts/738-b', 'facebook', null],
  ['https://www.facebook.com/a/reel/738', 'facebook', null],
  ['https://x.com/100%/status/195', 'twitter', '195'],
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
  ['https://www.reddit.com/r/coffee/comments/1k6tz5n', null],
  ['https://www.facebook.com/a/posts/738?reply_comment_id=5&comment_id=4', '738_5'],
  ['https://www.facebook.com/104_738?comment_id=45', '738_45'],
  ['https://www.facebook.com/a/posts/pfbid0?comment_id=45', '45'],
  ['https://www.facebook.com/a/posts/0pfbid?comment_id=45', '45'],
  ['https://www.facebook.com/a/posts/738?comment_id=45a', '45a'],
  ['https://www.facebook.com/a/posts/738?comment_id=a45', 'a45'],
  ['https://www.facebook.com/a?comment_id=45', '45'],
  [`https://www.facebook.com/a/posts/7?comment_id=${btoa('acomment:7_4')}`, btoa('acomment:7_4')],
  [`https://www.facebook.com/a/posts/7?comment_id=${btoa('comment:7_4a')}`, btoa('comment:7_4a')],
  [
    'https://www.linkedin.com/feed/update/urn:li:share:7?commentUrn=urn:li:comment:(share:7,1)&replyUrn=urn:li:fsd_comment:(urn:li:share:7,2)',
    'urn:li:comment:(urn:li:share:7,2)',
  ],
  [
    'https://www.linkedin.com/feed/update/urn:li:share:7?commentUrn=urn:li:comment:(share:7,1',
    'urn:li:comment:(urn:li:share:7,1)',
  ],
  ['https://www.linkedin.com/feed/update/urn:li:share:7?commentUrn=urn:li:comment:(share:7,1)a', null],
  ['https://www.linkedin.com/feed/update/urn:li:share:7?commentUrn=aurn:li:comment:(share:7,1)', null],
  ['https://www.linkedin.com/feed/update/urn:li:share:7', null],
])('the address %s is of the comment %s', (text, commentId) => {
  expect(parsePostAddress(text)).toMatchObject({ commentId });
});

test.each([
  ['https://bsky.app/profile/did:plc:j/post/3l', 'at://did:plc:j/app.bsky.feed.post/3l'],
  ['https://bsky.app/profile/kestrel.example/post/3l', null],
  ['https://bsky.app/profile/kestrel.example', null],
  ['https://www.reddit.com/r/coffee/comments/1k6tz5n', 't3_1k6tz5n'],
  ['https://www.reddit.com/r/coffee', null],
  ['https://www.linkedin.com/feed/update/urn:li:share:731', 'urn:li:share:731'],
  ['https://www.linkedin.com/in/mara', null],
  ['https://www.facebook.com/104_738', '104_738'],
  ['https://www.facebook.com/story.php?story_fbid=738&id=104', '104_738'],
  ['https://www.facebook.com/story.php?story_fbid=738', null],
  ['https://www.facebook.com/story.php?story_fbid=738&id=a104', null],
  ['https://www.facebook.com/story.php?story_fbid=738&id=104a', null],
  ['https://www.facebook.com/story.php?story_fbid=a738&id=104', null],
  ['https://www.facebook.com/story.php?story_fbid=738a&id=104', null],
  ['https://www.facebook.com/story.php?story_fbid=a104_738', null],
  ['https://www.facebook.com/story.php?story_fbid=104_738a', null],
  ['https://www.facebook.com/kestrellane?id=104', null],
])('the address %s is of the post with the id %s', (text, postId) => {
  expect(parsePostAddress(text)).toMatchObject({ postId });
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
  [
    'a page without a post',
    'https://www.facebook.com/kestrellane/about',
    { platform: 'facebook', postUrl: 'https://m.facebook.com/kestrellane/about/' },
    true,
  ],
  [
    'a page, and a post of that page',
    'https://www.facebook.com/kestrellane',
    { platform: 'facebook', id: 'a', postUrl: 'https://www.facebook.com/kestrellane/posts/738' },
    false,
  ],
  [
    'a page, and a post that only its query names',
    'https://www.facebook.com/watch',
    { platform: 'facebook', postUrl: 'https://www.facebook.com/watch/?v=738201946518273' },
    false,
  ],
  [
    'a page of no network',
    'https://kestrel.example/blog',
    { platform: 'telegram', postUrl: 'https://kestrel.example/blog' },
    true,
  ],
  [
    'a page, and a copy without one',
    'https://kestrel.example/blog',
    { platform: 'telegram', id: '1' },
    false,
  ],
  [
    'a post, and a copy whose page has none',
    'https://www.facebook.com/a/posts/738',
    { platform: 'facebook', id: '104_738', postUrl: 'https://www.facebook.com/a' },
    true,
  ],
  ['the whole id', 'https://x.com/a/status/195', { platform: 'twitter', id: '195', postUrl: null }, true],
  ['a longer id', 'https://x.com/a/status/195', { platform: 'twitter', id: '195:1' }, false],
  ['no copy yet', 'https://x.com/a/status/195', { platform: 'twitter', id: null }, false],
  [
    'another page of the same network without a number',
    'https://www.facebook.com/a/about',
    { platform: 'facebook', postUrl: 'https://www.facebook.com/a' },
    false,
  ],
  ['the front page', 'https://x.com/', { platform: 'twitter', postUrl: 'https://x.com/' }, false],
])('an address and a copy: %s', (_what, text, copy, isSame) => {
  const address = parsePostAddress(text);
  expect(address !== null && isAddressOf(address, copy)).toBe(isSame);
});
