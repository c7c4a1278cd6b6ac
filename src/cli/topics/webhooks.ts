import { ASSUMED } from '../../facts/assumed.ts';
import { DAY_MS } from '../../facts/durations.ts';
import { LIMITS } from '../../facts/limits.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../facts/webhook-events.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_ACTIONS, WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import type { Topic } from '../command.ts';
import { formatDuration } from '../format-duration.ts';
import { formatRows } from '../format-rows.ts';
import { NODE_CODE, PYTHON_CODE } from '../hooks/verify-code.ts';
import { joinWithOr } from '../suggest-nearest.ts';

const { webhookAttempts, webhookLaterWaitsMs, webhookAnswerMs, webhookRetryEndMs, claimRetentionMs } = LIMITS;
const { webhookFirstWaitsMs, secretGraceMs, receiverClaimMs, maxClockSkewMs } = ASSUMED;

const HEADERS = [
  [WEBHOOK_HEADERS.signature, 'HMAC-SHA256 of the body, keyed with the secret; only where one is set'],
  [
    WEBHOOK_HEADERS.signatureV2,
    `the same with the new secret, for ${formatDuration(secretGraceMs)} after a change; the other one has the old secret so long`,
  ],
  [WEBHOOK_HEADERS.signedAt, "the body's timeStamp; only where a secret is set"],
  [WEBHOOK_HEADERS.attempt, '0 on the first send, one more on each that follows; it has no upper bound'],
  [WEBHOOK_HEADERS.deliveryId, 'another one on each attempt: no good for telling duplicates'],
] as const;

const STEPS = [
  'Read the raw bytes of the body, and keep them as they came.',
  'Check the signature over these bytes, in constant time, before parsing. How the digest is written is not documented: take hex and base64.',
  `Compare ${WEBHOOK_HEADERS.signedAt} with timeStamp in the body, since the header itself is not signed; refuse what is older than you keep claims, and what is far ahead.`,
  'Claim hookId and the key below, in one transaction, and store the body in the same.',
  `Answer HTTP 200, within ${formatDuration(webhookAnswerMs)}. Only now do the work.`,
].map((text, at) => [`${at + 1}.`, text] as const);

const KINDS = Object.entries<WebhookEvent>(WEBHOOK_EVENTS);

const CLAIMS = [
  ['every delivery', 'hookId'],
  ...KINDS.flatMap(([name, { claim }]) => (claim === undefined ? [] : [[name, claim] as const])),
  ['messages', 'id and subAction; messageRead has no id'],
] as const;

const EVENTS = KINDS.filter(([, { action }]) => action === 'automations').map(
  ([name, { sent }]) => [name, `sent when ${sent}`] as const,
);

/** When each attempt comes, counted from the failure before it. */
const SCHEDULE = [
  ['1', 'at once'],
  [`2 to ${webhookAttempts.firstHour}`, `after ${formatWaits(webhookFirstWaitsMs)}`],
  [
    `${webhookAttempts.firstHour + 1} to ${webhookAttempts.firstHour + webhookAttempts.later}`,
    `after ${formatWaits(webhookLaterWaitsMs)}`,
  ],
] as const;

const TRIED_OUT = [
  ['hooks register', 'says where deliveries go; hooks history says what became of them'],
  ['sandbox start', 'delivers; --allow-private 127.0.0.1:8080 lets it reach a receiver here, by http'],
  [
    'sandbox trigger',
    'makes up an event; sandbox redeliver attempts one again; clock advance passes the hours',
  ],
  ['hooks send', 'sends a signed delivery by itself: one that is forged, old or repeated, too'],
  ['hooks verify', 'says why a signature does not hold; hooks sign makes one'],
] as const;

export const topic: Topic = {
  summary: 'Automations: the events that are sent to a server of yours, and what it must do',
  text: (width) => `
A webhook is registered for one action (${Object.keys(WEBHOOK_ACTIONS).join(', ')}), for the Primary Profile or for a User
Profile. What happens to a User Profile goes to its own webhook of that action, else to the Primary Profile's webhook of
the same action, and never to another action's. The address is public and https, and does not redirect. The secret
belongs to the profile: registering with a new one changes it for all webhooks of that profile.

A delivery is a POST with a JSON body, and these headers:

${formatRows(HEADERS, width)}

What your receiver does, in this order

${formatRows(STEPS, width)}

Deliveries come at least once. hookId is the same on every attempt of one delivery, but a repeated event is a new
delivery with a new hookId: claim both, for ${formatDuration(claimRetentionMs)} at least. A duplicate is answered with 200 too.

${formatRows(CLAIMS, width)}

The body is made anew for each attempt, with its timeStamp and the signature over it. Events of automations come in any
order, automation.completed before automation.triggered included; it is best effort, and the activity row is the truth.

${formatRows(EVENTS, width)}

Attempts, each so long after the failure before it

${formatRows(SCHEDULE, width)}

The last comes within about ${formatDuration(webhookRetryEndMs)} of the event. Of the first hour the service says only that
it has ${webhookAttempts.firstHour}; the waits are those of the sandbox. Tried again: ${joinWithOr([...RETRIED_CLIENT_ERRORS, '5xx'].map(String))}, no answer in time, a lost
connection, a name that does not resolve or resolves to a private address, anything else that is not 200. Any other
4xx is final, and so is a URL with a private address in it. A delivery that was accepted by nobody is not a failure of
the automation: its action is "sent" when it is queued. In the sandbox, what waits when its webhook is taken away ends
there, and what waits when it moves goes to the new address.

To try it all out

${formatRows(TRIED_OUT, width)}

  $ crier hooks list --sandbox
  $ crier hooks history --sandbox

Checking a delivery in Node.js. It has to get the bytes as they came: a body that was parsed and written again is another
one. "hooks verify" takes what is up to ${formatDays(receiverClaimMs)} old and ${formatDuration(maxClockSkewMs)} ahead, as this does; the sandbox dates by its own clock,
which may have been moved.

${NODE_CODE}

In Python

${PYTHON_CODE}
`,
};

/** Waits as a sentence has them. */
function formatWaits(waitsMs: readonly number[]): string {
  const texts = waitsMs.map(formatDuration);
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

function formatDays(ms: number): string {
  return `${ms / DAY_MS} days`;
}
