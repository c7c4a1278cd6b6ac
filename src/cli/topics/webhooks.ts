import { LIMITS } from '../../facts/limits.ts';
import { AUTOMATION_EVENTS, RETRIED_CLIENT_ERRORS, WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import type { Topic } from '../command.ts';
import { linedUp } from '../lined-up.ts';
import { longTime } from '../long-time.ts';
import { orList } from '../nearest.ts';

const { webhookAttempts, webhookLaterWaitsMs, webhookAnswerMs, webhookRetryEndMs, claimRetentionMs } = LIMITS;
const laterWaits = webhookLaterWaitsMs.map(longTime);

const HEADERS = [
  [WEBHOOK_HEADERS.signature, 'HMAC-SHA256 of the body, keyed with the secret; only where one is set'],
  [WEBHOOK_HEADERS.signedAt, "the body's timeStamp; only where a secret is set"],
  [WEBHOOK_HEADERS.attempt, '0 on the first send, one more on each that follows; it has no upper bound'],
  [WEBHOOK_HEADERS.deliveryId, 'another one on each attempt: no good for telling duplicates'],
] as const;

const STEPS = [
  'Read the raw bytes of the body, and keep them as they came.',
  'Check the signature over these bytes, in constant time, before parsing. How the digest is written is not documented: take hex and base64.',
  `Compare ${WEBHOOK_HEADERS.signedAt} with timeStamp in the body, since the header itself is not signed; refuse what is too old for you.`,
  'Claim hookId and the key below, in one transaction, and store the body in the same.',
  `Answer HTTP 200, within ${longTime(webhookAnswerMs)}. Only now do the work.`,
].map((text, at) => [`${at + 1}.`, text] as const);

const CLAIMS = [
  ['every delivery', 'hookId'],
  ...Object.entries(AUTOMATION_EVENTS).map(([type, { claim }]) => [type, claim] as const),
  ['messages', 'id and subAction; messageRead has no id'],
] as const;

const EVENTS = Object.entries(AUTOMATION_EVENTS).map(
  ([type, { sent }]) => [type, `sent when ${sent}`] as const,
);

export const topic: Topic = {
  summary: 'Automations: the events that are sent to a server of yours, and what it must do',
  text: (width) => `
A webhook is registered for one action (automations, messages, social, scheduled), for the Primary Profile or for a User
Profile. What happens to a User Profile goes to its own webhook of that action, else to the Primary Profile's webhook of
the same action, and never to another action's. The address is https and does not redirect. The secret belongs to the
profile: registering with a new one changes it for all webhooks of that profile.

A delivery is a POST with a JSON body, and these headers:

${linedUp(HEADERS, width)}

What your receiver does, in this order

${linedUp(STEPS, width)}

Deliveries come at least once. hookId is the same on every attempt of one delivery, but a repeated event is a new
delivery with a new hookId: claim both, for ${longTime(claimRetentionMs)} at least. A duplicate is answered with 200 too.

${linedUp(CLAIMS, width)}

The body is made anew for each attempt, with its timeStamp and the signature over it. Events of automations come in any
order, automation.completed before automation.triggered included; it is best effort, and the activity row is the truth.

${linedUp(EVENTS, width)}

Tried again: ${orList([...RETRIED_CLIENT_ERRORS, '5xx'].map(String))}, no answer in time, a lost connection. ${webhookAttempts.firstHour} attempts come within about an hour,
${webhookAttempts.later} more after waits of ${laterWaits.slice(0, -1).join(', ')} and ${laterWaits.at(-1)}: up to about ${longTime(webhookRetryEndMs)} after the event. Any other
4xx ends it at once. A delivery that was accepted by nobody is not a failure of the automation: its action is "sent"
when the delivery is queued.
`,
};
