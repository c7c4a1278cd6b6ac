import { joinWithAnd, joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { DAY_MS, SECOND_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../../service/webhook-events.ts';
import { RETRIED_CLIENT_ERRORS, WEBHOOK_ACTIONS, WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const { webhookAttempts, webhookLaterWaitsMs, webhookAnswerMs, webhookRetryEndMs, claimRetentionMs } = LIMITS;
const { webhookFirstWaitsMs, secretGraceMs, receiverClaimMs, maxClockSkewMs } = ASSUMED;

const { signature, signatureV2, signedAt } = WEBHOOK_HEADERS;

const HEADERS = [
  [WEBHOOK_HEADERS.signature, 'HMAC-SHA256 of the body, keyed with the secret; only if one is set'],
  [
    WEBHOOK_HEADERS.signatureV2,
    `the same with the new secret for ${formatDuration(secretGraceMs)} after a change, while the first uses the old one`,
  ],
  [WEBHOOK_HEADERS.signedAt, 'the timeStamp of the body; only if a secret is set'],
  [WEBHOOK_HEADERS.attempt, 'attempt number: 0 for the first, without an upper bound'],
  [WEBHOOK_HEADERS.deliveryId, 'new for each attempt; cannot be used to detect duplicates'],
] as const;

const STEPS = [
  'Read the raw bytes of the body and keep them unchanged.',
  'Verify the signature of these bytes in constant time, before parsing. The encoding of the digest is not documented: accept hex and base64.',
  `Compare ${WEBHOOK_HEADERS.signedAt} with timeStamp in the body, because the header is not signed. Refuse deliveries that are older than your claims or far in the future.`,
  'Claim hookId and the key listed below, and store the body, in one transaction.',
  `Respond with HTTP 200 within ${formatDuration(webhookAnswerMs)}. Process the event only after that.`,
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

/** The wait before each attempt, counted from the previous failure. */
const SCHEDULE = [
  ['1', 'at once'],
  [`2 to ${webhookAttempts.firstHour}`, `after ${formatWaits(webhookFirstWaitsMs)}`],
  [
    `${webhookAttempts.firstHour + 1} to ${webhookAttempts.firstHour + webhookAttempts.later}`,
    `after ${formatWaits(webhookLaterWaitsMs)}`,
  ],
] as const;

const TOOLS = [
  ['hooks register', 'registers a receiver; hooks history lists deliveries and results'],
  ['sandbox start', 'sends deliveries; --allow-private 127.0.0.1:8080 permits a local receiver over http'],
  ['sandbox trigger', 'sends a sample event; sandbox redeliver repeats one; clock advance skips the waits'],
  ['hooks send', 'sends a signed delivery directly, also a forged, old or duplicate one'],
  ['hooks conform', 'checks a receiver against all of these rules'],
  ['hooks verify', 'explains why a signature is wrong; hooks sign creates one'],
] as const;

export const topic: Topic = {
  summary: 'Webhook events, signatures, retries and receivers',
  text: (width) => `
A webhook is registered for one action of the Primary Profile or a User Profile. Actions: ${Object.keys(WEBHOOK_ACTIONS).join(', ')}.
An event of a User Profile is delivered to the profile's own webhook of the action, or else to that of the Primary Profile,
never to the webhook of another action. The URL must be public, use https and not redirect. The secret belongs to the
profile: registering a webhook with a new secret changes it for all webhooks of the profile.

A delivery is a POST request with a JSON body and these headers:

${formatRows(HEADERS, width)}

A receiver must do the following, in this order

${formatRows(STEPS, width)}

Deliveries arrive at least once. All attempts of a delivery have the same hookId, but a repeated event is a new delivery
with a new hookId. Therefore claim both keys, for at least ${formatDuration(claimRetentionMs)}, and answer duplicates with 200 too.

${formatRows(CLAIMS, width)}

The body is created again for each attempt, with a new timeStamp and signature. Events of automations arrive in any order,
even automation.completed before automation.triggered. They are best effort; the activity row is authoritative.

${formatRows(EVENTS, width)}

Attempts, with the wait after the previous failure

${formatRows(SCHEDULE, width)}

The last attempt is made within about ${formatDuration(webhookRetryEndMs)} of the event. For the first hour the service documents only the number of attempts,
${webhookAttempts.firstHour}; these waits are those of the sandbox. Retried are: ${joinWithOr([...RETRIED_CLIENT_ERRORS, '5xx'].map(String))}, a timeout, a lost connection, a name that
does not resolve or resolves to a private address, and any other response except 200 and 4xx. Any other 4xx is final, and
so is a URL with a private address. A failed delivery is not a failure of the automation: its action is "sent" once the
delivery is queued. In the sandbox, removing a webhook ends its waiting deliveries, and changing its URL redirects them.

Tools for testing

${formatRows(TOOLS, width)}

  $ crier hooks list --sandbox
  $ crier hooks history --sandbox

To get all of this in your own server, import { createReceiver } from 'crier-cli/receiver'.

Verifying a delivery in Node.js. Use the raw bytes of the body: parsed and serialized JSON has another signature. Like
"hooks verify", this accepts deliveries that are up to ${formatDays(receiverClaimMs)} old or ${formatDuration(maxClockSkewMs)} in the future. The sandbox uses its
own clock, which may differ from real time.

${NODE_CODE}

In Python

${PYTHON_CODE}
`,
};

/** `5 seconds, 15 seconds and 45 seconds` */
function formatWaits(waitsMs: readonly number[]): string {
  return joinWithAnd(waitsMs.map(formatDuration));
}

function formatDays(ms: number): string {
  return `${ms / DAY_MS} days`;
}

const OLDEST_S = ASSUMED.receiverClaimMs / SECOND_MS;
const AHEAD_S = ASSUMED.maxClockSkewMs / SECOND_MS;

const second = signatureV2.slice(signature.length);

/** Code for receivers: at most 60 columns, indented by two, as on a help page. */
export const NODE_CODE = `
  const crypto = require('node:crypto');

  const HEADER = '${signature.toLowerCase()}';

  // body: the raw bytes; headers: those of node's request
  function isGenuine(body, headers, secret) {
    const hmac = crypto.createHmac('sha256', secret);
    const good = hmac.update(body).digest();
    const fits = [HEADER, \`\${HEADER}${second.toLowerCase()}\`].some((name) => {
      const text = headers[name] ?? '';
      const isHex = /^[0-9a-f]{64}$/i.test(text);
      const form = isHex ? 'hex' : 'base64';
      const sent = Buffer.from(text, form);
      if (sent.length !== good.length) return false;
      return crypto.timingSafeEqual(sent, good);
    });
    if (!fits) return false;
    const { timeStamp } = JSON.parse(body);
    const header = headers['${signedAt.toLowerCase()}'];
    if (header !== String(timeStamp)) return false;
    const age = Date.now() / ${SECOND_MS} - timeStamp;
    return age > -${AHEAD_S} && age < ${OLDEST_S};
  }
`.slice(1, -1);

/** The same for Python. */
export const PYTHON_CODE = `
  import base64, hashlib, hmac, json, time

  HEADER = "${signature}"

  # body: the raw bytes; headers: names in any case
  def is_genuine(body, headers, secret):
      key = secret.encode()
      good = hmac.new(key, body, hashlib.sha256).digest()
      forms = [good.hex().encode(),
               base64.b64encode(good),
               base64.urlsafe_b64encode(good).rstrip(b"=")]
      sent = [headers.get(name, "").encode()
              for name in (HEADER, HEADER + "${second}")]
      if not any(hmac.compare_digest(form, each)
                 for form in forms for each in sent):
          return False
      stamp = json.loads(body)["timeStamp"]
      header = headers.get("${signedAt}")
      age = time.time() - stamp
      return header == str(stamp) and -${AHEAD_S} < age < ${OLDEST_S}
`.slice(1, -1);
