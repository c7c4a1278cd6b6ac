import * as fc from 'fast-check';
import type { Action } from '../../../src/service/actions.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { ALL_POSTS, STORIES, TEXT_URLS } from './promised.ts';

const KEYWORDS = ['price', 'INFO', 'café', 'price list'] as const;
export const EMOJI = ['❤️', '❤', '🔥', '👍🏽'] as const;
const POST_IDS = ALL_POSTS.flatMap(({ id, socialPostId }) => [id, socialPostId]);
const STORY_IDS = [...STORIES.primary, ...STORIES.acme];
/** The one that is empty when it is filled in is among them, and one that often is. */
const TEMPLATES = [
  'Here it is.',
  'Here it is.',
  'Hi {{recipient_username}}, {{sender_name}} (@{{sender_username}}) says so.',
  '{{matched_keyword}} on {{platform}} by {{trigger_type}} at {{comment_sent_at}}: "{{comment_text}}"',
  '{{recipient_name}}',
  '{{comment_text}}',
] as const;
/** Never open, over soon, over after an hour, and the longest; the default comes by leaving it out. */
const WINDOWS = [0, 1, 60, 525_600] as const;

/** One of some values; what is to occur more often is listed more often. */
export const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** One arbitrary among others, that comes so much more often than one of weight 1. */
export const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const type = <T extends string>(name: T) => ({ type: fc.constant(name) });

/** All more often than one of a number of ids. */
const target = (ids: readonly string[]) => fc.oneof(fc.constant('all'), fc.constant('all'), oneOf(ids));
const keywords = fc.array(oneOf(KEYWORDS), { minLength: 1, maxLength: 2 });
const storyId = target(STORY_IDS);

const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  often(3, fc.record({ ...type('comment_keyword'), postId: target(POST_IDS), keywords })),
  often(1, fc.record({ ...type('story_reply'), storyId }, { requiredKeys: ['type'] })),
  often(1, fc.record({ ...type('story_comment'), storyId, keywords }, { requiredKeys: ['type'] })),
  often(1, fc.record({ ...type('dm_reaction'), emoji: oneOf(EMOJI) }, { requiredKeys: ['type'] })),
  often(1, fc.record({ ...type('dm_keyword'), keywords })),
);

const template = oneOf(TEMPLATES);
const dedupWindowMinutes = oneOf(WINDOWS);

const sendDm = fc.record(
  {
    ...type('send_dm'),
    message: template,
    messageUrl: oneOf(TEXT_URLS),
    dedupWindowMinutes,
  },
  { requiredKeys: ['type', 'message'] },
);

const fireWebhook = fc.record(
  { ...type('fire_webhook'), sendCompletedEvent: oneOf([true, true, false]), dedupWindowMinutes },
  { requiredKeys: ['type'] },
);

const sendEmail = fc.record(
  {
    ...type('send_email'),
    to: fc.constant('desk@shop.example'),
    subject: fc.constant('New: {{matched_keyword}}'),
    message: template,
    dedupWindowMinutes,
  },
  { requiredKeys: ['type', 'to', 'message'] },
);

const action: fc.Arbitrary<Action> = fc.oneof(often(3, sendDm), often(1, fireWebhook), often(1, sendEmail));

/** Listens to all there is. */
const BROAD: readonly Trigger[] = [
  { type: 'comment_keyword', postId: 'all', keywords: ['price', 'info'] },
  { type: 'story_reply' },
  { type: 'story_comment' },
  { type: 'dm_reaction' },
  { type: 'dm_keyword', keywords: ['price', 'info'] },
];

/** The triggers of an automation. */
export const triggers: fc.Arbitrary<readonly Trigger[]> = fc.oneof(
  fc.array(trigger, { minLength: 1, maxLength: 3 }),
  fc.constant(BROAD),
);
/** Its actions. */
export const actions: fc.Arbitrary<readonly Action[]> = fc.array(action, { minLength: 1, maxLength: 3 });
