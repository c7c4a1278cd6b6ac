import { checkPublicUrl } from '../../../../domain/addresses/public-url.ts';
import { getHostPort } from '../../../../domain/addresses/url-shape.ts';
import { flattenEntry } from '../../../../domain/automations/flatten-automation.ts';
import { detectPrivateReplyReason } from '../../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { SECOND_MS } from '../../../../service/durations.ts';
import type { ActionResult } from '../../../../service/endpoints/activity.ts';
import { ERRORS } from '../../../../service/errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { formatDuration } from '../../../framework/output/cell.ts';
import { buildWords, type CommandText } from '../../../framework/output/text/shell-command.ts';
import { formatRestartCommand } from '../../webhooks/blocked-deliveries.ts';
import { buildAllowPrivateFlag } from '../../webhooks/private-addresses.ts';
import type { ExplainContext, FindingCause } from './explanation.ts';

/**
 * Where a reason contains its error code: at the start before a colon, after `code`, or as a number that can be nothing
 * else.
 */
const CODE = /^(\d{3,4}):|\bcode (\d{3,4})\b|\b(49[0-5])\b/;

/** The code of private replies that has four reasons. */
const SHARED = 491;

const FAILURE_CAUSES: readonly {
  pattern: RegExp;
  cause(context: ExplainContext): Partial<FindingCause>;
}[] = [
  {
    pattern: /\bno webhook\b|\bwebhook\b.*\bnot registered\b/i,
    cause: ({ webhook, commands }) =>
      webhook === null
        ? {
            advice: 'register one; this event will not be delivered',
            command: commands.change`hooks register automations <url>`,
          }
        : { advice: `one is registered now: ${webhook}; this event will not be delivered` },
  },
  {
    pattern: /\boutcome unknown\b/i,
    cause: () => ({ advice: 'check the conversation: the DM is not sent again, to avoid sending it twice' }),
  },
  {
    pattern: /\bmonthly\b.*\blimit\b/i,
    cause: ({ sandbox, commands }) => ({
      advice: 'people who comment, or who received a DM this month, still receive DMs',
      command: sandbox === null ? null : commands.sandbox`status`,
    }),
  },
  {
    pattern: /\bmessage is empty\b/i,
    cause: ({ id, commands }) => ({
      advice: 'add text beside the placeholders of its message: those without a value are empty',
      command: commands.service`automations get ${id}`,
    }),
  },
];

/** The error code in a reason; null if there is none. */
export function findCode(message: string): number | null {
  const [, first, named, own] = CODE.exec(message) ?? [];
  const code = Number(first ?? named ?? own);
  return ERRORS[code] === undefined ? null : code;
}

/**
 * Explains why an action failed: the meaning of its error code, or its own text.
 *
 * @see docs/service/engine.md#ENG-12 to #ENG-16
 */
export function explainFailure(result: ActionResult, context: ExplainContext): FindingCause {
  const message = getOwnReason(result);
  const code = findCode(message);
  if (code !== null) return { code, ...explainCode(code, message, result, context) };
  const known = FAILURE_CAUSES.find(({ pattern }) => pattern.test(message))?.cause(context);
  return { reason: message === '' ? 'it was rejected, and no reason was given' : message, ...known };
}

function explainCode(
  code: number,
  message: string,
  result: ActionResult,
  context: ExplainContext,
): FindingCause {
  const { commands, sandbox } = context;
  const fact = ERRORS[code];
  const cause =
    code === SHARED
      ? explainSharedCode(message, result, context)
      : { reason: `${code}: ${fact?.meaning ?? message}`, advice: fact?.advice ?? null };
  if (sandbox?.faults.some((fault) => fault.code === code)) {
    return {
      ...cause,
      advice: `${cause.advice}; this fault is injected in the sandbox, and will occur again`,
      command: commands.sandbox`fault clear`,
    };
  }
  const isLink = fact?.class === 'auth' && sandbox === null;
  return isLink ? { ...cause, command: commands.service`user` } : cause;
}

const ANSWERED = /\balready\b/;

