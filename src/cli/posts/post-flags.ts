import * as z from 'zod';
import { getField, isRecord } from '../../domain/json/loose-record.ts';
import { joinWithOr } from '../../domain/text/lists-and-counts.ts';
import { AudioId, ServicePostId } from '../../service/ids.ts';
import { PLATFORMS, Platform } from '../../service/platforms.ts';
import { ALL_NETWORKS, POST_OPTIONS, PostBody } from '../../service/post-body.ts';
import type { Uses } from '../context/context.ts';
import { IDS_FROM } from '../several/read-ids.ts';
import { findChoice, findNetwork, toLetters } from '../shell/choices.ts';
import { defineFlag, groupFlags } from '../shell/flags/flags.ts';
import { findField } from '../shell/flags/schema-path.ts';
import { maskLikelySecret } from '../shell/likely-secrets.ts';
import { createPrintedCommands } from '../shell/printed-commands.ts';
import { createRefusal } from '../shell/schema-issues.ts';
import { isPortable, type ShownCommand, toFlagWords } from '../shell/shell-command.ts';
import { findNearestName } from '../shell/suggest-nearest.ts';
import type { FlagList } from '../wizard/equivalent.ts';

/** What --platform accepts. */
export const POST_TARGETS = [
  ...Platform.options.filter((platform) => PLATFORMS[platform].posts),
  ALL_NETWORKS,
];

/** Headings in help. */
const CONTENT_GROUP = 'Content flags';
export const SCHEDULE_GROUP = 'Schedule flags';

/** Text, networks and media of a post. */
export const CONTENT_FLAGS = groupFlags(CONTENT_GROUP, {
  text: defineFlag(z.string().optional().describe('text of the post'), {
    placeholder: 'text',
    mayBeEmpty: true,
    conflicts: ['textFile'],
  }),
  textFile: defineFlag(
    z.string().optional().describe('read the text from this UTF-8 file (`-` for standard input)'),
    { placeholder: 'file' },
  ),
  platform: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('network to post to, or several separated by commas; see "networks list"'),
    { placeholder: 'network', offers: 'networks' },
  ),
  media: defineFlag(z.array(z.string()).default([]).describe('public https URL of an image or video'), {
    placeholder: 'url',
  }),
});

/** When it is published. */
export const SCHEDULE_FLAGS = groupFlags(SCHEDULE_GROUP, {
  schedule: defineFlag(
    z
      .string()
      .optional()
      .describe('publish at "tomorrow 9:00", "friday 18:30", "in 2h" or a time (default: now)'),
    { placeholder: 'time' },
  ),
  timeZone: defineFlag(
    z.string().optional().describe('time zone of --schedule and of times in files (default: that of --tz)'),
    { placeholder: 'zone', offers: 'zone' },
  ),
  approveFirst: z.boolean().default(false).describe('hold the post until "posts update <id> --approve"'),
});

/** Further fields. */
export const OPTION_FLAGS = groupFlags('Option flags', {
  options: defineFlag(
    z
      .string()
      .optional()
      .describe('read network options from this YAML or JSON file (`-` for standard input)'),
    { placeholder: 'file' },
  ),
  set: defineFlag(
    z.array(z.string()).default([]).describe('set a field of the post; the value gets the type of its field'),
    { placeholder: 'path=value' },
  ),
  audio: defineFlag(
    AudioId.optional().describe('track for an Instagram reel, by its id; see "audio search"'),
    { placeholder: 'id' },
  ),
  firstComment: defineFlag(z.string().optional().describe('comment to add right after publishing'), {
    placeholder: 'text',
  }),
  shortenLinks: z.boolean().default(false).describe('shorten links in the text'),
  disableComments: z
    .boolean()
    .default(false)
    .describe('disable comments (on Instagram, LinkedIn and TikTok)'),
  notes: defineFlag(z.string().optional().describe('private notes, kept with the post'), {
    placeholder: 'text',
  }),
});

/** The file of a post. */
export const FILE_FLAGS = groupFlags(CONTENT_GROUP, {
  file: defineFlag(
    z
      .string()
      .optional()
      .describe('read posts from this YAML, JSON or csv file; flags override it (`-` for stdin)'),
    { short: 'f', placeholder: 'file' },
  ),
});

