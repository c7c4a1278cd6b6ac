import { classifyError } from '../domain/requests/read-answer.ts';
import { CrierError, type FailureKind } from '../errors.ts';
import { getAdviceForStatus } from './advice.ts';
import { redact, redactCut } from './mask.ts';
import { redactNamedSecrets } from './redact-answer.ts';
import type { ClientAnswer } from './transport.ts';

/** Where a response came from, with its status and headers. */
interface AnswerOrigin extends Pick<ClientAnswer<unknown>, 'http' | 'headers'> {
  readonly host: string;
  /** It contains a secret at an unknown place. */
  readonly isSecret: boolean;
}

/**
 * Creates the failure for a response that is not one of the service: its status, content type and first bytes help to
 * find out where it came from.
 *
 * @see docs/service/general.md#HTTP-10
 */
export function toUnreadableFailure(
  { reason, bytes, cause }: UnreadableError,
  { http, headers, host, isSecret }: AnswerOrigin,
  secrets: readonly string[],
): CrierError {
  const type = redact(headers['content-type'] ?? 'no content type', secrets);
  const start = bytes.length === 0 || isSecret ? '' : `, beginning ${formatBeginning(bytes, secrets)}`;
  return new CrierError(
    classifyStatus(http),
    `the response of ${host} ${reason} (HTTP ${http}, ${type}${start})`,
    {
      http,
      advice: getUnreadableAdvice(http, { isSecret }),
      cause,
    },
  );
}

/**
 * Statuses that are believed although the response is not the service's: a gateway in front of it can require a key,
 * or a pause.
 */
const GATEWAY_STATUSES: readonly number[] = [401, 403, 429];

function classifyStatus(http: number): FailureKind {
  return GATEWAY_STATUSES.includes(http) ? classifyError({ code: null, http }) : 'unavailable';
}

/** A gateway that reports its own failure is most often in front of the right service. */
function getUnreadableAdvice(http: number, { isSecret }: Pick<AnswerOrigin, 'isSecret'>): string | null {
  if (http >= 500) return null;
  const advice = GATEWAY_STATUSES.includes(http) ? getAdviceForStatus(http) : null;
  const parts = [
    advice,
    'check that the base URL and its path are the ones of the service',
    isSecret ? null : '--verbose shows the whole response',
  ];
  return parts.filter((part) => part !== null).join('; ');
}

const SHOWN_CHARACTERS = 60;
const SHOWN_AS_HEX_BYTES = 16;
/** How much is searched for secrets before truncating: the cut may go through one. */
const READ_BYTES = 64 * 1024;

function formatBeginning(bytes: Uint8Array, secrets: readonly string[]): string {
  const start = Buffer.from(bytes.subarray(0, READ_BYTES));
  const whole = redactNamedSecrets(redactCut(start.toString('utf8'), secrets));
  const text = whole.slice(0, SHOWN_CHARACTERS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (!/[\0-\u0008\u000e-\u001f]/.test(text)) return `"${text}"`; // unescaped: the renderer sanitizes it
  const first = start.subarray(0, SHOWN_AS_HEX_BYTES);
  // bytes that are not text may still be a secret, or a part of one
  const plain = first.toString('latin1').replaceAll('\0', '');
  if (redactCut(plain, secrets) !== plain) return 'with bytes that contain a key';
  return `with bytes ${first.toString('hex').replaceAll(/..(?=.)/g, '$& ')}`;
}

/** The response is not one of the service; the reason continues "the answer …". */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly reason: string;
  /** The bytes that were read, to show how they begin. */
  readonly bytes: Uint8Array;

  constructor(reason: string, bytes: Uint8Array, cause?: unknown) {
    super(`the response ${reason}`, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.bytes = bytes;
  }
}
