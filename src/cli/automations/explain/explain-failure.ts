import { detectPrivateReplyReason } from '../../../domain/requests/read-answer.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { SECOND_MS } from '../../../service/durations.ts';
import type { ActionResult } from '../../../service/endpoints/activity.ts';
import { ERRORS } from '../../../service/errors.ts';
import { LIMITS } from '../../../service/limits.ts';
import { formatDuration } from '../../render/cell.ts';
import { getOwnReason } from './explain-callback.ts';
import type { ExplainContext, FindingCause } from './explanation.ts';

/**
 * Where a reason contains its error code: at the start before a colon, after `code`, or as a number that can be nothing
 * else.
 */
const CODE = /^(\d{3,4}):|\bcode (\d{3,4})\b|\b(49[0-5])\b/;

/** The code of private replies that has four reasons. */
const SHARED = 491;

/** Advice by reason. */
const CAUSES: readonly {
  readonly pattern: RegExp;
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
    cause: () => ({
      advice: 'check the conversation: the DM is not sent again, to avoid sending it twice',
    }),
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
  if (code !== null) return { code, ...explainCode(code, message, { result, circumstances: context }) };
  const known = CAUSES.find(({ pattern }) => pattern.test(message))?.cause(context);
  return { reason: message === '' ? 'it was rejected, and no reason was given' : message, ...known };
}

interface FailedAction {
  readonly result: ActionResult;
  readonly circumstances: ExplainContext;
}

function explainCode(code: number, message: string, failed: FailedAction): FindingCause {
  const { commands, sandbox } = failed.circumstances;
  const fact = ERRORS[code];
  const cause =
    code === SHARED
      ? explainSharedCode(message, failed)
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
function explainSharedCode(message: string, failed: FailedAction): FindingCause {
  const reason = detectPrivateReplyReason(message);
  const once = `a comment can have one private reply, within ${LIMITS.privateReplyDays} days`;
  const text = reason === null ? message : `${SHARED}: ${reason}`;
  if (reason === null || !ANSWERED.test(reason)) {
    return { reason: text, advice: `${once}; this DM will not be sent` };
  }
  const { commands } = failed.circumstances;
  return {
    reason: `${text}${describeCompetitor(failed)}`,
    advice: `${once}: if several automations match the same keyword, only the first one replies`,
    command: commands.service`automations list`,
  };
}

/** The other automation that replied to the comment, if the sandbox knows it. */
function describeCompetitor({ result, circumstances: { sandbox } }: FailedAction): string {
  const rival = sandbox?.competingRows.find(({ row }) =>
    row.actionResults?.some(({ type, status }) => type === 'send_dm' && status === 'sent'),
  );
  if (rival === undefined) return '';
  const won = rival.row.actionResults?.find(({ type, status }) => type === 'send_dm' && status === 'sent');
  const [at, failedAt] = [readTimestamp(won?.completedAt).ms, readTimestamp(result.completedAt).ms];
  const ahead = at === null || failedAt === null ? 0 : Math.floor((failedAt - at) / SECOND_MS) * SECOND_MS;
  const when = ahead > 0 ? `, ${formatDuration(ahead)} earlier` : '';
  return `: "${rival.name}" (${rival.row.automationId}) did${when}`;
}
