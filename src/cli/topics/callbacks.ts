import { CALLBACK_FIELDS } from '../../facts/callback.ts';
import { LIMITS } from '../../facts/limits.ts';
import { WEBHOOK_HEADERS } from '../../facts/webhooks.ts';
import type { Topic } from '../command.ts';
import { linedUp } from '../lined-up.ts';
import { longTime } from '../long-time.ts';

const { callbackTimeoutMs, callbackAnswerBytes, callbackMessageCharacters } = LIMITS;
const bytes = callbackAnswerBytes.toLocaleString('en-US');
const characters = callbackMessageCharacters.max.toLocaleString('en-US');

export const topic: Topic = {
  summary: 'Automations: let a server of yours write the text of a direct message',
  text: (width) => `
A send_dm action with a messageUrl asks that address for its text, once, just before it sends. The address is public and
https: private, loopback, link-local and metadata addresses are refused, and redirects are not followed.

It gets a POST with a JSON body. Fields that the trigger does not fill are null; the template message is never sent.

${linedUp(Object.entries(CALLBACK_FIELDS), width)}

It answers HTTP 200 with a JSON body of at most ${bytes} bytes that holds "message", a text of ${callbackMessageCharacters.min} to ${characters}
characters. The text is sent as it stands: {{placeholders}} in it are not filled.

  {"message": "Here is the link: https://example.com/info"}

The whole exchange, the reading of the body included, has to be done in timeoutMs: ${longTime(callbackTimeoutMs.default)} unless the action says
otherwise, ${longTime(callbackTimeoutMs.max)} at most. More is refused with code 473.

When the answer is late, not 2xx, not JSON, too large or without a message, when the address is refused, or when it has
failed again and again, the template message of the action is sent instead. The address is never asked twice for one DM.
The activity row says which text it was (messageSource: template, callback or fallback), and why in errorDetails.

With a webhook secret registered, the request is signed as deliveries are, in ${WEBHOOK_HEADERS.signature} and
${WEBHOOK_HEADERS.signedAt}: "crier help webhooks" tells how to check it.

  $ crier errors show 473
`,
};