/** @see docs/service/errors.md#private-reply-errors */
function explainSharedCode(message: string, result: ActionResult, context: ExplainContext): FindingCause {
  const reason = detectPrivateReplyReason(message);
  const once = `a comment can have one private reply, within ${LIMITS.privateReplyDays} days`;
  const text = reason === null ? message : `${SHARED}: ${reason}`;
  if (reason === null || !ANSWERED.test(reason)) {
    return { reason: text, advice: `${once}; this DM will not be sent` };
  }
  return {
    reason: `${text}${describeCompetitor(result, context)}`,
    advice: `${once}: if several automations match the same keyword, only the first one replies`,
    command: context.commands.service`automations list`,
  };
}

/** The other automation that replied to the comment, if the sandbox knows it. */
function describeCompetitor(result: ActionResult, { sandbox }: ExplainContext): string {
  const isSent = ({ type, status }: ActionResult) => type === 'send_dm' && status === 'sent';
  const rival = sandbox?.competingRows.find(({ row }) => row.actionResults?.some(isSent));
  if (rival === undefined) return '';
  const won = rival.row.actionResults?.find(isSent);
  const [at, failedAt] = [readTimestamp(won?.completedAt).ms, readTimestamp(result.completedAt).ms];
  const ahead = at === null || failedAt === null ? 0 : Math.floor((failedAt - at) / SECOND_MS) * SECOND_MS;
  const when = ahead > 0 ? `, ${formatDuration(ahead)} earlier` : '';
  return `: "${rival.name}" (${rival.row.automationId}) did${when}`;
}

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
  url: string | null;
  timeoutMs: number;
  circumstances: ExplainContext;
}

const { callbackAnswerBytes, callbackMessageCharacters: CHARACTERS, callbackTimeoutMs: TIMEOUT } = LIMITS;
const NOT_ITS_FAULT = 'the endpoint is not at fault';
const LEGIBLE = `it must respond with {"message": "..."}, a text of ${CHARACTERS.min} to ${CHARACTERS.max} characters, in at most ${callbackAnswerBytes} bytes`;

/** Advice by reason; the first match counts. */
const CALLBACK_CAUSES: readonly {
  pattern: RegExp;
  cause(target: CallbackTarget): Partial<FindingCause>;
}[] = [
  {
    pattern: /\binterrupted\b/i,
    cause: () => ({
      advice: `${NOT_ITS_FAULT}: the sandbox was stopped during the request, and a callback is only requested once`,
    }),
  },
  { pattern: /\b(?:internal error|fault) of the sandbox\b/i, cause: () => ({ advice: NOT_ITS_FAULT }) },
  {
    pattern: /\bbreaker\b/i,
    cause: adviseCheck('after a minute, one request is tried again; find out why the earlier ones failed'),
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
    cause: adviseCheck('redirects are not followed: messageUrl must be the final URL'),
  },
  {
    pattern: /\bstatus (?:401|403)\b/i,
    cause: adviseCheck('check that it uses the same secret, and the raw bytes of the body'),
  },
  { pattern: /\bstatus \d{3}\b/i, cause: adviseCheck('see the log of the endpoint') },
  {
    pattern: /\bcertificate\b|\btls\b|\bssl\b/i,
    cause: adviseCheck('it needs a certificate for its name from a public authority'),
  },
  {
    pattern: /\bname not found\b|\bconnection\b/i,
    cause: adviseCheck('check that it is running and reachable'),
  },
  { pattern: /\bjson\b|\bmessage\b|\blarger?\b|\bbody\b/i, cause: adviseCheck(LEGIBLE) },
];

function adviseCheck(advice: string): (target: CallbackTarget) => Partial<FindingCause> {
  return (target) => ({ advice, command: buildCheckCommand(target) });
}

/**
 * Explains why the fallback message was sent; null if it was not.
 *
 * @see docs/service/engine.md#ENG-16, #A-08
 * @see docs/service/callbacks.md#CBK-05, #CBK-07
 */
export function explainCallback(result: ActionResult, context: ExplainContext): FindingCause | null {
  if (result.messageSource !== 'fallback') return null;
  const reason = getCallbackReason(result);
  const { cause = adviseCheck('check the endpoint of messageUrl; there is only one request per DM') } =
    CALLBACK_CAUSES.find(({ pattern }) => pattern.test(reason)) ?? {};
  return {
    reason: `the callback returned no usable text: ${reason || 'no reason given'}`,
    ...cause(findCallbackTarget(result, context)),
  };
}

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
    return adviseCheck('messageUrl must resolve only to public addresses, and use https')(target);
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
