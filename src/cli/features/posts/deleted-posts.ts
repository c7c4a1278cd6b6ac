import * as z from 'zod';
import { readDeletedComments } from '../../../domain/comments/read-written-comment.ts';
import { getField, isRecord, type LooseRecord, readId } from '../../../domain/json/loose-record.ts';
import { classifyError, readCode } from '../../../domain/requests/read-answer.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../errors.ts';
import { NetworkError } from '../../../service/endpoints/comments.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createPrintedCommands, type PrintedCommands } from '../../framework/command/printed-commands.ts';
import { isForPrograms } from '../../framework/many/change-several.ts';
import { combineFailures, formatErrorsShowAdvice } from '../../framework/many/failures.ts';
import { ErrorDocument } from '../../framework/output/error-document.ts';
import { describeErrorCode, getLegName, toErrorDocument } from '../../framework/output/failures.ts';
import type { ShownCommand } from '../../framework/output/text/shell-command.ts';
import { type Column, type ListView, pickMember } from '../../framework/output/view.ts';

/** A row of the table: a copy of a post, or a post without copies. */
interface DeletedRow {
  id: string;
  status: string;
  platform: string | null;
  socialId: string | null;
  code: number | null;
  message: string | null;
}

const COLUMNS: readonly Column<DeletedRow>[] = [
  { ...pickMember('id', 'id'), role: 'id', drop: 0 },
  {
    name: 'networks.platform',
    title: 'network',
    value: ({ platform }) => platform,
    role: 'network',
    drop: 1,
  },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  { name: 'error.code', title: 'code', value: ({ code }) => code, role: 'dim', align: 'right', drop: 2 },
  { name: 'networks.id', title: 'id there', value: ({ socialId }) => socialId, dataOnly: true },
  { name: 'error.message', title: 'why', value: ({ message }) => message, dataOnly: true },
];

/**
 * Builds the result of deletions, network by network; partial if some networks kept a copy.
 *
 * @param done past participle: `deleted` or `marked`
 */
export async function buildDeletedOutcome(
  all: readonly DeletionEnd[],
  { done, empty }: { done: string; empty: string },
  context: CommandContext,
): Promise<CommandOutcome> {
  const printed = await createPrintedCommands(context);
  const { choice } = await context.service.choose();
  const isSandbox = choice.kind === 'sandbox';
  const failure = findFailure(all, done);
  const isAnyDone = all.some((end) => end.failure === null || end.failure.kind === 'partial');
  // on failure stdout stays empty, except for programs, which get the same document for one id and for several
  const isShown = failure === null || isAnyDone || isForPrograms(context.io.printing);
  const results = all.map(({ result }) => result);
  return {
    view: isShown ? buildList(results, { done, empty }) : null,
    notes: results.flatMap(({ id, deletedReposts: also }) =>
      also.length === 0
        ? []
        : [
            `${id}: its ${formatCount(also.length, 'repetition to come is', 'repetitions to come are')} deleted as well`,
          ],
    ),
    commands: results.flatMap((result) => buildMarkCommands(result, { printed, isSandbox })),
    ...(failure !== null && { failure }),
  };
}

function findFailure(all: readonly DeletionEnd[], done: string): CrierError | null {
  const [only, ...others] = all;
  if (only?.failure == null || others.length > 0)
    return combineFailures(all, { done, remainder: `the others are ${done}` });
  const { failure } = only;
  if (failure.kind !== 'partial') return failure;
  const advice = `${formatErrorsShowAdvice(failure.facts.errors ?? [])}it was deleted on the others`;
  return new CrierError('partial', `the post is ${failure.message}`, { ...failure.facts, advice });
}

function buildList(
  results: readonly DeletedResult[],
  { done, empty }: { done: string; empty: string },
): ListView<unknown> {
  return {
    kind: 'list',
    document: { results },
    key: 'results',
    rows: results.flatMap((result) => toRows(result, done)),
    columns: COLUMNS,
    record: (row) => results.find(({ id }) => id === (row as DeletedRow).id),
    empty,
  };
}

function toRows({ id, status, networks, error }: DeletedResult, done: string): readonly DeletedRow[] {
  if (networks.length === 0) return [{ id, status, platform: null, socialId: null, ...pickReason(error) }];
  return networks.map((copy) => ({
    id,
    status: copy.error === null ? done : copy.status,
    platform: copy.platform,
    socialId: copy.id,
    ...pickReason(copy.error),
  }));
}

function pickReason(error: DeletedResult['error'] | NetworkError) {
  return { code: error?.code ?? null, message: error?.message ?? null };
}

