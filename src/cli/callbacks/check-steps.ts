import { LIMITS } from '../../facts/limits.ts';
import type { OutboundAnswer, OutboundFault } from '../../outbound/outbound.ts';
import { checkPublicUrl } from '../../rules/check-public-url.ts';
import { CALLBACK_REASONS, judgeCallback } from '../../rules/judge-callback.ts';
import { isAllowed, type PrivateAllowlist } from '../../rules/private-allowlist.ts';
import { advisePrivateAddress } from '../advise-private-address.ts';
import { formatDuration } from '../format-duration.ts';

/** What was asked, and what came of it. */
export interface CallbackProbe {
  readonly url: string;
  readonly timeoutMs: number;
  readonly answer: OutboundAnswer;
  /** Where the secret was taken from that signed it; null when none did. */
  readonly signedBy: string | null;
  /** What the run may reach though it is not public. */
  readonly allowed: PrivateAllowlist;
}

/** What was found, and what to do about it. */
export interface CheckFinding {
  readonly found: string;
  readonly advice: string | null;
}

/** One thing that has to hold. */
export interface CheckStep {
  readonly check: string;
  /** Null where it holds. */
  findFailure(checked: CallbackProbe): CheckFinding | null;
  /** What is said where it holds. */
  describePass(checked: CallbackProbe): string;
  /** It holds for this run, and may not for the service. */
  findWarning?(checked: CallbackProbe): CheckFinding | null;
  /** There is nothing to hold. */
  findSkip?(checked: CallbackProbe): CheckFinding | null;
}

const { callbackAnswerBytes, callbackMessageCharacters, callbackTimeoutMs } = LIMITS;
const BYTES = callbackAnswerBytes.toLocaleString('en-US');
const CHARACTERS = callbackMessageCharacters.max.toLocaleString('en-US');

/**
 * Everything that has to hold, in the order in which the service comes upon it: what stops it first is its reason.
 *
 * @see docs/service/callbacks.md#endpoint-rules, #request, #CBK-02 to #CBK-06, #CBK-08
 * @see docs/service/readings.md#U-08, #U-09
 */
export const STEPS: readonly CheckStep[] = [
  {
    check: 'address',
    findFailure: ({ url, answer, allowed }) =>
      isPrivateUrl(url) && !isAllowed(url, allowed)
        ? matchFault(answer, 'address not allowed', {
            found: `it ${checkPublicUrl(url)}`,
            advice: advisePrivateAddress(url, 'an endpoint', allowed),
          })
        : null,
    describePass: () => 'public and https, as far as it is written',
    findWarning: ({ url }) => (isPrivateUrl(url) ? ONLY_HERE : null),
  },
  {
    check: 'name',
    findFailure: ({ url, answer, allowed }) =>
      matchFault(answer, 'address not allowed', {
        found: isAllowed(url, allowed)
          ? 'it leads to a link-local or metadata address'
          : 'it leads to an address that is not public, maybe beside others that are',
        advice: advisePrivateAddress(url, 'an endpoint', allowed),
      }) ??
      matchFault(answer, 'name not found', {
        found: 'it leads nowhere',
        advice: 'look at how it is written',
      }),
    describePass: ({ answer: { byAllowance } }) =>
      byAllowance ? 'it leads to an address' : 'it leads to public addresses alone',
    findWarning: ({ url, answer }) => (answer.byAllowance && !isPrivateUrl(url) ? ONLY_HERE : null),
  },
  {
    check: 'connection',
    findFailure: ({ answer }) =>
      matchFault(answer, 'connection refused', {
        found: 'nobody takes it',
        advice: 'is the endpoint running, and does a firewall let others in?',
      }) ??
      matchFault(answer, 'connection lost', { found: 'it was lost before an answer came', advice: LOGS }),
    describePass: () => 'somebody takes it',
  },
  {
    check: 'TLS',
    findFailure: ({ answer }) =>
      matchFault(answer, 'certificate not valid', {
        found: 'the certificate does not hold for this name, or TLS is older than 1.2',
        advice: 'it has to be signed by a public authority, and sent with all that stand between',
      }),
    describePass: () => 'the certificate holds',
    findWarning: ({ url }) => (/^http:/i.test(url) ? { found: 'none: this is http', advice: null } : null),
  },
  {
    check: 'signature',
    findFailure: () => null,
    describePass: ({ signedBy }) => `sent, made with the secret of ${signedBy}`,
    findSkip: ({ signedBy }) =>
      signedBy === null ? { found: 'not sent: no secret is known', advice: null } : null,
  },
  {
    check: 'redirect',
    findFailure: ({ answer: { status } }) =>
      isRedirect(status)
        ? { found: `${status}: it is not followed`, advice: 'give the last address itself' }
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
      status === 200 ? null : { found: `${status}: it is used, but 200 is what is asked for`, advice: null },
  },
  {
    check: 'time',
    findFailure: ({ answer: { fault }, timeoutMs }) =>
      fault === 'timeout' || fault === 'interrupted'
        ? {
            found: `the answer was not whole within ${formatDuration(timeoutMs)}`,
            advice: `answer sooner, or set timeoutMs of the action: ${callbackTimeoutMs.max} at most`,
          }
        : null,
    describePass: ({ answer: { ms }, timeoutMs }) => `${ms} of ${timeoutMs} ms`,
  },
  {
    check: 'size',
    findFailure: (checked) =>
      matchReason(checked, [CALLBACK_REASONS.tooLarge], 'answer with the message alone') ??
      matchReason(checked, ['connection lost', 'answer not readable'], LOGS),
    describePass: ({ answer: { body } }) =>
      `${(body?.length ?? 0).toLocaleString('en-US')} of ${BYTES} bytes`,
  },
  {
    check: 'JSON',
    findFailure: (checked) => matchReason(checked, [CALLBACK_REASONS.notJson], 'answer in JSON, in UTF-8'),
    describePass: () => 'it is',
  },
  {
    check: 'message',
    findFailure: (checked) =>
      matchReason(
        checked,
        [CALLBACK_REASONS.noMessage, CALLBACK_REASONS.wrongLength, CALLBACK_REASONS.brokenText],
        `answer {"message": "..."}, a text of ${callbackMessageCharacters.min} to ${CHARACTERS} characters`,
      ),
    describePass: ({ answer }) => {
      const verdict = judgeCallback(answer);
      return `${'message' in verdict ? [...verdict.message].length : 0} of ${CHARACTERS} characters`;
    },
  },
];

const LOGS = 'look at what the endpoint logged';
const ONLY_HERE: CheckFinding = { found: 'this run may go there, and the service may not', advice: null };
const NO_HTTP: CheckFinding = { found: 'no answer in HTTP that can be read', advice: LOGS };

/** Whether already its spelling keeps the service from it. */
function isPrivateUrl(url: string): boolean {
  return checkPublicUrl(url) !== null;
}

/** A fault before there was an answer. */
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
    ? 'if it wants a signature, give the secret with --secret-file'
    : 'does it check with the same secret, over the bytes as they come?';
}
