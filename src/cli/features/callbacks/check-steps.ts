import * as z from 'zod';
import { checkPublicUrl, isAllowed, type PrivateAllowlist } from '../../../domain/addresses/public-url.ts';
import { CALLBACK_REASONS, judgeCallback } from '../../../domain/callbacks/message-callback.ts';
import type { OutboundAnswer, OutboundFault } from '../../../outbound/outbound.ts';
import { LIMITS } from '../../../service/limits.ts';
import { formatDuration } from '../../framework/output/cell.ts';
import { type CheckFinding, CheckRow } from '../../framework/output/check-list.ts';
import { advisePrivateAddress } from '../webhooks/private-addresses.ts';

export interface CallbackProbe {
  url: string;
  timeoutMs: number;
  answer: OutboundAnswer;
  /** The secrets that signed it, as of `describeSecrets`; null if unsigned. */
  signedBy: string | null;
  /** Private addresses that this run may reach. */
  allowed: PrivateAllowlist;
}

interface CheckStep {
  check: string;
  /** Null if it is met. */
  findFailure(checked: CallbackProbe): CheckFinding | null;
  /** Message if it is met. */
  describePass(checked: CallbackProbe): string;
  /** It is met in this run, but may not be for the service. */
  findWarning?(checked: CallbackProbe): CheckFinding | null;
  /** It does not apply. */
  findSkip?(checked: CallbackProbe): CheckFinding | null;
}

const { callbackAnswerBytes, callbackMessageCharacters, callbackTimeoutMs } = LIMITS;
const BYTES = callbackAnswerBytes.toLocaleString('en-US');
const CHARACTERS = callbackMessageCharacters.max.toLocaleString('en-US');

/**
 * All requirements in the order in which the service checks them; the first failure is its reason.
 *
 * @see docs/service/callbacks.md#endpoint-rules, #request, #CBK-02 to #CBK-06, #CBK-08
 * @see docs/service/readings.md#U-08, #U-09
 */
const STEPS: readonly CheckStep[] = [
  {
    check: 'address',
    findFailure: ({ url, answer, allowed }) =>
      isPrivateUrl(url) && !isAllowed(url, allowed)
        ? matchFault(answer, 'address not allowed', {
            found: `it ${checkPublicUrl(url)}`,
            advice: advisePrivateAddress(url, 'an endpoint', allowed),
          })
        : null,
    describePass: () => 'public and https, as far as the URL shows',
    findWarning: ({ url }) => (isPrivateUrl(url) ? ONLY_HERE : null),
  },
  {
    check: 'name',
    findFailure: ({ url, answer, allowed }) =>
      matchFault(answer, 'address not allowed', {
        found: isAllowed(url, allowed)
          ? 'it resolves to a link-local or metadata address'
          : 'at least one of its addresses is not public',
        advice: advisePrivateAddress(url, 'an endpoint', allowed),
      }) ??
      matchFault(answer, 'name not found', {
        found: 'it does not resolve',
        advice: 'check the spelling of the host name',
      }),
    describePass: ({ answer: { byAllowance } }) =>
      byAllowance ? 'it resolves' : 'it resolves only to public addresses',
    findWarning: ({ url, answer }) => (answer.byAllowance && !isPrivateUrl(url) ? ONLY_HERE : null),
  },
  {
    check: 'connection',
    findFailure: ({ answer }) =>
      matchFault(answer, 'connection refused', {
        found: 'it was refused',
        advice: 'check that the endpoint is running, and that the firewall allows connections',
      }) ?? matchFault(answer, 'connection lost', { found: 'it was lost before a response', advice: LOGS }),
    describePass: () => 'it was accepted',
  },
  {
    check: 'TLS',
    findFailure: ({ answer }) =>
      matchFault(answer, 'certificate not valid', {
        found: 'the certificate is not valid for this name, or TLS is older than 1.2',
        advice: 'use a certificate of a public authority, and send the whole chain',
      }),
    describePass: () => 'the certificate is valid',
    findWarning: ({ url }) => (/^http:/i.test(url) ? { found: 'none: this is http', advice: null } : null),
  },
  {
    check: 'signature',
    findFailure: () => null,
    describePass: ({ signedBy }) => `sent, signed with ${signedBy}`,
    findSkip: ({ signedBy }) =>
      signedBy === null ? { found: 'not sent: no secret is set', advice: null } : null,
  },
  {
    check: 'redirect',
    findFailure: ({ answer: { status } }) =>
      isRedirect(status)
        ? { found: `${status}: redirects are not followed`, advice: 'use the final URL' }
        : null,
    describePass: () => 'none',
  },
  {
    check: 'status',
    findFailure: ({ answer: { status, fault }, signedBy }) => {
      if (status === null) return fault === 'answer not readable' ? NO_HTTP : null;
      return isSuccess(status) ? null : { found: String(status), advice: adviseOnStatus(status, signedBy) };
    },
    describePass: ({ answer: { status } }) => String(status),
    findWarning: ({ answer: { status } }) =>
      status === 200 ? null : { found: `${status}: accepted, but should be 200`, advice: null },
  },
  {
    check: 'time',
    findFailure: ({ answer: { fault }, timeoutMs }) =>
      fault === 'timeout' || fault === 'interrupted'
        ? {
            found: `the response was not complete within ${formatDuration(timeoutMs)}`,
            advice: `respond faster, or set timeoutMs of the action (at most ${callbackTimeoutMs.max})`,
          }
        : null,
    describePass: ({ answer: { ms }, timeoutMs }) => `${ms} of ${timeoutMs} ms`,
  },
  {
    check: 'size',
    findFailure: (checked) =>
      matchReason(checked, [CALLBACK_REASONS.tooLarge], 'respond with only the message') ??
      matchReason(checked, ['connection lost', 'answer not readable'], LOGS),
    describePass: ({ answer: { body } }) =>
      `${(body?.length ?? 0).toLocaleString('en-US')} of ${BYTES} bytes`,
  },
  {
    check: 'JSON',
    findFailure: (checked) => matchReason(checked, [CALLBACK_REASONS.notJson], 'respond with JSON in UTF-8'),
    describePass: () => 'valid',
  },
  {
    check: 'message',
    findFailure: (checked) =>
      matchReason(
        checked,
        [CALLBACK_REASONS.noMessage, CALLBACK_REASONS.wrongLength, CALLBACK_REASONS.brokenText],
        `respond with {"message": "..."}, a text of ${callbackMessageCharacters.min} to ${CHARACTERS} characters`,
      ),
    describePass: ({ answer }) => {
      const verdict = judgeCallback(answer);
      return `${'message' in verdict ? [...verdict.message].length : 0} of ${CHARACTERS} characters`;
    },
  },
];

