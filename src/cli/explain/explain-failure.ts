import type { ActionResult } from '../../facts/activity.ts';
import { SECOND_MS } from '../../facts/durations.ts';
import { ERRORS } from '../../facts/errors.ts';
import { LIMITS } from '../../facts/limits.ts';
import { detectPrivateReplyReason } from '../../rules/detect-private-reply-reason.ts';
import { readTimestamp } from '../../rules/read-timestamp.ts';
import { formatDuration } from '../format-duration.ts';
import { getOwnReason } from './explain-callback.ts';
import type { ExplainContext } from './explain-context.ts';
import type { FindingCause } from './explanation.ts';

/** Where a reason names its code: before a colon at its beginning, by the word, or as one that nothing else is. */
const CODE = /^(\d{3,4}):|\bcode (\d{3,4})\b|\b(49[0-5])\b/;

/** The code of the private replies that stands for four reasons. */
const SHARED = 491;

/** What to do about each reason that words give away. */
const CAUSES: readonly {
  readonly pattern: RegExp;
  cause(context: ExplainContext): Partial<FindingCause>;
}[] = [
  {
    pattern: /\bno webhook\b|\bwebhook\b.*\bnot registered\b/i,
    cause: ({ webhook, commands }) =>
      webhook === null
        ? {
            advice: 'register one; of this event nothing is delivered later',
            command: commands.change`hooks register automations <url>`,
          }
        : { advice: `one is registered since: ${webhook}; of this event nothing is delivered later` },
  },
  {
    pattern: /\boutcome unknown\b/i,
    cause: () => ({
      advice: 'look into the conversation: it is not sent again, since two DMs are worse than none',
    }),
  },
  {
    pattern: /\bmonthly\b.*\blimit\b/i,
    cause: ({ sandbox, commands }) => ({
      advice: 'whoever comments still gets a DM, and so does whoever got one this month',
      command: sandbox === null ? null : commands.sandbox`status`,
    }),
  },
  {
    pattern: /\bmessage is empty\b/i,
    cause: ({ id, commands }) => ({
      advice:
        'write something in its message beside placeholders: those that have no value stand for nothing',
      command: commands.service`automations get ${id}`,
    }),
  },
];

/** The code of the catalogue that a reason names; null for none. */
export function findCode(message: string): number | null {
  const [, first, named, own] = CODE.exec(message) ?? [];
  const code = Number(first ?? named ?? own);
  return ERRORS[code] === undefined ? null : code;
}

/**
 * Why an action failed: its code's meaning where it names one, else its own words.
 *
 * @see docs/service/engine.md#ENG-12 to #ENG-16
 */
export function explainFailure(result: ActionResult, context: ExplainContext): FindingCause {
  const message = getOwnReason(result);
  const code = findCode(message);
  if (code !== null) return { code, ...explainCode(code, message, { result, circumstances: context }) };
  const known = CAUSES.find(({ pattern }) => pattern.test(message))?.cause(context);
  return { reason: message === '' ? 'it was rejected, and nothing says why' : message, ...known };
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
      advice: `${cause.advice}; the sandbox was told to fail so, and does it again`,
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
  const once = `a comment gets one private reply, within ${LIMITS.privateReplyDays} days`;
  const text = reason === null ? message : `${SHARED}: ${reason}`;
  if (reason === null || !ANSWERED.test(reason)) {
    return { reason: text, advice: `${once}; nothing brings this DM to it later` };
  }
  const { commands } = failed.circumstances;
  return {
    reason: `${text}${describeCompetitor(failed)}`,
    advice: `${once}: of automations that listen for the same word, the first one has it`,
    command: commands.service`automations list`,
  };
}

/** The other automation that answered the comment, where the sandbox knows of it. */
function describeCompetitor({ result, circumstances: { sandbox } }: FailedAction): string {
  const rival = sandbox?.competingRows.find(({ row }) =>
    row.actionResults?.some(({ type, status }) => type === 'send_dm' && status === 'sent'),
  );
  if (rival === undefined) return '';
  const won = rival.row.actionResults?.find(({ type, status }) => type === 'send_dm' && status === 'sent');
  const [at, failedAt] = [readTimestamp(won?.completedAt).ms, readTimestamp(result.completedAt).ms];
  const ahead = at === null || failedAt === null ? 0 : Math.floor((failedAt - at) / SECOND_MS) * SECOND_MS;
  const when = ahead > 0 ? `, ${formatDuration(ahead)} earlier` : '';
  return `; "${rival.name}" (${rival.row.automationId}) did so${when}`;
}
