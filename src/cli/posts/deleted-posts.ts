import { getField } from '../../domain/json/loose-record.ts';
import { classifyError } from '../../domain/requests/classify-error.ts';
import { readCode } from '../../domain/requests/read-answer.ts';
import { CrierError } from '../../errors.ts';
import type { NetworkError } from '../../service/endpoints/network-error.ts';
import { describeErrorCode } from '../errors/describe-error-code.ts';
import { getLegName } from '../render/failed-entry.ts';
import { toErrorDocument } from '../render/failures.ts';
import type { DeletedResult } from './deleted-document.ts';
import { type DeletedCopy, readDeletedPost } from './read-deleted-post.ts';

/** Result of deleting one post. */
export interface DeletionEnd {
  readonly id: string;
  readonly result: DeletedResult;
  /** Null if it is deleted everywhere. */
  readonly failure: CrierError | null;
}

/** @param done past participle of the success: `deleted` or `marked` */
export function toDeletionEnd(id: string, answer: unknown, done: string): DeletionEnd {
  const { status, copies } = readDeletedPost(answer);
  const failure = status === 'success' ? null : buildFailure(answer, copies);
  const word = status === 'success' ? done : status;
  const error = failure === null || failure.kind === 'partial' ? null : toErrorDocument(failure);
  return { id, failure, result: { id, status: word, networks: [...copies], error } };
}

/** Result of a failed request, with the errors of the networks if there are any. */
export function toFailedDeletion(id: string, failure: CrierError): DeletionEnd {
  const { copies } = readDeletedPost({ errors: failure.facts.errors ?? [] });
  return {
    id,
    failure,
    result: { id, status: 'error', networks: [...copies], error: toErrorDocument(failure) },
  };
}

function buildFailure(answer: unknown, copies: readonly DeletedCopy[]): CrierError {
  const errors = copies.flatMap(({ error }) => error ?? []);
  const isPartial = errors.length < copies.length;
  return isPartial ? buildPartialError(errors) : buildRefusal(answer, errors);
}

/** Error for a post that some networks kept. */
function buildPartialError(errors: readonly NetworkError[]): CrierError {
  const names = errors.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  return new CrierError('partial', `still on ${names}`, { http: 200, errors });
}

/** Error for one post in a response about several. */
function buildRefusal(answer: unknown, errors: readonly NetworkError[]): CrierError {
  const code = readCode(getField(answer, 'code')) ?? errors[0]?.code ?? null;
  const message = getField(answer, 'message');
  const { meaning = null } = code === null ? {} : describeErrorCode(code);
  return new CrierError(
    classifyError({ code, http: 400 }),
    typeof message === 'string' ? message : (meaning ?? 'the service refused it'),
    { ...(code !== null && describeErrorCode(code)), http: 200, errors },
  );
}