/** Builds a row for each check; those after the first failure are skipped. */
export function buildCheckRows(checked: CallbackProbe): readonly CheckRow[] {
  const rows: CheckRow[] = [];
  for (const step of STEPS) {
    const isOver = rows.some(({ status }) => status === 'fail');
    rows.push(isOver ? toSkippedRow(step) : toCheckRow(step, checked));
  }
  return rows;
}

function toCheckRow(step: CheckStep, checked: CallbackProbe): CheckRow {
  const { check } = step;
  if (isUnknown(step, checked)) return { check, status: 'skipped', found: 'unknown', advice: null };
  const [stops, skips, warns] = [
    step.findFailure(checked),
    step.findSkip?.(checked),
    step.findWarning?.(checked),
  ];
  if (stops !== null) return { check, status: 'fail', ...stops };
  if (skips) return { check, status: 'skipped', ...skips };
  if (warns) return { check, status: 'warn', ...warns };
  return { check, status: 'ok', found: step.describePass(checked), advice: null };
}

function toSkippedRow({ check }: CheckStep): CheckRow {
  return { check, status: 'skipped', found: 'not checked', advice: null };
}

/** After a timeout without a response, it is unknown how far the request came. */
const BEFORE_AN_ANSWER = ['name', 'connection', 'TLS', 'signature', 'redirect', 'status'];

function isUnknown({ check }: CheckStep, { answer }: CallbackProbe): boolean {
  const { status } = answer;
  const isOutOfTime = answer.fault === 'timeout' || answer.fault === 'interrupted';
  return status === null && isOutOfTime && BEFORE_AN_ANSWER.includes(check);
}

const LOGS = 'see the log of the endpoint';
const ONLY_HERE: CheckFinding = {
  found: 'this run may reach the address, but the service may not',
  advice: null,
};
const NO_HTTP: CheckFinding = { found: 'the response is not valid HTTP', advice: LOGS };

/** Whether the URL itself shows that the service would not call it. */
function isPrivateUrl(url: string): boolean {
  return checkPublicUrl(url) !== null;
}

/** Matches a fault that occurred before there was a response. */
function matchFault(
  { fault, status }: OutboundAnswer,
  which: OutboundFault,
  finding: CheckFinding,
): CheckFinding | null {
  return fault === which && status === null ? finding : null;
}

function matchReason(
  { answer }: CallbackProbe,
  reasons: readonly string[],
  advice: string,
): CheckFinding | null {
  const verdict = judgeCallback(answer);
  return 'reason' in verdict && reasons.includes(verdict.reason) ? { found: verdict.reason, advice } : null;
}

function isRedirect(status: number | null): boolean {
  return status !== null && status >= 300 && status < 400;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function adviseOnStatus(status: number, signedBy: string | null): string {
  if (status !== 401 && status !== 403) return LOGS;
  return signedBy === null
    ? 'if it requires a signature, set the secret with --secret-file'
    : 'check that it uses the same secret, and the raw bytes of the body';
}

/** What the service would do with a `messageUrl`. */
export const CallbackCheckDocument = z.strictObject({
  url: z.string(),
  messageSource: z
    .enum(['callback', 'fallback'])
    .describe(
      'what the service would record: callback for the text of the endpoint, fallback for the template message',
    ),
  message: z.string().nullable().describe('text that would be sent; null for the template message'),
  reason: z.string().nullable().describe('why the fallback is used, as in errorDetails'),
  status: z.int().nullable().describe('HTTP status; null without a response'),
  ms: z.int().describe('duration in milliseconds'),
  signed: z.boolean(),
  allowedPrivate: z.boolean().describe('it reached an address that only --allow-private allows'),
  request: z.record(z.string(), z.unknown()).describe('body of the request'),
  checks: z.array(CheckRow).describe('in the order in which the service checks'),
});
export type CallbackCheckDocument = z.infer<typeof CallbackCheckDocument>;
