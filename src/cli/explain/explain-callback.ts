import type { ActionResult } from '../../facts/activity.ts';
import { LIMITS } from '../../facts/limits.ts';
import { checkPublicUrl } from '../../rules/check-public-url.ts';
import { flattenEntry } from '../../rules/flatten-automation.ts';
import { getHostPort } from '../../rules/get-host-port.ts';
import { buildAllowPrivateFlag } from '../allow-private.ts';
import { formatRestartCommand } from '../blocked-deliveries.ts';
import { formatDuration } from '../format-duration.ts';
import { buildWords, type CommandText } from '../shell-command.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/**
 * Where the reason of the callback begins, behind that of the DM if it failed as well.
 *
 * @see docs/service/engine.md#A-08
 */
const MARK = /(?:;\s*)?\bcallback not used:\s*/;

/** What `errorDetails` says of an action itself, without why the text of its callback was not used. */
export function getOwnReason({ status, messageSource, errorDetails }: ActionResult): string {
  const message = errorDetails ?? '';
  if (messageSource !== 'fallback') return message;
  const [own = ''] = message.split(MARK);
  return status === 'sent' ? '' : own;
}

/** Why the text of the callback was not used; empty where nothing says it. */
function getCallbackReason({ status, errorDetails }: ActionResult): string {
  const message = errorDetails ?? '';
  const [, ...reason] = message.split(MARK);
  return reason.length === 0 && status === 'sent' ? message : reason.join('');
}

/** The address that an action has now, and its time; null where they are not known. */
interface CallbackTarget {
  readonly url: string | null;
  readonly timeoutMs: number;
  readonly circumstances: ExplainContext;
}

const { callbackAnswerBytes, callbackMessageCharacters: CHARACTERS, callbackTimeoutMs: TIMEOUT } = LIMITS;
const NOT_ITS_FAULT = 'nothing is wrong with the address';
const LEGIBLE = `it has to answer {"message": "..."}, a text of ${CHARACTERS.min} to ${CHARACTERS.max} characters, in at most ${callbackAnswerBytes} bytes`;

/** What to do about each reason that words give away: the first that fits. */
const CAUSES: readonly { readonly pattern: RegExp; cause(target: CallbackTarget): Partial<FindingCause> }[] =
  [
    {
      pattern: /\binterrupted\b/i,
      cause: () => ({ advice: `${NOT_ITS_FAULT}: who asked was ended meanwhile, and it is asked once` }),
    },
    { pattern: /\bfault of the sandbox\b/i, cause: () => ({ advice: NOT_ITS_FAULT }) },
    {
      pattern: /\bbreaker\b/i,
      cause: (target) => ({
        advice: 'it is asked again, once, when a minute is over; see to why it failed before',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bsecret\b/i,
      cause: ({ circumstances: { commands } }) => ({
        advice: `${NOT_ITS_FAULT}: nothing is asked without the signature that is promised; give the secret again`,
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
        advice: `it has ${formatDuration(target.timeoutMs)} for everything; answer sooner, or set timeoutMs: ${TIMEOUT.max} at most`,
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bredirect|\bstatus 3\d\d\b/i,
      cause: (target) => ({
        advice: 'no redirect is followed: messageUrl has to be the last address itself',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bstatus (?:401|403)\b/i,
      cause: (target) => ({
        advice: 'does it check the signature with the same secret, over the bytes as they come?',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bstatus \d{3}\b/i,
      cause: (target) => ({ advice: 'look at what the endpoint logged', command: buildCheckCommand(target) }),
    },
    {
      pattern: /\bcertificate\b|\btls\b|\bssl\b/i,
      cause: (target) => ({
        advice: 'its certificate has to hold for its name, signed by a public authority',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bname not found\b|\bconnection\b/i,
      cause: (target) => ({
        advice: 'is it running, and can others reach it?',
        command: buildCheckCommand(target),
      }),
    },
    {
      pattern: /\bjson\b|\bmessage\b|\blarger?\b|\bbody\b/i,
      cause: (target) => ({ advice: LEGIBLE, command: buildCheckCommand(target) }),
    },
  ];

/**
 * Why the template was sent though an action has a `messageUrl`; null when it was not.
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
    reason: `it gave no text that could be used: ${reason || NO_REASON}`,
    ...(cause ?? {
      advice: 'see to the address that is asked for the text; it has one chance each time',
      command: buildCheckCommand(target),
    }),
  };
}

const NO_REASON = 'nothing says why';

function findCallbackTarget({ actionId }: ActionResult, context: ExplainContext): CallbackTarget {
  const action = context.automation?.actions.find(({ id }) => id === actionId);
  const { messageUrl, timeoutMs } = action === undefined ? {} : flattenEntry(action);
  return {
    url: typeof messageUrl === 'string' ? messageUrl : null,
    timeoutMs: typeof timeoutMs === 'number' ? timeoutMs : TIMEOUT.default,
    circumstances: context,
  };
}

/**
 * In the sandbox one of this machine is reached by a run that may, and by no other.
 *
 * @see docs/safety.md#S9
 */
function explainNotAllowed(target: CallbackTarget): Partial<FindingCause> {
  const { url, circumstances } = target;
  if (circumstances.sandbox === null || !isParsed(url)) {
    return {
      advice: 'messageUrl has to lead to public addresses alone, by https',
      command: buildCheckCommand(target),
    };
  }
  const { isServed, allowed } = circumstances.sandbox;
  if (isServed) {
    const start = formatRestartCommand([...allowed, getHostPort(url)], { isRunning: false });
    return {
      advice: `it leads to what is not public: the sandbox goes there when it is started again with ${start}`,
      command: circumstances.commands.sandbox`stop`,
    };
  }
  return {
    advice: 'it leads to what is not public: the sandbox may go there in a run that is told so',
    command: circumstances.commands.sandbox`start ${buildAllowPrivateFlag(url)}`,
  };
}

/** The command that asks it as the service does. */
function buildCheckCommand({ url, timeoutMs, circumstances: { commands } }: CallbackTarget): CommandText {
  if (!isParsed(url)) return commands.local`callbacks check <url>`;
  const time = timeoutMs === TIMEOUT.default ? [] : buildWords`--timeout-ms ${timeoutMs}`;
  const allowed = checkPublicUrl(url) === null ? [] : buildAllowPrivateFlag(url);
  return commands.local`callbacks check ${url} ${time} ${allowed}`;
}

function isParsed(url: string | null): url is string {
  return url !== null && URL.canParse(url);
}
