import { isRecord } from '../../domain/json/loose-record.ts';
import { getNetworkPost } from '../../domain/posts/post-part.ts';
import { Platform } from '../../service/platforms.ts';
import {
  ALL_NETWORKS,
  OPTIONS_PLATFORM,
  type PostBody,
  type PostOptionsName,
} from '../../service/post-body.ts';
import type { Uses } from '../context/context.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';
import { isPortable, type ShownCommand, toFlagWords } from '../shell/shell-command.ts';
import type { FlagList } from '../wizard/equivalent.ts';
import type { PostOutcome } from './read-post-outcome.ts';

/** Longer commands are hard to copy from a terminal, so their text goes to a file. */
const LONGEST = 600;
const TEXT_FILE = 'post.txt';

/**
 * Builds the complete command of each post, for the same service and profile. A text that is too long, or that shells
 * interpret differently, goes to a file.
 */
export async function buildNewPostCommands(
  posts: readonly PostBody[],
  context: Uses<{ service: 'choiceInput' | 'choose'; io: 'programName' }>,
): Promise<readonly ShownCommand[]> {
  const printed = await createPrintedCommands(context);
  return posts.flatMap((post) => {
    const flags = toFlagWords(buildPostFlags(post));
    const line = printed.change`posts create ${flags}`;
    if (line.length <= LONGEST && isPortable(flags)) return [{ lead: LEAD, line }];
    const others = toFlagWords(buildPostFlags(post).filter((each) => !isTextFlag(each)));
    if (!isPortable(others)) return [];
    const withFile = printed.change`posts create ${others} --text-file ${TEXT_FILE}`;
    return [{ lead: `${LEAD}, with the text in ${TEXT_FILE}`, line: withFile }];
  });
}

const LEAD = 'to post where it failed';

/** A text of several lines has no flag of its own. */
function isTextFlag([flag, value = '']: FlagList[number]): boolean {
  return flag === '--text' || (flag === '--set' && value.startsWith('post='));
}

/** Builds the flags of `posts create` for a post, short ones where possible. */
export function buildPostFlags(post: PostBody): FlagList {
  return Object.entries(post).flatMap(([name, value]) =>
    value === undefined ? [] : (FLAGS.get(name)?.(post) ?? buildSetFlags(name, value)),
  );
}

/** Fields with their own flag; others use `--set`. Null if the flag cannot express the value. */
const FLAGS = new Map(
  Object.entries<(post: PostBody) => FlagList | null>({
    platforms: ({ platforms }) => [['--platform', platforms.join(',')]],
    post: ({ post }) => (isLine(post) ? [['--text', post]] : null),
    mediaUrls: ({ mediaUrls }) =>
      Array.isArray(mediaUrls) && mediaUrls.every(isLine) ? mediaUrls.map((url) => ['--media', url]) : null,
    scheduleDate: ({ scheduleDate = '' }) => [['--schedule', scheduleDate]],
    requiresApproval: ({ requiresApproval }) => (requiresApproval === true ? [['--approve-first']] : null),
    firstComment: ({ firstComment: { comment = '', ...more } = {} }) =>
      isLine(comment) && Object.keys(more).length === 0 ? [['--first-comment', comment]] : null,
    notes: ({ notes }) => (isLine(notes) ? [['--notes', notes]] : null),
    shortenLinks: ({ shortenLinks }) => (shortenLinks === true ? [['--shorten-links']] : null),
    disableComments: ({ disableComments }) => (disableComments === true ? [['--disable-comments']] : null),
  }),
);

function isLine(value: unknown): value is string {
  return typeof value === 'string' && !/[\n\r]/.test(value);
}

/** Sets a field with `--set`, or each member of an option object. */
function buildSetFlags(path: string, value: unknown): FlagList {
  const members = isRecord(value) ? Object.entries(value) : [];
  const isEach =
    path.endsWith('Options') && members.length > 0 && members.every(([name]) => /^\w+$/.test(name));
  if (isEach) return members.flatMap(([name, each]) => buildSetFlag(`${path}.${name}`, each));
  return buildSetFlag(path, value);
}

function buildSetFlag(path: string, value: unknown): FlagList {
  return [['--set', `${path}=${isPlain(value) ? value : JSON.stringify(value)}`]];
}

/** Whether a text would not be parsed as JSON. */
function isPlain(value: unknown): value is string {
  if (!isLine(value) || value.trim() !== value || value === '') return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}

/** Fields specific to the original post; the new post sets its own. */
const EXCLUDED_FIELDS: ReadonlySet<string> = new Set([
  'post',
  'platforms',
  'mediaUrls',
  'scheduleDate',
  'validateScheduled',
  'idempotencyKey',
]);

/**
 * Builds new posts for only the networks that failed: retrying the original post would publish it again on the
 * others. Networks with the same text and media share one post.
 *
 * @param body the original post
 * @returns an empty list if the failed networks are unknown
 * @see docs/service/general.md#HTTP-11
 */
export function buildRetryPosts(
  body: PostBody,
  outcome: Pick<PostOutcome, 'copies' | 'failures'>,
): readonly PostBody[] {
  const networks = listFailedNetworks(body, outcome);
  const parts = Map.groupBy(networks, (platform) => {
    const { text, mediaUrls } = getNetworkPost(body, platform);
    return JSON.stringify([text, mediaUrls]);
  });
  return [...parts.values()].map((platforms) => buildPost(body, platforms));
}

/** Returns the failed networks by name, or else the requested networks without a copy. */
function listFailedNetworks(
  { platforms }: PostBody,
  { copies, failures }: Pick<PostOutcome, 'copies' | 'failures'>,
): readonly Platform[] {
  const isOut = (platform: string) => copies.some((copy) => copy.platform === platform);
  const named = failures.flatMap(({ platform }) => {
    const known = Platform.safeParse(platform);
    return known.success && !isOut(known.data) ? [known.data] : [];
  });
  const isTold = failures.every(({ platform }) => platform !== null) || platforms.includes(ALL_NETWORKS);
  if (isTold) return [...new Set(named)];
  const asked = platforms.filter((platform) => platform !== ALL_NETWORKS);
  return copies.every(({ platform }) => platform !== null) ? asked.filter((each) => !isOut(each)) : [];
}

function buildPost(body: PostBody, platforms: readonly Platform[]): PostBody {
  const [platform] = platforms;
  const { text, mediaUrls } =
    platform === undefined ? { text: '', mediaUrls: [] } : getNetworkPost(body, platform);
  const others = Object.entries(body).filter(([name]) => {
    const owner = OPTIONS_PLATFORM[name as PostOptionsName]; // undefined for any other name
    return !EXCLUDED_FIELDS.has(name) && (owner === undefined || platforms.includes(owner));
  });
  return {
    post: text,
    platforms: [...platforms],
    ...(mediaUrls.length > 0 && { mediaUrls: [...mediaUrls] }),
    ...Object.fromEntries(others),
  };
}
