import { CrierError } from '../../errors.ts';
import { classifyError } from '../../rules/classify-error.ts';
import { getField } from '../../rules/loose-record.ts';
import type { PostOutcome } from '../../rules/read-post-outcome.ts';
import { formatErrorsShowAdvice } from '../comments-outcome.ts';
import { describeErrorCode } from '../describe-error-code.ts';
import { getLegName, readFailedLeg } from '../render/failed-entry.ts';

/** What is out stands, and what is not is told network by network. @see docs/service/general.md#HTTP-11 */
export function buildPartialError({ copies, failures }: PostOutcome, http: number): CrierError {
  const failed = formatNetworkNames(failures);
  const out =
    copies.length === 0
      ? ''
      : `: on ${formatNetworkNames(copies)} it is out, and a retry would publish it there again`;
  return new CrierError('partial', `${formatCount(failures.length)} refused the post: ${failed}`, {
    http,
    errors: failures,
    advice: `${formatErrorsShowAdvice(failures)}then make a new post to ${failed} alone${out}`,
  });
}

/** How the run ends is told by the first network. @see docs/service/posts.md#POST-12 */
export function buildFailureError({ posted: { id }, failures }: PostOutcome, http: number): CrierError {
  const [first] = failures;
  const code = first?.code ?? null;
  const kind = classifyError({ code, http, retryAvailable: getField(first, 'retryAvailable') === true });
  const facts = code === null ? {} : describeErrorCode(code);
  const message = first?.message ?? 'the service refused the post, and does not say why';
  return new CrierError(kind, message, {
    ...facts,
    code,
    http,
    errors: failures,
    ...(id !== null && { postId: id }),
  });
}

function formatNetworkNames(entries: readonly unknown[]): string {
  return entries.map((entry) => getLegName(readFailedLeg(entry).platform)).join(', ');
}

function formatCount(count: number): string {
  return count === 1 ? '1 network' : `${count} networks`;
}
