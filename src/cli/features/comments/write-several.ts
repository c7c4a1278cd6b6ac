import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import {
  readDeletedComments,
  readWrittenComment,
  toFailedResult,
} from '../../../domain/comments/read-written-comment.ts';
import { CrierError } from '../../../errors.ts';
import {
  DeletedDocument,
  WrittenComment,
  WrittenDocument,
} from '../../../service/endpoints/comment-writes.ts';
import type { CommandOutcome } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { createPrintedCommands } from '../../framework/command/printed-commands.ts';
import {
  adviseOfDoubtful,
  defineIdDocument,
  isForPrograms,
  toIdDocument,
} from '../../framework/many/change-several.ts';
import { combineFailures, formatFailedNetwork } from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { crier, type ShownCommand } from '../../framework/output/text/shell-command.ts';
import type { CommentCall } from './comment-writes.ts';
import {
  buildDeleteRetry,
  buildRetryCommands,
  type CommentSubmission,
  createWriteFailure,
  explainUnknown,
  NOTHING_DELETED,
} from './send-comment.ts';
import { WRITTEN_COLUMNS, type WrittenRow } from './written-columns.ts';

const IdResult = defineIdDocument('success; partial if some networks failed; otherwise error').extend({
  id: z.string().describe('the requested id'),
});

/** Deletions for several ids. */
const DeletedSeveral = z.strictObject({
  results: z.array(IdResult).describe('result of each id, in their order'),
  networks: z
    .array(z.strictObject({ requestedId: z.string().describe('the requested id'), ...WrittenComment.shape }))
    .describe('one record per network of each id; an id whose request failed has one without a network'),
});

/** Comments or replies for several ids. */
const WrittenSeveral = DeletedSeveral.extend({
  results: z
    .array(
      IdResult.extend({
        commentId: z.string().nullable().describe('Service Comment ID of the new comment'),
      }),
    )
    .describe('result of each id, in their order'),
});

/** What `comments create` and `comments reply` print for one id, or for several. */
export const WrittenOutput = z.union([WrittenDocument, WrittenSeveral]);
/** What `comments delete` prints for one id, or for several. */
export const DeletedOutput = z.union([DeletedDocument, DeletedSeveral]);

/** One write for each of several ids. */
interface SeveralWrites {
  ids: readonly string[];
  kind: keyof typeof WRITTEN_COLUMNS;
  /** Past participle: `deleted`. */
  done: string;
  allowPartial: boolean;
  unsent?: ReadonlyMap<string, CrierError>;
  toCall(id: string): CommentCall;
  readDocument(body: unknown, id: string): DeletedDocument | WrittenDocument;
  /** Advice for an unknown id. */
  adviseUnknown(id: string): string;
  /** Commands for the networks that failed. */
  buildRetry(id: string, errors: DeletedDocument['errors']): readonly ShownCommand[];
  /** Message for an empty table. */
  empty: string;
  io: IoPort;
}

/** Sends the same comment or reply to several ids, one after another. */
export async function sendEach(
  ids: readonly string[],
  client: Client,
  submission: CommentSubmission,
): Promise<CommandOutcome> {
  const { command, context } = submission;
  const print = await createPrintedCommands(context);
  return writeEach(client, {
    ...submission,
    ids,
    kind: 'comment',
    done: command === 'reply' ? 'replied to' : 'commented on',
    readDocument: (body, id) => readWrittenComment(body, id, command === 'reply' ? 'reply' : 'comment'),
    buildRetry: (id, errors) => buildRetryCommands(id, errors, { ...submission, print }),
    empty: 'the responses name no network',
    io: context.io,
  });
}

/** Deletes the comments of several ids, one after another. @param unknown advice for an unknown id */
export async function deleteEach(
  ids: readonly string[],
  client: Client,
  {
    context,
    unknown,
    ...deletion
  }: {
    context: CommandContext;
    unknown: string;
    toCall(id: string): CommentCall;
    allowPartial: boolean;
  },
): Promise<CommandOutcome> {
  const print = await createPrintedCommands(context);
  return writeEach(client, {
    ...deletion,
    ids,
    kind: 'deletion',
    done: 'deleted',
    readDocument: readDeletedComments,
    adviseUnknown: () => unknown,
    buildRetry: (id) => [buildDeleteRetry(id, print)],
    empty: NOTHING_DELETED,
    io: context.io,
  });
}

