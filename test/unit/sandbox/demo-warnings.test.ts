import { expect, test } from 'vitest';
import { findOfflineFaults } from '../../../src/cli/features/posts/find-offline-faults.ts';
import { describeLengthWarning } from '../../../src/domain/text/reply-lengths.ts';
import { findTextSuspicions } from '../../../src/domain/text/suspect-text.ts';
import { DEMO_SEED } from '../../../src/sandbox/demo/demo-seed.ts';
import { CommentPlatform, PLATFORMS } from '../../../src/service/platforms.ts';

test.each(DEMO_SEED.posts.map((post) => [post.id, post] as const))(
  'a post of the demo data has no warning: %s',
  (_id, { text, mediaUrls = [], copies }) => {
    const platforms = copies.map(({ platform }) => platform);
    const body = { post: text, platforms, ...(mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }) };
    expect(findOfflineFaults(body, 0).warnings).toEqual([]);
  },
);

test('the comments of the demo data have no warning', () => {
  const comments = DEMO_SEED.posts.flatMap(({ copies }) =>
    copies.flatMap(({ platform, comments: own }) =>
      own.flatMap((comment) => [comment, ...(comment.replies ?? [])]).map(({ text }) => ({ platform, text })),
    ),
  );
  expect(comments.length).toBeGreaterThan(50);
  const warnings = comments.flatMap(({ platform, text }) => {
    const known = CommentPlatform.parse(platform);
    return [
      ...findTextSuspicions(text),
      ...[describeLengthWarning(text, { platform: known, limits: PLATFORMS[known].comments.limits })].filter(
        (warning) => warning !== null,
      ),
    ];
  });
  expect(warnings).toEqual([]);
});
