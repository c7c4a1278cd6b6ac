import { getField } from '../../domain/json/loose-record.ts';
import { classifyError } from '../../domain/requests/classify-error.ts';
import { CrierError } from '../../errors.ts';
import { formatErrorsShowAdvice } from '../comments/comments-outcome.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import { getLegName, readFailedLeg } from '../render/failed-entry.ts';
import type { PostOutcome } from './read-post-outcome.ts';

/** Error of a partial success, with the networks that refused the post. @see docs/service/general.md#HTTP-11 */
export function buildPartialError({ copies, failures }: PostOutcome, http: number): CrierError {
  const failed = formatNetworkNames(failures);
  const out =
    copies.length === 0
      ? ''
      : `: it is published on ${formatNetworkNames(copies)}, and a retry would publish it there again`;
  return new CrierError('partial', `${formatCount(failures.length)} refused the post: ${failed}`, {
    http,
    errors: failures,
    advice: `${formatErrorsShowAdvice(failures)}then create a new post only for ${failed}${out}`,
  });
}

/** The first network decides the exit code. @see docs/service/posts.md#POST-12 */
export function buildFailureError({ posted: { id }, failures }: PostOutcome, http: number): CrierError {
  const [first] = failures;
  const code = first?.code ?? null;
  const kind = classifyError({ code, http, retryAvailable: getField(first, 'retryAvailable') === true });
  const facts = code === null ? {} : describeErrorCode(code);
  const message = first?.message ?? 'the service refused the post without a reason';
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