/** Writes are sent one after another, in the order of the ids. */
const AT_ONCE = 1;

/** Makes one write for each id. When some fail, the run is a partial success; when all fail, the first decides. */
async function writeEach(client: Client, writes: SeveralWrites): Promise<CommandOutcome> {
  const { ids, kind, done, allowPartial, empty, io } = writes;
  const all = await Array.fromAsync(
    runEach(ids, { atOnce: AT_ONCE, done: 'done', progress: io.progress }, async (id) => {
      const refusal = writes.unsent?.get(id);
      if (refusal !== undefined) throw refusal;
      const answer = await writes
        .toCall(id)
        .send(client)
        .catch(explainUnknown(writes.adviseUnknown(id)));
      const document = writes.readDocument(answer.body, id);
      if (document.status === 'error') throw createWriteFailure(document.errors);
      return document;
    }),
  );
  const ends = all.map(({ id, value, failure }) => toEnd(id, value, failure));
  const failure = combineFailures(ends, {
    done,
    remainder: `${adviseOfDoubtful(all, { done, shownBy: crier`comments get` })}the others are ${done}; --allow-partial makes this exit 0`,
    countsIncomplete: true,
  });
  const isAnyDone = ends.some((end) => end.failure === null || end.failure.kind === 'partial');
  const isForgiven = failure?.kind === 'partial' && allowPartial;
  const rows = ends.flatMap(toRows);
  const partial = ends.filter((end) => end.failure?.kind === 'partial');
  return {
    // on failure stdout stays empty, except for programs, which get the results
    view:
      isAnyDone || isForPrograms(io.printing)
        ? {
            kind: 'list',
            document: {
              results: ends.map((end) => toResult(end, kind)),
              networks: rows.map(toRecord),
            },
            key: 'networks',
            rows,
            columns: WRITTEN_COLUMNS[kind].map((column) =>
              column.name === 'requestedId' ? { ...column, dataOnly: false, drop: 1 } : column,
            ),
            empty,
            notesEmpty: true,
          }
        : null,
    notes: isForgiven ? ends.flatMap(formatFailedEnd) : [],
    commands: partial.flatMap(({ id, errors }) => writes.buildRetry(id, errors)),
    ...(failure !== null && !isForgiven && { failure }),
  };
}

/** The result of a write for one id. */
interface WriteEnd {
  id: string;
  /** Null if no network failed. */
  failure: CrierError | null;
  commentId: string | null;
  networks: readonly WrittenComment[];
  errors: DeletedDocument['errors'];
}

function toEnd(
  id: string,
  document: DeletedDocument | WrittenDocument | null,
  thrown: CrierError | null,
): WriteEnd {
  const { networks, errors } =
    document ?? readDeletedComments({ status: 'error', errors: thrown?.facts.errors ?? [] });
  const isPartial = document?.status === 'partial';
  return {
    id,
    failure: isPartial ? new CrierError('partial', 'some networks failed', { http: 200, errors }) : thrown,
    commentId: document !== null && 'commentId' in document ? document.commentId : null,
    networks,
    errors,
  };
}

function toResult({ id, failure, commentId }: WriteEnd, kind: SeveralWrites['kind']) {
  const result =
    failure?.kind === 'partial'
      ? { id, status: 'partial', error: null }
      : toIdDocument(id, failure, 'success');
  return kind === 'comment' ? { ...result, commentId } : result;
}

function toRecord({ serviceCommentId: _ofResult, isWithoutNetwork: _ofRow, ...record }: WrittenRow) {
  return record;
}

function toRows({ id, failure, commentId, networks }: WriteEnd): readonly WrittenRow[] {
  const shared = { requestedId: id, serviceCommentId: commentId };
  const isNamed = networks.some(({ platform }) => platform !== null);
  if (failure === null || isNamed) return networks.map((each) => ({ ...shared, ...each }));
  const code = failure.facts.code ?? null;
  const error = { platform: null, status: 'error', code, message: failure.message, id: null };
  return [{ ...shared, isWithoutNetwork: true, ...toFailedResult(error) }];
}

/** One line for each network of an id that failed, or for the id. */
function formatFailedEnd({ id, failure, errors }: WriteEnd): readonly string[] {
  if (failure === null) return [];
  if (failure.kind !== 'partial') return [`${id}: ${failure.message}`];
  return errors.map((error) => `${id}: ${formatFailedNetwork(error)}`);
}
