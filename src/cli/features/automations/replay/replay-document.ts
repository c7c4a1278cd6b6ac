import * as z from 'zod';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { REPLAY_RESULTS } from './replay-person.ts';

const Sent = {
  type: z.string().nullable().describe('send_dm, fire_webhook or send_email; null if it is not recorded'),
  message: z.string().nullable().describe('null if it has none, or it is not known'),
};

/** An event that would be answered otherwise, or of which that is not known. */
export const ReplayedEvent = z.strictObject({
  eventId: z.string().describe("the network's id of the comment or event"),
  at: z.string().nullable(),
  event: z.string().describe('comment, story-reply, story-comment, reaction or dm'),
  person: z.string().nullable().describe('handle, or id'),
  text: z.string().nullable().describe('of the event; the emoji of a reaction'),
  result: z
    .enum(REPLAY_RESULTS)
    .describe(
      'added: got nothing and would; changed; dropped: got something and would not; unrecorded: would get this, and the past is not known; unsure: depends on what the record does not have',
    ),
  got: z.array(z.strictObject(Sent)).nullable().describe('what was sent; null if it is not recorded'),
  answeredBy: z.array(z.string()).describe('ids of the automations that fired'),
  would: z
    .array(z.strictObject({ automation: z.string(), type: z.string(), message: Sent.message }))
    .describe('what would be sent'),
});

export type ReplayedEvent = z.infer<typeof ReplayedEvent>;

const Count = z.int();

export const ReplayCounts = z.strictObject({
  events: Count,
  silent: Count.describe('nothing fired and nothing fires; they are among the same'),
  same: Count,
  added: Count,
  changed: Count,
  dropped: Count,
  unrecorded: Count,
  unsure: Count,
  peopleBefore: Count.describe('people who got something, as far as that is recorded'),
  peopleNow: Count.describe('people who would get something'),
  otherRows: Count.describe('rows of what no automation answers'),
  ofOtherProfiles: Count.describe('comments of other profiles'),
  profilesOfDeliveries: Count.describe(
    'profiles that deliveries name, by references that are not known here',
  ),
  cutLines: Count.describe(
    'lines that are not whole, since a run was killed or the power failed: they are missing',
  ),
});
export type ReplayCounts = z.infer<typeof ReplayCounts>;

export const ReplayDocument = z.strictObject({
  counts: ReplayCounts,
  automations: z
    .array(
      z.strictObject({
        source: z.string(),
        name: z.string(),
        events: Count.describe('events that it would answer'),
        people: Count,
      }),
    )
    .describe('those that are not paused'),
  events: z.array(ReplayedEvent).describe('all but the same, in the order of time'),
  meta: ListMeta,
});
export type ReplayDocument = z.infer<typeof ReplayDocument>;
