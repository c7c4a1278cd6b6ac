import { checkPublicUrl } from '../../../domain/addresses/public-url.ts';
import { getHostPort } from '../../../domain/addresses/url-shape.ts';
import type { ActionResult } from '../../../service/endpoints/activity.ts';
import { LIMITS } from '../../../service/limits.ts';
import { buildAllowPrivateFlag } from '../../hooks/private-addresses.ts';
import { formatDuration } from '../../render/cell.ts';
import { formatRestartCommand } from '../../sandbox/blocked-deliveries.ts';
import { buildWords, type CommandText } from '../../shell/shell-command.ts';
import { flattenEntry } from '../automation-forms.ts';
import type { ExplainContext, FindingCause } from './explanation.ts';

/** Prefix of the callback's reason, after that of the DM if both failed. @see docs/service/engine.md#A-08 */
const MARK = /(?:;\s*)?\bcallback not used:\s*/;

/** The part of `errorDetails` about the action itself, without the callback's reason. */
export function getOwnReason({ status, messageSource, errorDetails }: ActionResult): string {
  const message = errorDetails ?? '';
  if (messageSource !== 'fallback') return message;
  const [own = ''] = message.split(MARK);
  return status === 'sent' ? '' : own;
}

/** Why the text of the callback was not used; empty if unknown. */
function getCallbackReason({ status, errorDetails }: ActionResult): string {
  const message = errorDetails ?? '';
  const [, ...reason] = message.split(MARK);
  return reason.length === 0 && status === 'sent' ? message : reason.join('');
}

/** The current URL and timeout of an action; null if unknown. */
interface CallbackTarget {
  readonly url: string | null;
  readonly timeoutMs: number;
  readonly circumstances: ExplainContext;
}

const { callbackAnswerBytes, callbackMessageCharacters: CHARACTERS, callbackTimeoutMs: TIMEOUT } = LIMITS;
const NOT_ITS_FAULT = 'the endpoint is not at fault';
const LEGIBLE = `it must respond with {"message": "..."}, a text of ${CHARACTERS.min} to ${CHARACTERS.max} characters, in at most ${callbackAnswerBytes} bytes`;

/** Advice by reason; the first match counts. */
const CAUSES: readonly { readonly pattern: RegExp; cause(target: CallbackTarget): Partial<FindingCause> }[] =
  [
    {
      pattern: /\binterrupted\b/i,
      cause: () => ({
        advice: `${NOT_ITS_FAULT}: the sandbox was stopped during the request, and a callback is only requested once`,
      }),
    },
    { pattern: /\b(?:internal error|fault) of the sandbox\b/i, cause: () => ({ advice: NOT_ITS_FAULT }) },
    {
      pattern: /\bbreaker\b/i,
      cause: (target) => ({
        advice: 'after a minute, one request is tried again; find out why the earlier ones failed',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bsecret\b/i,
      cause: ({ circumstances: { commands } }) => ({
        advice: `${NOT_ITS_FAULT}: callbacks are not sent without their signature; set the secret again`,
        command: commands.change`hooks register automations <url> --secret-file <file>`,
      }),
    },
    {
      pattern: /\baddress not allowed\b|\brefused\b.*\b(?:url|address)\b|\bprivate\b/i,
      cause: explainNotAllowed,
    },
    {
      pattern: /\btime(?:out\b|d out\b)|\btoo long\b|\btoo slow\b/i,
      cause: (target) => ({
        advice: `it must respond within ${formatDuration(target.timeoutMs)}; respond faster, or set timeoutMs (at most ${TIMEOUT.max})`,
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bredirect|\bstatus 3\d\d\b/i,
      cause: (target) => ({
        advice: 'redirects are not followed: messageUrl must be the final URL',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bstatus (?:401|403)\b/i,
      cause: (target) => ({
        advice: 'check that it uses the same secret, and the raw bytes of the body',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bstatus \d{3}\b/i,
      cause: (target) => ({ advice: 'see the log of the endpoint', command: buildCheckCommand(target) }),
    },
    {
      pattern: /\bcertificate\b|\btls\b|\bssl\b/i,
      cause: (target) => ({
        advice: 'it needs a certificate for its name from a public authority',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bname not found\b|\bconnection\b/i,
      cause: (target) => ({
        advice: 'check that it is running and reachable',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bjson\b|\bmessage\b|\blarger?\b|\bbody\b/i,
      cause: (target) => ({ advice: LEGIBLE, command: buildCheckCommand(target) }),
    },
  ];

/**
 * Explains why the fallback message was sent; null if it was not.
 *
 * @see docs/service/engine.md#ENG-16, #A-08
 * @see docs/service/callbacks.md#CBK-05, #CBK-07
 */
export function explainCallback(result: ActionResult, context: ExplainContext): FindingCause | null {
  if (result.messageSource !== 'fallback') return null;
  const reason = getCallbackReason(result);
  const target = findCallbackTarget(result, context);
  const cause = CAUSES.find(({ pattern }) => pattern.test(reason))?.cause(target);
  return {
    reason: `the callback returned no usable text: ${reason || NO_REASON}`,
    ...(cause ?? {
      advice: 'check the endpoint of messageUrl; there is only one request per DM',
      command: buildCheckCommand(target),
    }),
  };
}

const NO_REASON = 'no reason given';

function findCallbackTarget({ actionId }: ActionResult, context: ExplainContext): CallbackTarget {
  const action = context.automation?.actions.find(({ id }) => id === actionId);
  const { messageUrl, timeoutMs } = action === undefined ? {} : flattenEntry(action);
  return {
    url: typeof messageUrl === 'string' ? messageUrl : null,
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : TIMEOUT.default,
    circumstances: context,
  };
}

/** In the sandbox, a local address can only be reached by a run with --allow-private. @see docs/safety.md#S9 */
function explainNotAllowed(target: CallbackTarget): Partial<FindingCause> {
  const { url, circumstances } = target;
  if (circumstances.sandbox === null || !isParsed(url)) {
    return {
      advice: 'messageUrl must resolve only to public addresses, and use https',
      command: buildCheckCommand(target),
    };
  }
  const { isServed, allowed } = circumstances.sandbox;
  if (isServed) {
    const start = formatRestartCommand([...allowed, getHostPort(url)], { isRunning: false });
    return {
      advice: `the address is not public: to allow it, restart the sandbox with ${start}`,
      command: circumstances.commands.sandbox`stop`,
    };
  }
  return {
    advice: 'the address is not public: to allow it, use a run with --allow-private',
    command: circumstances.commands.sandbox`start ${buildAllowPrivateFlag(url)}`,
  };
}

/** The command that calls the endpoint as the service does. */
function buildCheckCommand({ url, timeoutMs, circumstances: { commands } }: CallbackTarget): CommandText {
  if (!isParsed(url)) return commands.local`callbacks check <url>`;
  const time = timeoutMs === TIMEOUT.default ? [] : buildWords`--timeout-ms ${timeoutMs}`;
  const allowed = checkPublicUrl(url) === null ? [] : buildAllowPrivateFlag(url);
  return commands.local`callbacks check ${url} ${time} ${allowed}`;
}

function isParsed(url: string | null): url is string {
  return url !== null && URL.canParse(url);
}
