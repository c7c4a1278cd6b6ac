import * as z from 'zod';
import { countPostTexts } from '../../../domain/posts/post-counts.ts';
import { buildPostPart } from '../../../domain/posts/post-part.ts';
import { formatCount, joinWithAnd } from '../../../domain/text/lists-and-counts.ts';
import { compareFullness, formatCounted } from '../../../domain/text/text-counts.ts';
import { PLATFORMS, Platform } from '../../../service/platforms.ts';
import { PostBody } from '../../../service/post-body.ts';
import type { RecordLine } from '../../framework/output/view.ts';
import { listKnownNetworks } from './find-offline-faults.ts';
import { findLocalKind, type PostMedia } from './local-media.ts';

export const CountRecord = z.strictObject({
  unit: z
    .enum(['weighted', 'graphemes', 'codePoints', 'codeUnits', 'bytes', 'emojiBytes'])
    .describe('what the network counts: weighted as X does, codeUnits of UTF-16, bytes of UTF-8'),
  count: z.int().describe('length of the text, in that unit'),
  limit: z.int().describe('maximum length'),
  exact: z.boolean().describe('false: the text is longer than count, which ends 10,000 beyond the limit'),
});

export const PostCount = z.strictObject({
  file: z.string().nullable().describe('null for a post from flags'),
  post: z.int().min(1).nullable().describe('position in the file; null without a file'),
  platform: Platform,
  path: z.string().describe('field of the post, such as post or youTubeOptions.title'),
  part: z.int().min(1).nullable().describe('position in a thread of several posts; null outside of one'),
  ...CountRecord.shape,
});
export type PostCount = z.infer<typeof PostCount>;

/** Counts the texts of a post on each of its networks; none for one that is not valid. */
export function countNetworkTexts(
  body: unknown,
  { file, post }: { file: string | null; post: number | null },
  media: PostMedia | null = null,
): readonly PostCount[] {
  const parsed = PostBody.safeParse(body);
  if (!parsed.success) return [];
  const valid = parsed.data;
  const kindOf =
    media === null ? undefined : (url: string) => findLocalKind(media, url, valid.isVideo === true);
  return listKnownNetworks(valid).flatMap((platform) =>
    countPostTexts(valid, buildPostPart(valid, platform, kindOf)).map((counted) => ({
      file,
      post,
      platform,
      ...counted,
    })),
  );
}

/** Posts that are named one by one; of more, only those nearest to a limit are. */
const MOST_POSTS = 20;

/**
 * Lists the counts for people: a line for each network of one post, or for each of several posts the network whose
 * limit is the nearest.
 */
export function listCountLines(counts: readonly PostCount[]): readonly RecordLine[] {
  const posts = [...Map.groupBy(counts, ({ file, post }) => `${file} ${post}`).values()];
  const [only = [], second] = posts;
  return second === undefined ? listNetworkLines(only) : listPostLines(posts);
}

function listNetworkLines(counts: readonly PostCount[]): readonly RecordLine[] {
  return [...Map.groupBy(counts, ({ platform }) => platform)].map(([platform, texts]) => ({
    name: platform,
    title: PLATFORMS[platform].name,
    value: formatTexts(texts),
  }));
}

/** The texts of a post on one network: `284 of 280`, `5,200 of 5,000 bytes, title 9 of 100`. */
function formatTexts(counts: readonly PostCount[]): string {
  const byPath = [...Map.groupBy(counts, ({ path }) => path).values()];
  return byPath
    .map((each) => (each[0] === undefined ? '' : `${formatPath(each[0])}${formatParts(each)}`))
    .join(', ');
}

/** Threads of more posts are shown by their longest one. */
const MOST_PARTS = 5;

/** `284 of 280`, or for a thread `3 posts, 120, 279 and 40 of 280`. */
function formatParts(counts: readonly PostCount[]): string {
  const parts = [...Map.groupBy(counts, ({ part }) => part).values()].flatMap(
    (each) => each.toSorted(compareFullness)[0] ?? [],
  );
  const [longest] = parts.toSorted(compareFullness);
  if (longest === undefined) return '';
  if (parts.length === 1) return formatCounted(longest);
  const posts = formatCount(parts.length, 'post');
  if (parts.length > MOST_PARTS) return `${posts}, the longest ${formatCounted(longest)}`;
  const lengths = joinWithAnd(parts.map(({ count }) => count.toLocaleString('en')));
  return `${posts}, ${lengths} of ${longest.limit.toLocaleString('en')}`;
}

function listPostLines(posts: readonly (readonly PostCount[])[]): readonly RecordLine[] {
  const nearest = posts.flatMap((counts) => counts.toSorted(compareFullness)[0] ?? []);
  const isWhole = nearest.length <= MOST_POSTS;
  const named = isWhole ? nearest : nearest.toSorted(compareFullness).slice(0, MOST_POSTS);
  const lines = named.map((count): RecordLine => {
    const title = `${count.file} #${count.post}`;
    const words = `${formatPath(count)}${formatCounted(count)} on ${PLATFORMS[count.platform].name}`;
    return { name: title, title, value: words };
  });
  const others = `${formatCount(posts.length - named.length, 'post')} further from the limits`;
  return isWhole ? lines : [...lines, { name: 'others', title: 'others', value: others }];
}

function formatPath({ path }: PostCount): string {
  return path.endsWith('.title') ? 'title ' : '';
}
