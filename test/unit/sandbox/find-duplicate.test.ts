import { expect, test } from 'vitest';
import {
  type ComparedPost,
  computeDuplicateWindow,
  findDuplicate,
} from '../../../src/sandbox/publish/find-duplicate.ts';
import { LIMITS } from '../../../src/service/limits.ts';
import { PLATFORMS, Platform } from '../../../src/service/platforms.ts';

const AT = Date.parse('2026-03-02T08:00:00Z');
const HALF = LIMITS.duplicateWindowMs / 2;
const POST: ComparedPost = { platform: 'instagram', profile: 'shop', at: AT, text: 'New cups' };
const NEAR = 'NEW CUPS!';

test.each<[string, Partial<ComparedPost>, Partial<ComparedPost>, boolean]>([
  ['the same text again', {}, {}, true],
  ['nearly the same', {}, { text: NEAR }, true],
  ['another text', {}, { text: 'Closed today' }, false],
  ['on another network', {}, { platform: 'facebook' }, false],
  ['of another profile', {}, { profile: 'cafe' }, false],
  ['a day before it', {}, { at: AT - HALF }, true],
  ['more than a day before it', {}, { at: AT - HALF - 1 }, false],
  ['scheduled for a day after it', {}, { at: AT + HALF }, true],
  ['scheduled for more than a day after it', {}, { at: AT + HALF + 1 }, false],
  ['on X', { platform: 'twitter' }, { platform: 'twitter' }, true],
  ['nearly the same on X', { platform: 'twitter' }, { platform: 'twitter', text: NEAR }, true],
  ['on X, of another profile', { platform: 'twitter' }, { platform: 'twitter', profile: 'cafe' }, true],
  [
    'nearly the same on X, of another profile',
    { platform: 'twitter' },
    { platform: 'twitter', profile: 'cafe', text: NEAR },
    false,
  ],
  [
    'on X, of another profile, too long ago',
    { platform: 'twitter' },
    { platform: 'twitter', profile: 'cafe', at: AT - HALF - 1 },
    false,
  ],
])('POST-06 what a post repeats: %s', (_what, post, other, isDuplicate) => {
  const others = [{ ...POST, ...other }];
  expect(findDuplicate({ ...POST, ...post }, others)).toBe(isDuplicate ? others[0] : null);
});

test.each(Platform.options)('POST-06 whether %s is checked', (platform) => {
  const post = { ...POST, platform };
  const found = findDuplicate(post, [post]);
  expect(found).toBe(PLATFORMS[platform].checksDuplicates ? post : null);
  expect(found === null).toBe(['pinterest', 'reddit', 'telegram'].includes(platform));
});

test('POST-06 the first of several is reported, and none where there are no others', () => {
  const [first, second] = [
    { ...POST, id: 1 },
    { ...POST, id: 2 },
  ];
  expect(findDuplicate(POST, [first, second])).toBe(first);
  expect(findDuplicate(POST, [])).toBeNull();
});

test('POST-06 the window is 48 hours, with the post in its middle', () => {
  expect(computeDuplicateWindow(AT)).toEqual({
    from: Date.parse('2026-03-01T08:00:00Z'),
    to: Date.parse('2026-03-03T08:00:00Z'),
  });
});