/** Sent posts of files that are remembered; of older ones only the service still refuses the keys. */
export const MOST_SENT_POSTS = 5_000;

/** A post as flags. */
export type PostFlags = z.infer<
  z.ZodObject<typeof CONTENT_FLAGS & typeof SCHEDULE_FLAGS & typeof OPTION_FLAGS & typeof FILE_FLAGS>
>;

/** Ids of posts, as arguments or in a file. */
export const SEVERAL_POSTS = {
  id: defineFlag(
    z.array(ServicePostId).default([]).describe('Service Post IDs, as printed by `posts list`'),
    { offers: 'post id' },
  ),
  idsFrom: IDS_FROM,
};

const NAMES: readonly string[] = [...Platform.options, ALL_NETWORKS];

/**
 * Parses `--platform`, repeated or separated by commas, without duplicates.
 *
 * @throws CrierError of kind usage for an unknown name, with a suggestion
 */
export function parseNetworks(values: readonly string[]): readonly string[] {
  const names = values.flatMap((value) => value.split(',').map((name) => name.trim()));
  return [...new Set(names.map((name) => findChoice(name, NAMES) ?? refuseNetwork(name)))];
}

function refuseNetwork(name: string): never {
  if (name === '') {
    throw createRefusal('--platform has an extra comma', { code: 101, advice: 'write instagram,tiktok' });
  }
  const meant = suggestNetwork(name);
  const asks = meant === null ? '' : `did you mean "${meant}"? `;
  throw createRefusal(`--platform cannot be "${maskLikelySecret(name)}"`, {
    code: 101,
    advice: `${asks}use ${joinWithOr(NAMES)}`,
  });
}

/** Other names of networks, which are suggested and not accepted: some could mean another one. */
const NETWORK_SYNONYMS: Readonly<Record<string, Platform>> = {
  tweet: 'twitter',
  insta: 'instagram',
  ig: 'instagram',
  fb: 'facebook',
  meta: 'facebook',
  google: 'gmb',
  gbp: 'gmb',
  yt: 'youtube',
  bsky: 'bluesky',
  li: 'linkedin',
  tt: 'tiktok',
};

/** Suggests the network that was most likely meant; null if none is near. */
export function suggestNetwork(name: string): string | null {
  const bare = toLetters(name);
  const synonym = Object.hasOwn(NETWORK_SYNONYMS, bare) ? NETWORK_SYNONYMS[bare] : undefined;
  return findNetwork(name) ?? synonym ?? findNearestName(bare, NAMES);
}

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
    // only a file can have a field that is not known
    if (!Object.keys(post).every((name) => Object.hasOwn(PostBody.shape, name))) return [];
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
    instagramOptions: buildInstagramFlags,
  }),
);

/** A track without volumes has a flag. */
function buildInstagramFlags({ instagramOptions = {}, platforms }: PostBody): FlagList | null {
  const { audioConfiguration = {}, ...others } = instagramOptions;
  const { audioId, ...volumes } = audioConfiguration;
  const isSent = platforms.some((name) => name === 'instagram' || name === ALL_NETWORKS);
  if (!isLine(audioId) || Object.keys(volumes).length > 0 || !isSent) return null;
  const rest = Object.keys(others).length === 0 ? [] : buildSetFlags('instagramOptions', others);
  return [['--audio', audioId], ...rest];
}

function isLine(value: unknown): value is string {
  return typeof value === 'string' && !/[\n\r]/.test(value);
}

/** Sets a field with `--set`, or each member of an option object if all are known. */
function buildSetFlags(path: string, value: unknown): FlagList {
  const members = isRecord(value) ? Object.entries(value) : [];
  const options = getField(POST_OPTIONS, path);
  const isEach = members.length > 0 && members.every(([name]) => isOption(options, name));
  if (isEach) return members.flatMap(([name, each]) => buildSetFlag(`${path}.${name}`, each));
  return buildSetFlag(path, value);
}

/** Whether `--set` accepts the name: options without known members accept all. */
function isOption(options: unknown, name: string): boolean {
  if (!(options instanceof z.ZodOptional) || !/^\w+$/.test(name)) return false;
  return 'field' in findField(options as z.ZodType, [name]); // options of a post are schemas
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
