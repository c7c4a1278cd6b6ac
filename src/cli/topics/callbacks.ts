import { ASSUMED } from '../../facts/assumed.ts';
import { CALLBACK_FIELDS } from '../../facts/callback.ts';
import { LIMITS } from '../../facts/limits.ts';
import { WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import { CALLBACK_REASONS } from '../../rules/judge-callback.ts';
import type { Topic } from '../command.ts';
import { formatDuration } from '../format-duration.ts';
import { formatRows } from '../format-rows.ts';

const { callbackTimeoutMs, callbackAnswerBytes, callbackMessageCharacters } = LIMITS;
const bytes = callbackAnswerBytes.toLocaleString('en-US');
const characters = callbackMessageCharacters.max.toLocaleString('en-US');

/** Why the template is sent, as `errorDetails` says it behind "callback not used". */
const REASONS = [
  ['address', 'address not allowed: it is not public https, or its name leads to what is not public'],
  ['connection', 'name not found; connection refused; connection lost; certificate not valid'],
  ['time', 'timeout: the answer was not whole in time'],
  ['status', 'status 404, or any other but 2xx; of 3xx also that a redirect is not followed'],
  [
    'answer',
    [
      CALLBACK_REASONS.tooLarge,
      CALLBACK_REASONS.notJson,
      CALLBACK_REASONS.noMessage,
      CALLBACK_REASONS.wrongLength,
      CALLBACK_REASONS.brokenText,
    ].join('; '),
  ],
  ['not asked', `${CALLBACK_REASONS.openBreaker}; ${CALLBACK_REASONS.unreadableSecret}`],
  ['a crash', CALLBACK_REASONS.interrupted],
] as const;

export const topic: Topic = {
  summary: 'Automations: let a server of yours write the text of a direct message',
  text: (width) => `
A send_dm action with a messageUrl asks that address for its text, once, just before it sends. The address is public and
https: private, loopback, link-local and metadata addresses are refused, and redirects are not followed.

It gets a POST with a JSON body. Fields that the trigger does not fill are null; the template message is never sent.

${formatRows(Object.entries(CALLBACK_FIELDS), width)}

It answers HTTP 200 with a JSON body of at most ${bytes} bytes that holds "message", a text of ${callbackMessageCharacters.min} to ${characters}
characters. The text is sent as it stands: {{placeholders}} in it are not filled.

  {"message": "Here is the link: https://example.com/info"}

The whole exchange, the reading of the body included, has to be done in timeoutMs: ${formatDuration(callbackTimeoutMs.default)} unless the action says
otherwise, ${formatDuration(callbackTimeoutMs.max)} at most. More is refused with code 473.

Where that does not come about, the template message of the action is sent instead. The address is never asked twice for
one DM. The activity row says which text it was (messageSource: template, callback or fallback), and why in errorDetails:

${formatRows(REASONS, width)}

After ${ASSUMED.breaker.failures} failures in a row, an address (host and port, for one profile) is not asked for ${formatDuration(ASSUMED.breaker.openMs)}; then one callback tries
it, and when that goes well, all are asked again. These two numbers are the sandbox's: the service names none.

With a webhook secret registered, the request is signed as deliveries are, in ${WEBHOOK_HEADERS.signature} and
${WEBHOOK_HEADERS.signedAt}: "crier help webhooks" tells how to check it.

"callbacks serve" answers on this machine while you write an endpoint of your own, also late, large or wrong. "callbacks
check" asks an address as the service would, and says what would become of it. The sandbox reaches an endpoint on this
machine when it is started with --allow-private 127.0.0.1:8080, and by http then, too.

  $ crier callbacks serve --port 8080 --message "Hi {{recipientUsername}}"
  $ crier callbacks serve --port 8080 --status 503
  $ crier errors show 473
`,
};
