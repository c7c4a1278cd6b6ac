import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import { ActivityRow } from '../endpoints/activity.ts';
import { ENGAGEMENTS, Engagement, type EngagementKind } from '../engagement.ts';
import { MessagePlatform } from '../platforms.ts';
import { Instant } from '../times.ts';
import { type ControlCall, PageMeta, PageQuery, RowCursor } from './call.ts';
import { DELIVERY_CONTROL } from './deliveries.ts';

const PROFILE = z.string().default('primary').describe('alias of the profile with the Instagram account');

// Object.keys loses the literal key types; the table is not empty.
const KINDS = Object.keys(ENGAGEMENTS) as [EngagementKind, ...EngagementKind[]];

/** Ours: the syntax of Instagram usernames. */
const Handle = z
  .string()
  .regex(/^[A-Za-z0-9._]{1,30}$/, 'must be 1 to 30 letters, digits, dots and underscores');

const Text = z.string().regex(/\S/, 'must not be blank').max(ASSUMED.engagementCharacters);

/** An engagement of a person with an Instagram account. */
export const NewEngagement = z.strictObject({
  kind: z.enum(KINDS),
  platform: MessagePlatform.default('instagram').describe('network of a dm; anything else is on Instagram'),
  profile: PROFILE,
  from: z
    .strictObject({ username: Handle })
    .optional()
    .describe('the person; an unknown name creates one; absent for an event that is reported again'),
  text: Text.optional().describe('text that the follower writes; not for a reaction'),
  emoji: Text.optional().describe('emoji of a reaction (default: a red heart)'),
  postId: z
    .string()
    .optional()
    .describe('post to comment on, by either id (default: the newest of the account)'),
  storyId: z.string().optional().describe('story of the event; a new id publishes one (default: the newest)'),
  commentId: z
    .string()
    .optional()
    .describe('report this existing comment again; or the id for a new comment'),
  eventId: z.string().optional().describe('report this existing event again; or the id for a new event'),
  like: z
    .string()
    .max(ASSUMED.engagementCharacters)
    .optional()
    .describe('event that it is made after, which is stored with it'),
  count: z
    .int()
    .min(1)
    .max(ASSUMED.engagementsAtOnce)
    .default(1)
    .describe('number of people who do it, named with a numeric suffix'),
  at: Instant.optional().describe('time of the event (default: now)'),
});

const ScheduledDispatch = z.object({
  id: z.string().describe('id of the activity row'),
  automationId: z.string(),
  name: z.string().describe('name of the automation'),
  triggerType: z.string(),
  keyword: z.string().nullable().describe('matched keyword as configured; null without one'),
  dueAt: z.string().describe('UTC, YYYY-MM-DDThh:mm:ssZ; nothing runs sooner'),
});

const SilentAutomation = z.object({
  automationId: z.string(),
  name: z.string(),
  reason: z.string().describe('why it does not react, in words for people'),
  relatedCode: z.int().optional().describe('the error of the service with the same fix'),
});

const EngagementOutcome = z.object({
  eventId: z.string(),
  username: z.string().nullable().describe('handle of the person'),
  duplicate: z.boolean().describe('the event was reported before, so nothing new follows'),
  dispatches: z
    .array(ScheduledDispatch)
    .describe('what follows from it, one for each automation that reacts'),
  unmatched: z.array(SilentAutomation).optional().describe('when none does: each automation of the account'),
});

const WaitingDispatch = z.object({
  id: z.string().describe('id of the row of its activity'),
  dueAt: z.string().describe('when it continues'),
  reason: z
    .enum(['jitter', 'pacing', 'retry', 'callback'])
    .describe(
      'the initial delay, the hourly pacing of DMs, a retry after an internal error, or its message callback',
    ),
});

/** The message callback for the text of a DM. */
const CallbackProgress = z.object({
  id: z.string().describe('id of the activity row'),
  actionId: z.string(),
  state: z.enum(['waiting', 'asking', 'answered']),
  at: z.string().nullable().describe('when it was asked; null when it was not'),
  ms: z.int().nullable().describe('how long that took, in milliseconds'),
  status: z.int().nullable().describe('HTTP status of the answer; null where none came'),
  error: z.string().nullable().describe('why its text is not used; null when it is'),
  allowedPrivate: z
    .boolean()
    .describe('it was sent to an address that only that run permitted: --allow-private'),
});

const EngagementOutcomes = z.object({ events: z.array(EngagementOutcome) });

const NewRead = NewEngagement.pick({ profile: true }).extend({
  platform: MessagePlatform.default('instagram').describe('network of the conversation'),
  from: z.strictObject({ username: Handle }).describe('the person, who reads what the account sent'),
});

export const MessagesRead = z.object({
  username: z.string(),
  conversationId: z.string(),
  messages: z.int().describe('messages of the account that the person can see'),
  hookId: z.string().nullable().describe('the `messageRead` event; null if no webhook is registered for it'),
});

const StoredEngagement = z.object({
  profile: z.string().nullable().describe('alias of the profile with the account; null if none'),
  engagement: Engagement,
  received: z.string().describe('when the network reported it'),
  like: z.string().nullable().describe('event that it was made after; null for none'),
  dispatches: z
    .array(ScheduledDispatch.pick({ id: true, automationId: true, name: true, dueAt: true }))
    .describe('dispatches of the event'),
});

