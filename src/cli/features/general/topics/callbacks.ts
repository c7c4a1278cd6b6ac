import { CALLBACK_REASONS } from '../../../../domain/callbacks/message-callback.ts';
import { ASSUMED } from '../../../../service/assumed.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { CALLBACK_FIELDS, WEBHOOK_HEADERS } from '../../../../service/webhooks.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const { callbackTimeoutMs, callbackAnswerBytes, callbackMessageCharacters } = LIMITS;
const bytes = callbackAnswerBytes.toLocaleString('en-US');
const characters = callbackMessageCharacters.max.toLocaleString('en-US');

/** Reasons of a fallback, as in `errorDetails` after "callback not used". */
const REASONS = [
  ['address', 'address not allowed: not public https, or its name resolves to a private address'],
  ['connection', 'name not found; connection refused; connection lost; certificate not valid'],
  ['time', 'timeout: the response was not complete in time'],
  ['status', 'status 404, or any other status except 2xx; redirects (3xx) are not followed'],
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
  ['not sent', `${CALLBACK_REASONS.openBreaker}; ${CALLBACK_REASONS.unreadableSecret}`],
  ['a crash', CALLBACK_REASONS.interrupted],
] as const;

export const topic: Topic = {
  summary: 'How a callback endpoint writes the text of a DM',
  text: (width) => `
A send_dm action with a messageUrl requests the text of its DM from this URL, once, right before sending. The URL must be
public and use https: private, loopback, link-local and metadata addresses are refused, and redirects are not followed.

The endpoint receives a POST request with a JSON body. Fields that the trigger does not fill are null. The fallback
message is not part of the request.

${formatRows(Object.entries(CALLBACK_FIELDS), width)}

It must respond with HTTP 200 and a JSON body of at most ${bytes} bytes, in which "message" is a text of ${callbackMessageCharacters.min} to ${characters}
characters. The text is sent unchanged: {{placeholders}} in it are not filled in.

  {"message": "Here is the link: https://example.com/info"}

The complete exchange, including the body, must finish within timeoutMs (default: ${formatDuration(callbackTimeoutMs.default)}, at most ${formatDuration(callbackTimeoutMs.max)}; a
larger value is refused with code 473).

Otherwise the message of the action is sent as a fallback. A callback is never retried. The activity row records which
text was sent (messageSource: template, callback or fallback), and the reason of a fallback in errorDetails:

${formatRows(REASONS, width)}

A circuit breaker opens after ${ASSUMED.breaker.failures} consecutive failures of an address (host and port, for one profile). It stays open for
${formatDuration(ASSUMED.breaker.openMs)}; then one callback probes the address, and closes the breaker if it succeeds. These two numbers are those of the
sandbox; the service documents none.

If a webhook secret is registered, the request is signed like a delivery, in ${WEBHOOK_HEADERS.signature} and
${WEBHOOK_HEADERS.signedAt}; see "crier help webhooks" for how to verify it.

To develop an endpoint, use "callbacks serve" as a local one, which can also respond late, too large or wrong. "callbacks
check" calls an endpoint like the service and reports what would be sent. The sandbox calls endpoints on this machine,
also over http, if it was started with --allow-private 127.0.0.1:8080.

  $ crier callbacks serve --port 8080 --message "Hi {{recipientUsername}}"
  $ crier callbacks serve --port 8080 --status 503
  $ crier errors show 473
`,
};