const NOT_OFFERED = 1415;

/** Where the service cannot delete, the user can. @see docs/service/posts.md#update */
function buildMarkCommands(
  { id, networks }: DeletedResult,
  { printed, isSandbox }: { printed: PrintedCommands; isSandbox: boolean },
): readonly ShownCommand[] {
  const kept = networks.filter(({ error }) => error?.code === NOT_OFFERED);
  if (kept.length === 0) return [];
  const names = kept.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  const byHand = kept.flatMap(({ platform }) => {
    if (platform == null) return [];
    const line = printed.sandbox`post delete ${id} --platform ${platform}`;
    return [{ lead: `to delete it on ${getLegName(platform)}`, line }];
  });
  const lead = `after you have deleted it on ${names} yourself, mark it as deleted`;
  return [...(isSandbox ? byHand : []), { lead, line: printed.change`posts delete ${id} --mark-deleted` }];
}

interface DeletionEnd {
  id: string;
  result: DeletedResult;
  /** Null if it is deleted everywhere. */
  failure: CrierError | null;
}

/** @param done past participle of the success: `deleted` or `marked` */
export function toDeletionEnd(id: string, answer: unknown, done: string): DeletionEnd {
  const { status, copies } = readDeletedPost(answer);
  const failure = status === 'success' ? null : buildFailure(answer, copies);
  const word = status === 'success' ? done : status;
  const error = failure === null || failure.kind === 'partial' ? null : toErrorDocument(failure);
  const deletedReposts = [...readDeletedReposts(answer)];
  return { id, failure, result: { id, status: word, networks: [...copies], deletedReposts, error } };
}

/** The posts that would have repeated a deleted one. @see docs/service/posts.md#auto-repost */
export function readDeletedReposts(answer: unknown): readonly string[] {
  const ids = getField(answer, 'deletedReposts');
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

export function toFailedDeletion(id: string, failure: CrierError): DeletionEnd {
  const { copies } = readDeletedPost({ errors: failure.facts.errors ?? [] });
  const error = toErrorDocument(failure);
  return { id, failure, result: { id, status: 'error', networks: [...copies], deletedReposts: [], error } };
}

function buildFailure(answer: unknown, copies: readonly DeletedCopy[]): CrierError {
  const errors = copies.flatMap(({ error }) => error ?? []);
  if (errors.length === copies.length) return buildRefusal(answer, errors);
  const names = errors.map(({ platform }) => getLegName(platform ?? null)).join(', ');
  return new CrierError('partial', `still on ${names}`, { http: 200, errors });
}

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

export const DeletedPosts = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string().describe('Service Post ID'),
      status: z.string().describe('deleted or marked; partial if some networks kept it; otherwise error'),
      networks: z
        .array(
          z.strictObject({
            platform: z.string().nullable(),
            status: z.string().describe('success or error, as in the response'),
            id: z.string().nullable().describe('Social Post ID'),
            error: NetworkError.nullable().describe('why the network kept it'),
          }),
        )
        .describe('its copies; empty if it was on no network'),
      deletedReposts: z
        .array(z.string())
        .describe('ids of the posts that would have repeated it, deleted with it'),
      error: ErrorDocument.nullable(),
    }),
  ),
});
type DeletedResult = z.infer<typeof DeletedPosts>['results'][number];

type DeletedCopy = DeletedResult['networks'][number];

/**
 * Reads the answer to deleting a post, which has the same form as for comments. It accepts any answer and never
 * throws.
 *
 * @returns no copies if it was on no network
 * @see docs/service/comments.md#delete
 * @see docs/service/posts.md#update
 */
export function readDeletedPost(body: unknown) {
  const { status, networks } = readDeletedComments(body);
  const copies = networks.map(
    ({ platform, status: word, commentId, error }): DeletedCopy => ({
      platform,
      status: word,
      id: commentId ?? error?.id ?? null,
      error,
    }),
  );
  const isRefused = copies.length === 0 && getField(body, 'status') === 'error';
  return { status: isRefused ? ('error' as const) : status, copies };
}

/**
 * Reads the result for each of several posts; null if the answer does not list them.
 *
 * @see docs/service/posts.md#update
 */
export function readDeletedPosts(body: unknown): readonly { id: string; said: LooseRecord }[] | null {
  const posts = getField(body, 'posts');
  if (!Array.isArray(posts)) return null;
  return posts.filter(isRecord).map((said) => ({ id: readId(said['id'])?.value ?? '', said }));
}