/** How a person treats message requests from strangers. */
export const MessageRequests = z.enum(['open', 'silent', 'blocked']);
export type MessageRequests = z.infer<typeof MessageRequests>;

const InboxMessage = z.object({
  cursor: RowCursor,
  key: z.string().describe('<activity id>:<action id>'),
  profile: z.string().describe('alias of the profile that sent it'),
  to: z.object({ id: z.string(), username: z.string().nullable() }),
  text: z.string(),
  channel: z.enum(['dm', 'private_reply']),
  commentId: z.string().nullable().describe('comment of a private reply'),
  at: z.string(),
  dropped: z.boolean().describe('accepted but dropped silently: the person never sees it'),
});

const OutboxEmail = z.object({
  cursor: RowCursor,
  key: z.string().describe('<activity id>:<action id>'),
  profile: z.string(),
  to: z.string(),
  subject: z.string().nullable(),
  message: z.string(),
  at: z.string(),
});

const Maximum = z.int().min(0).nullable().optional();

/** Limits on DMs; null means not set, so that the default applies. */
export const DmLimits = z.object({
  waiting: z
    .array(
      z.object({
        profile: z.string(),
        dms: z.int().describe('DMs that count towards the day but are not sent yet'),
        next: z.string().nullable().describe('when pacing allows the first of them; null if not paced'),
      }),
    )
    .describe('of the profiles that have any'),
  perDay: z.int().describe('over all profiles; unless changed, the limit of the plan'),
  perDayOfProfile: z.int().describe('of one profile; unless changed, the same'),
  perMonth: z.int().nullable().describe('conversations of an account in a month; null for no limit'),
  perHour: z.int().describe('of an account; more wait'),
  sentToday: z
    .record(z.string(), z.int())
    .describe('DMs that count towards today and are not waiting, by profile alias'),
});
export type DmLimits = z.infer<typeof DmLimits>;

/** Control calls for engagement events and their results. @see {@link CONTROL} */
export const ENGINE_CONTROL = {
  engage: {
    method: 'POST',
    path: '/_sandbox/engagements',
    input: NewEngagement,
    answer: EngagementOutcomes,
  },
  readMessages: { method: 'POST', path: '/_sandbox/reads', input: NewRead, answer: MessagesRead },
  findActivity: {
    method: 'POST',
    path: '/_sandbox/activity',
    input: z.strictObject({
      ids: z.array(z.string()).describe('ids of activity rows, of any automation'),
    }),
    answer: z.object({
      activity: z.array(ActivityRow).describe('the existing rows'),
      waiting: z.array(WaitingDispatch).describe('unfinished rows and what each waits for'),
      callbacks: z.array(CallbackProgress).describe('their message callbacks'),
      names: z
        .record(z.string(), z.string())
        .describe('handles of the people by their ids, even if the network reveals only the id'),
      remaining: z.array(z.string()).describe('ids that did not fit into this answer'),
    }),
  },
  findEngagements: {
    method: 'POST',
    path: '/_sandbox/engagements/find',
    input: z.strictObject({
      eventId: z.string().optional().describe('id of the event; of a comment, its id'),
      username: z.string().optional().describe('engagements of this person, newest first'),
    }),
    answer: z.object({
      personId: z.string().nullable().describe('id of the person with that username; null for none'),
      engagements: z.array(StoredEngagement),
    }),
  },
  listInbox: {
    method: 'GET',
    path: '/_sandbox/inbox',
    input: PageQuery,
    answer: z.object({ messages: z.array(InboxMessage).describe('DMs received by people'), meta: PageMeta }),
  },
  listOutbox: {
    method: 'GET',
    path: '/_sandbox/outbox',
    input: PageQuery,
    answer: z.object({ emails: z.array(OutboxEmail).describe('emails that were queued'), meta: PageMeta }),
  },
  ...DELIVERY_CONTROL,
  setDmLimits: {
    method: 'PUT',
    path: '/_sandbox/dm-limits',
    input: z.strictObject({
      perDay: Maximum.describe('DMs per day over all profiles; null for the cap of the plan'),
      perDayOfProfile: Maximum.describe('DMs per day of each profile; null for the overall cap'),
      perMonth: Maximum.describe('conversations per account and calendar month; null for no limit'),
      perHour: z
        .int()
        .min(1)
        .nullable()
        .optional()
        .describe('DMs per account and hour; null for the default'),
    }),
    answer: DmLimits,
  },
  setPerson: {
    method: 'PUT',
    path: '/_sandbox/people',
    input: z.strictObject({
      username: Handle,
      messageRequests: MessageRequests.describe(
        'silent: messages from strangers are dropped silently; blocked: they are refused (491)',
      ),
    }),
    answer: z.object({
      person: z.object({ id: z.string(), username: z.string(), messageRequests: MessageRequests }),
    }),
  },
  deleteComment: {
    method: 'DELETE',
    path: '/_sandbox/comments',
    input: z.strictObject({
      commentId: z.string().describe('id of an Instagram comment to delete as its author'),
    }),
    answer: z.object({ deleted: z.string() }),
  },
} as const satisfies Record<string, ControlCall>;
