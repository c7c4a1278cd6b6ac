import { LIMITS } from '../../facts/limits.ts';
import type { OutboundAnswer, OutboundFault } from '../../outbound/outbound.ts';
import { checkPublicUrl } from '../../rules/check-public-url.ts';
import { CALLBACK_REASONS, judgeCallback } from '../../rules/judge-callback.ts';
import { isAllowed, type PrivateAllowlist } from '../../rules/private-allowlist.ts';
import { advisePrivateAddress } from '../advise-private-address.ts';
import { formatDuration } from '../format-duration.ts';

/** What was asked, and what came of it. */
export interface Checked {
  readonly url: string;
  readonly timeoutMs: number;
  readonly answer: OutboundAnswer;
  /** Where the secret was taken from that signed it; null when none did. */
  readonly signedBy: string | null;
  /** What the run may reach though it is not public. */
  readonly allowed: PrivateAllowlist;
}

/** What was found, and what to do about it. */
export interface Finding {
  readonly found: string;
  readonly advice: string | null;
}

/** One thing that has to hold. */
export interface Step {
  readonly check: string;
  /** Null where it holds. */
  stops(checked: Checked): Finding | null;
  /** What is said where it holds. */
  holds(checked: Checked): string;
  /** It holds for this run, and may not for the service. */
  warns?(checked: Checked): Finding | null;
  /** There is nothing to hold. */
  skips?(checked: Checked): Finding | null;
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
export const STEPS: readonly Step[] = [
  {
    check: 'address',
    stops: ({ url, answer, allowed }) =>
      isUnspoken(url) && !isAllowed(url, allowed)
        ? ofNone(answer, 'address not allowed', {
            found: `it ${checkPublicUrl(url)}`,
            advice: advisePrivateAddress(url, 'an endpoint', allowed),
          })
        : null,
    holds: () => 'public and https, as far as it is written',
    warns: ({ url }) => (isUnspoken(url) ? ONLY_HERE : null),
  },
  {
    check: 'name',
    stops: ({ url, answer, allowed }) =>
      ofNone(answer, 'address not allowed', {
        found: isAllowed(url, allowed)
          ? 'it leads to a link-local or metadata address'
          : 'it leads to an address that is not public, maybe beside others that are',
        advice: advisePrivateAddress(url, 'an endpoint', allowed),
      }) ??
      ofNone(answer, 'name not found', { found: 'it leads nowhere', advice: 'look at how it is written' }),
    holds: ({ answer: { byAllowance } }) =>
      byAllowance ? 'it leads to an address' : 'it leads to public addresses alone',
    warns: ({ url, answer }) => (answer.byAllowance && !isUnspoken(url) ? ONLY_HERE : null),
  },
  {
    check: 'connection',
    stops: ({ answer }) =>
      ofNone(answer, 'connection refused', {
        found: 'nobody takes it',
        advice: 'is the endpoint running, and does a firewall let others in?',
      }) ?? ofNone(answer, 'connection lost', { found: 'it was lost before an answer came', advice: LOGS }),
    holds: () => 'somebody takes it',
  },
  {
    check: 'TLS',
    stops: ({ answer }) =>
      ofNone(answer, 'certificate not valid', {
        found: 'the certificate does not hold for this name, or TLS is older than 1.2',
        advice: 'it has to be signed by a public authority, and sent with all that stand between',
      }),
    holds: () => 'the certificate holds',
    warns: ({ url }) => (/^http:/i.test(url) ? { found: 'none: this is http', advice: null } : null),
  },
  {
    check: 'signature',
    stops: () => null,
    holds: ({ signedBy }) => `sent, made with the secret of ${signedBy}`,
    skips: ({ signedBy }) =>
      signedBy === null ? { found: 'not sent: no secret is known', advice: null } : null,
  },
  {
    check: 'redirect',
    stops: ({ answer: { status } }) =>
      isRedirect(status)
        ? { found: `${status}: it is not followed`, advice: 'give the last address itself' }
        : null,
    holds: () => 'none',
  },
  {
    check: 'status',
    stops: ({ answer: { status, fault }, signedBy }) => {
      if (status === null) return fault === 'answer not readable' ? NO_HTTP : null;
      return isGood(status) ? null : { found: String(status), advice: ofStatus(status, signedBy) };
    },
    holds: ({ answer: { status } }) => String(status),
    warns: ({ answer: { status } }) =>
      status === 200 ? null : { found: `${status}: it is used, but 200 is what is asked for`, advice: null },
  },
  {
    check: 'time',
    stops: ({ answer: { fault }, timeoutMs }) =>
      fault === 'timeout' || fault === 'interrupted'
        ? {
            found: `the answer was not whole within ${formatDuration(timeoutMs)}`,
            advice: `answer sooner, or set timeoutMs of the action: ${callbackTimeoutMs.max} at most`,
          }
        : null,
    holds: ({ answer: { ms }, timeoutMs }) => `${ms} of ${timeoutMs} ms`,
  },
  {
    check: 'size',
    stops: (checked) =>
      ofReason(checked, [CALLBACK_REASONS.tooLarge], 'answer with the message alone') ??
      ofReason(checked, ['connection lost', 'answer not readable'], LOGS),
    holds: ({ answer: { body } }) => `${(body?.length ?? 0).toLocaleString('en-US')} of ${BYTES} bytes`,
  },
  {
    check: 'JSON',
    stops: (checked) => ofReason(checked, [CALLBACK_REASONS.notJson], 'answer in JSON, in UTF-8'),
    holds: () => 'it is',
  },
  {
    check: 'message',
    stops: (checked) =>
      ofReason(
        checked,
        [CALLBACK_REASONS.noMessage, CALLBACK_REASONS.wrongLength, CALLBACK_REASONS.brokenText],
        `answer {"message": "..."}, a text of ${callbackMessageCharacters.min} to ${CHARACTERS} characters`,
      ),
    holds: ({ answer }) => {
      const verdict = judgeCallback(answer);
      return `${'message' in verdict ? [...verdict.message].length : 0} of ${CHARACTERS} characters`;
    },
  },
];

const LOGS = 'look at what the endpoint logged';
const ONLY_HERE: Finding = { found: 'this run may go there, and the service may not', advice: null };
const NO_HTTP: Finding = { found: 'no answer in HTTP that can be read', advice: LOGS };

/** Whether already its spelling keeps the service from it. */
function isUnspoken(url: string): boolean {
  return checkPublicUrl(url) !== null;
}

/** A fault before there was an answer. */
function ofNone({ fault, status }: OutboundAnswer, which: OutboundFault, finding: Finding): Finding | null {
  return fault === which && status === null ? finding : null;
}

function ofReason({ answer }: Checked, reasons: readonly string[], advice: string): Finding | null {
  const verdict = judgeCallback(answer);
  return 'reason' in verdict && reasons.includes(verdict.reason) ? { found: verdict.reason, advice } : null;
}

function isRedirect(status: number | null): boolean {
  return status !== null && status >= 300 && status < 400;
}

function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function ofStatus(status: number, signedBy: string | null): string {
  if (status !== 401 && status !== 403) return LOGS;
  return signedBy === null
    ? 'if it wants a signature, give the secret with --secret-file'
    : 'does it check with the same secret, over the bytes as they come?';
}
