import * as fc from 'fast-check';
import type { Action } from '../../../src/service/actions.ts';
import type { EngagementKind } from '../../../src/service/engagement.ts';
import type { Trigger } from '../../../src/service/triggers.ts';
import { type AccountParts, type ModelCommand, PROFILES, type ProfileName, SECRETS } from './command.ts';
import { ALL_POSTS, STORIES, TEXT_URLS } from './expected.ts';
import { MOODS } from './outside.ts';

const KEYWORDS = ['price', 'INFO', 'café', 'price list'] as const;
const EMOJI = ['❤️', '❤', '🔥', '👍🏽'] as const;
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
const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
/** One arbitrary among others, that comes so much more often than one of weight 1. */
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
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
const triggers: fc.Arbitrary<readonly Trigger[]> = fc.oneof(
  fc.array(trigger, { minLength: 1, maxLength: 3 }),
  fc.constant(BROAD),
);
/** Its actions. */
const actions: fc.Arbitrary<readonly Action[]> = fc.array(action, { minLength: 1, maxLength: 3 });

/** Few of each, so that they meet: the same person and word again and again. */
const PEOPLE = ['mara', 'mara', 'mara', 'ben', 'ben', 'zoe', 'us', 'acme'] as const;
const TEXTS = [
  'price please',
  'the price list: info, café',
  'PRICE! and info',
  'the priceless info_desk',
  'overprice, xinfo',
  'café?',
  'cafe\u0301 price list',
  '{{recipient_id}} info',
  'hello',
] as const;
/** Mostly all of them. */
const LISTENING = [...Array<undefined>(18).fill(undefined), 'off', 'documented'] as const;
const KINDS = ['comment', 'comment', 'comment', 'dm', 'reaction', 'story_reply', 'story_comment'] as const;

const WEEK_S = 7 * 24 * 60 * 60;
const MONTH_S = 30 * 24 * 60 * 60;
/** Before the jitter is over, within it, after it; then the borders of windows, days and months. */
const PASSING_S = [
  5,
  10,
  19,
  30,
  41,
  60,
  60,
  60,
  120,
  300,
  3_540,
  3_600,
  21_600,
  43_200,
  57_600,
  86_400,
  WEEK_S,
  MONTH_S,
];
/** Within the jitter, after it, and with a comment that is just young enough for a private reply or too old. */
const LATE_S = [0, 0, 0, 0, 35, 120, WEEK_S, WEEK_S + 3_600];
/** An account is good more often than not, or little would be sent. */
const ACCOUNT_CHANGES: readonly Partial<AccountParts>[] = [
  { token: 'ok', messaging: 'on', page: 'selected' },
  { token: 'ok', messaging: 'on', page: 'selected' },
  { token: 'expired' },
  { token: 'revoked' },
  { messaging: 'off' },
  { page: 'none' },
];

const step = <D extends ModelCommand['do']>(name: D) => ({ do: fc.constant(name) });
const profile = oneOf([...PROFILES, ...Array<ProfileName>(3).fill('primary')]);
const which = fc.nat({ max: 20 });
const cap = fc.option(fc.integer({ min: 0, max: 4 }), { freq: 2 });

const create = fc.record({ ...step('create'), profile, triggers, actions });

const update = fc
  .record(
    { ...step('update'), which, triggers, actions, keep: fc.nat({ max: 2 }) },
    { requiredKeys: ['do', 'which', 'keep'] },
  )
  .filter((change) => change.triggers !== undefined || change.actions !== undefined);

const engage = fc.record({
  ...step('engage'),
  profile,
  kind: oneOf<EngagementKind>(KINDS),
  who: oneOf(PEOPLE),
  text: oneOf(TEXTS),
  emoji: oneOf(EMOJI),
  place: oneOf([0, 1] as const),
  lateSeconds: oneOf(LATE_S),
  listening: oneOf(LISTENING),
});

/** A receiver that is down for long is tried thirteen times: that takes long. */
const WEBHOOK_MOODS = ['shaky', 'shaky', ...MOODS] as const;
/** Without webhooks, there is little to look at. */
const secret = oneOf([undefined, ...SECRETS]);
const webhook = fc
  .record({
    ...step('webhook'),
    profile,
    registered: oneOf([true, true, true, false]),
    place: oneOf([0, 0, 1] as const),
    secret,
  })
  .map((command) => (command.registered ? command : { ...command, secret: undefined }));

/** A step; what is common in life is common here. */
const command: fc.Arbitrary<ModelCommand> = fc.oneof(
  often(24, engage),
  often(10, fc.record({ ...step('advance'), seconds: oneOf(PASSING_S) })),
  often(4, create),
  often(2, update),
  often(2, fc.record({ ...step('pause'), which })),
  often(2, fc.record({ ...step('resume'), which })),
  often(1, fc.record({ ...step('delete'), which })),
  often(1, fc.record({ ...step('fill'), profile, count: fc.integer({ min: 7, max: 10 }) })),
  often(1, fc.record({ ...step('resend'), which })),
  often(1, fc.record({ ...step('take back'), which })),
  often(
    1,
    fc.record({
      ...step('requests'),
      who: oneOf(PEOPLE),
      requests: oneOf(['open', 'silent', 'blocked'] as const),
    }),
  ),
  often(2, fc.record({ ...step('account'), profile, change: oneOf(ACCOUNT_CHANGES) })),
  often(1, fc.record({ ...step('plan'), plan: oneOf(['launch', 'enterprise'] as const) })),
  often(3, fc.record({ ...step('caps'), accountPerDay: cap, profilePerDay: cap, perMonth: cap })),
  often(2, webhook),
  often(1, fc.record({ ...step('secret'), profile, secret, isReadable: oneOf([true, true, false]) })),
  often(2, fc.record({ ...step('outside'), webhooks: oneOf(WEBHOOK_MOODS), texts: oneOf(MOODS) })),
  often(1, fc.record({ ...step('deliver again'), which })),
  often(1, fc.record({ ...step('network'), refuses: oneOf([null, null, 490, 492, 493, 494, 495] as const) })),
  often(1, fc.record(step('compare'))),
);

/**
 * Random scenarios. They begin with an automation, and most with a webhook: without them there is little to tell.
 *
 * @param maxSteps the length of the longest
 */
export function scenarios(maxSteps: number): fc.Arbitrary<readonly ModelCommand[]> {
  const steps = fc.array(command, { minLength: 1, maxLength: maxSteps - 2, size: 'max' });
  const recorded = fc.option(webhook, { freq: 3 });
  // Without bias, as that is towards short scenarios: few people meet in them.
  return fc
    .noBias(fc.tuple(create, recorded, steps))
    .map(([first, second, rest]) => [first, ...(second === null ? [] : [second]), ...rest]);
}
