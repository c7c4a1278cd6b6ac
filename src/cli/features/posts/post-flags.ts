import * as z from 'zod';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { AudioId, ServicePostId } from '../../../service/ids.ts';
import { PLATFORMS, Platform } from '../../../service/platforms.ts';
import { ALL_NETWORKS } from '../../../service/post-body.ts';
import { HistoryQuery } from '../../../service/posts.ts';
import { suggestShellCure } from '../../framework/input/explain-pasted-words.ts';
import {
  createDurationSchema,
  defineFlag,
  defineSwitch,
  defineTextFlag,
  findChoice,
  findNetwork,
  groupFlags,
  toLetters,
} from '../../framework/input/flags/flags.ts';
import { createRefusal } from '../../framework/input/flags/schema-issues.ts';
import { IDS_FROM } from '../../framework/many/read-ids.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { findNearestName } from '../../framework/output/text/suggest-nearest.ts';

export const POST_TARGETS = [
  ...Platform.options.filter((platform) => PLATFORMS[platform].posts),
  ALL_NETWORKS,
];

const CONTENT_GROUP = 'Content flags';
export const SCHEDULE_GROUP = 'Schedule flags';

export const CONTENT_FLAGS = groupFlags(CONTENT_GROUP, {
  text: defineTextFlag('text of the post', {
    placeholder: 'text',
    mayBeEmpty: true,
    conflicts: ['textFile'],
  }),
  textFile: defineTextFlag('read the text from this UTF-8 file (`-` for standard input)', {
    placeholder: 'file',
  }),
  platform: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('network to post to, or several separated by commas; see "networks list"'),
    { placeholder: 'network', offers: 'networks' },
  ),
  media: defineFlag(
    z.array(z.string()).default([]).describe('image or video: a public https URL, or a file to upload'),
    { placeholder: 'url-or-file', offers: 'file' },
  ),
});

export const SCHEDULE_FLAGS = groupFlags(SCHEDULE_GROUP, {
  schedule: defineTextFlag('publish at "tomorrow 9:00", "friday 18:30", "in 2h" or a time (default: now)', {
    placeholder: 'time',
  }),
  timeZone: defineTextFlag('time zone of --schedule and of times in files (default: that of --tz)', {
    placeholder: 'zone',
    offers: 'zone',
  }),
  autoSchedule: defineTextFlag(
    'publish at the next free slot of this posting schedule; see "schedule list"',
    { placeholder: 'title', offers: 'schedule title', conflicts: ['schedule'] },
  ),
  repeat: defineFlag(
    z
      .int()
      .min(1)
      .max(10)
      .optional()
      .describe('publish it again this number of times, 1 to 10; needs --every'),
    { placeholder: 'n' },
  ),
  every: defineFlag(
    createDurationSchema()
      .refine((ms) => ms % DAY_MS === 0, 'must be whole days')
      .optional()
      .describe('time between repetitions, in days or weeks: at least 2d'),
    { placeholder: 'duration' },
  ),
  approveFirst: defineSwitch('hold the post until "posts approve <id>"'),
});

export const OPTION_FLAGS = groupFlags('Option flags', {
  options: defineTextFlag('read network options from this YAML or JSON file (`-` for standard input)', {
    placeholder: 'file',
  }),
  set: defineFlag(
    z.array(z.string()).default([]).describe('set a field of the post; the value gets the type of its field'),
    { placeholder: 'path=value' },
  ),
  audio: defineFlag(
    AudioId.optional().describe('track for an Instagram reel, by its id; see "audio search"'),
    { placeholder: 'id' },
  ),
  thread: defineSwitch('on X and Threads, publish each paragraph as a post of a thread'),
  threadNumbers: defineSwitch('end each post of a thread with its position, (2/5)'),
  firstComment: defineTextFlag('comment to add right after publishing', { placeholder: 'text' }),
  shortenLinks: defineSwitch('shorten links in the text'),
  autoHashtag: defineSwitch('add up to 2 hashtags to the text (or --set autoHashtag.max=5)'),
  disableComments: defineSwitch('disable comments (on Instagram, LinkedIn and TikTok)'),
  notes: defineTextFlag('private notes, kept with the post', { placeholder: 'text' }),
});

export const FILE_FLAGS = groupFlags(CONTENT_GROUP, {
  file: defineTextFlag('read posts from this YAML, JSON or csv file; flags override it (`-` for stdin)', {
    short: 'f',
    placeholder: 'file',
  }),
});

const { type, autoRepostId, startDate, endDate } = HistoryQuery.shape;

/** Filters of the service's history. */
export const HISTORY_FLAGS = {
  platforms: defineFlag(
    z.array(Platform).optional().describe('only posts to any of these networks, separated by commas'),
    { placeholder: 'a,b' },
  ),
  type: type.describe('only immediate or only scheduled posts'),
  autoRepostId: defineFlag(autoRepostId.describe('only posts of this repost plan, by its id'), {
    placeholder: 'id',
  }),
  startDate: defineFlag(startDate.describe('only posts since this day or time, instead of --last-days'), {
    placeholder: 'time',
  }),
  endDate: defineFlag(endDate.describe('only posts until this day or time'), { placeholder: 'time' }),
};

/** Sent posts of files that are remembered; of older ones only the service still refuses the keys. */
export const MOST_SENT_POSTS = 5_000;

/** Posts that are looked at and not sent: files as arguments, or one post as flags. */
export const GIVEN_POST_FLAGS = {
  files: defineFlag(
    z.array(z.string()).default([]).describe('files or folders of posts (`-` for standard input)'),
    { placeholder: 'file' },
  ),
  ...CONTENT_FLAGS,
  ...SCHEDULE_FLAGS,
  ...OPTION_FLAGS,
  ...FILE_FLAGS,
};

export type PostFlags = z.infer<
  z.ZodObject<typeof CONTENT_FLAGS & typeof SCHEDULE_FLAGS & typeof OPTION_FLAGS & typeof FILE_FLAGS>
>;

export const POST_IDS = {
  name: 'id',
  flag: defineFlag(
    z.array(ServicePostId).default([]).describe('Service Post IDs, as printed by `posts list`'),
    { offers: 'post id' },
  ),
};

export const SEVERAL_POSTS = { id: POST_IDS.flag, idsFrom: IDS_FROM };

/** Of commands that approve posts; new for each, because a flag is in one group only. */
export const createSkipCheck = () =>
  defineSwitch('approve even if the check of the stored post finds errors');

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
  const asks = suggestShellCure([name]) || (meant === null ? '' : `did you mean "${meant}"? `);
  throw createRefusal(`--platform cannot be "${maskLikelySecret(name)}"`, {
    code: 101,
    advice: `${asks}use ${joinWithOr(NAMES)}`,
  });
}

/** Suggests the network that was most likely meant; null if none is near. */
export function suggestNetwork(name: string): string | null {
  const bare = toLetters(name);
  const synonym = Platform.options.find((each) => PLATFORMS[each].synonyms?.includes(bare));
  return findNetwork(name) ?? synonym ?? findNearestName(bare, NAMES);
}
