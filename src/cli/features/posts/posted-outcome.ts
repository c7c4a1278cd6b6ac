import * as z from 'zod';
import type { ClientAnswer } from '../../../client/transport.ts';
import { getField } from '../../../domain/json/loose-record.ts';
import { classifyError, readCode } from '../../../domain/requests/read-answer.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { addAdvice, CrierError } from '../../../errors.ts';
import { createPost } from '../../../service/endpoints/posts.ts';
import type { RetryAdvice } from '../../../service/errors/error-fact.ts';
import { ERRORS } from '../../../service/errors.ts';
import type { PostBody } from '../../../service/post-body.ts';
import { type CommandOutcome, getServiceTime } from '../../framework/command/command.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createPrintedCommands, type PrintedCommands } from '../../framework/command/printed-commands.ts';
import { formatErrorsShowAdvice } from '../../framework/many/failures.ts';
import { describeErrorCode, getLegName, readFailedLeg, UNNAMED } from '../../framework/output/failures.ts';
import type { ShownCommand } from '../../framework/output/text/shell-command.ts';
import { readStrictestRule, type WriteRule } from '../../framework/settings/write-rules.ts';
import { buildNewPostCommands } from './build-post-commands.ts';
import { buildPostedView, PENDING } from './posted-view.ts';
import {
  buildRetryPosts,
  countThreadPosts,
  type PostOutcome,
  type PostWarning,
  readPostOutcome,
} from './read-post-outcome.ts';

/** Accepts any response: the post may be published, which an unexpected value must not hide. */
export const CREATE_POST = { ...createPost, answer: z.looseObject({}) };

/**
 * Builds the result of a new post, network by network. If some networks refused it, adds the command for a new post to
 * only these: a retry would publish it again on the others.
 *
 * @param sending the warnings that were printed before, in the service's words, which are not repeated; the time zone in
 *   which times are shown, an IANA name; and whether the user gave the idempotency key
 * @returns no view, and a failure of the class of the first one, when every network refused it
 * @see docs/service/general.md#HTTP-11
 * @see docs/service/posts.md#POST-01, #POST-12
 */
export async function buildPostedOutcome(
  { body, answer }: { body: PostBody; answer: ClientAnswer<unknown> },
  sending: { knownWarnings: ReadonlySet<string>; timeZone: string; hasOwnKey: boolean },
  context: CommandContext,
): Promise<CommandOutcome> {
  const outcome = readPostOutcome(answer.body);
  const { verdict } = outcome;
  if (verdict === 'failed')
    return buildRefusedOutcome(buildFailureError(outcome, answer.http), sending, context);
  const time = getServiceTime(answer);
  const reading = { timeZone: sending.timeZone, now: time.asOf ?? context.io.now() };
  const printed = await createPrintedCommands(context);
  const rule = readStrictestRule(await context.service.choiceInput());
  const again = verdict === 'partial' ? buildRetryPosts(body, outcome) : [];
  return {
    view: buildPostedView(outcome, body, reading),
    raw: answer.bytes,
    ...time,
    notes: [...listWarningNotes(outcome, sending.knownWarnings), ...listThreadNotes(outcome)],
    commands: [...listNextCommands(outcome, printed, rule), ...(await buildNewPostCommands(again, context))],
    ...(verdict === 'partial' && { failure: buildPartialError(outcome, answer.http) }),
  };
}

/**
 * Result of a post that every network refused: the reasons, and the command that retries it if a retry can help.
 *
 * @param hasOwnKey an idempotency key was given and is used now: the same command would be refused with 1409
 */
export async function buildRefusedOutcome(
  error: CrierError,
  { hasOwnKey }: { hasOwnKey: boolean },
  context: CommandContext,
): Promise<CommandOutcome> {
  const { postId, errors = [] } = error.facts;
  if (postId === undefined) return { view: null, failure: summarizeNetworks(error, FIXED) };
  if ((errors.length === 0 ? [error.facts] : errors).every(canRetryUnchanged)) {
    const { change } = await createPrintedCommands(context);
    return {
      view: null,
      notes: [`to retry: ${change`posts retry ${postId}`}`],
      failure: summarizeNetworks(error, 'can be sent again'),
    };
  }
  const failure = summarizeNetworks(error, FIXED);
  return {
    view: null,
    failure: hasOwnKey ? addAdvice(failure, 'a new post needs another --idempotency-key') : failure,
  };
}

const FIXED = 'can be sent again after that is fixed';

/** Every network has its own reason: the first one decides the exit code, but is not the message. */
function summarizeNetworks(error: CrierError, what: string): CrierError {
  const { kind, facts } = error;
  const { errors = [] } = facts;
  if (errors.length < 2) return error;
  return new CrierError(kind, `all ${errors.length} networks refused the post`, {
    ...facts,
    meaning: null,
    advice: `${formatErrorsShowAdvice(errors)}nothing was published; the same post ${what}`,
  });
}

const RETRYABLE: readonly RetryAdvice[] = ['same', 'later'];

/**
 * Whether a failed request may succeed unchanged, now or later. `retryAvailable` of the answer takes precedence over
 * the catalogue.
 *
 * @param failure with `code` and `retryAvailable`, of an answer or of one network
 * @see docs/service/errors.md#ERR-05
 */
function canRetryUnchanged(failure: unknown): boolean {
  const retryAvailable = getField(failure, 'retryAvailable');
  if (typeof retryAvailable === 'boolean') return retryAvailable;
  const fact = ERRORS[readCode(getField(failure, 'code')) ?? 0];
  return fact !== undefined && RETRYABLE.includes(fact.retry);
}

/** The failure of a post that some networks or all refused; null for none. @param http the status of the answer */
export function findOutcomeFailure(outcome: PostOutcome, http: number): CrierError | null {
  if (outcome.verdict === 'failed') return buildFailureError(outcome, http);
  return outcome.verdict === 'partial' ? buildPartialError(outcome, http) : null;
}

/** Error of a partial success, with the networks that refused the post. @see docs/service/general.md#HTTP-11 */
function buildPartialError({ copies, failures }: PostOutcome, http: number): CrierError {
  const failed = formatNetworkNames(failures);
  const out =
    copies.length === 0
      ? ''
      : `: it is published on ${formatNetworkNames(copies)}, and a retry would publish it there again`;
  return new CrierError('partial', `${formatCount(failures.length, 'network')} refused the post: ${failed}`, {
    http,
    errors: failures,
    advice: `${formatErrorsShowAdvice(failures)}then create a new post only for ${failed}${out}`,
  });
}

/** The first network decides the exit code. @see docs/service/posts.md#POST-12 */
function buildFailureError({ posted: { id }, failures }: PostOutcome, http: number): CrierError {
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

/**
 * Lists warnings such as 307 and 518, which are not failures.
 *
 * @param knownWarnings warnings that were already printed
 * @see docs/service/errors.md#code-307, #code-518
 */
export function listWarningNotes(
  { copies, warnings }: PostOutcome,
  knownWarnings: ReadonlySet<string>,
): readonly string[] {
  const ofCopies = copies.flatMap(({ platform, warnings: own }) =>
    own.map((warning) => ({ ...warning, platform: platform ?? UNNAMED })),
  );
  return [...warnings, ...ofCopies]
    .filter(({ message }) => message === null || !knownWarnings.has(message))
    .map((warning) => `warning: ${formatWarning(warning)}`);
}

/** Says on which networks the post became several. @see docs/service/posts.md#threads */
function listThreadNotes({ copies }: PostOutcome): readonly string[] {
  return copies.flatMap((copy) => {
    const count = countThreadPosts(copy);
    return count < 2 ? [] : [`${getLegName(copy.platform)}: a thread of ${count} posts`];
  });
}

function listNextCommands(
  { posted, copies, verdict }: PostOutcome,
  { service, change }: PrintedCommands,
  { mode }: WriteRule,
): readonly ShownCommand[] {
  const { id, status } = posted;
  if (id === null) return [];
  const look = service`posts get ${id}`;
  const pending = copies
    .filter((copy) => copy.id === PENDING)
    .map(({ platform }) => getLegName(platform ?? null));
  if (pending.length > 0) {
    return [{ lead: `${pending.join(', ')} is still processing it; to check again`, line: look }];
  }
  const series = posted['autoRepostId'];
  const repetitions =
    typeof series === 'string'
      ? [{ lead: 'to list its repetitions', line: service`posts list --auto-repost-id ${series}` }]
      : [];
  if (verdict !== 'accepted') return repetitions;
  // who may only keep drafts may neither approve nor delete them
  if (mode === 'drafts') return [{ lead: 'to see it', line: look }, ...repetitions];
  const isApproval = status === 'awaiting approval';
  return [
    { lead: 'to see it', line: look },
    isApproval
      ? { lead: 'to approve it', line: change`posts approve ${id}` }
      : { lead: 'to reschedule it', line: change`posts update ${id} --schedule "tomorrow 9:00"` },
    { lead: 'to delete it', line: change`posts delete ${id}` },
    ...repetitions,
  ];
}

/** Formats a warning in one line: `518, audioName: it was dropped`. @see docs/service/errors.md#code-307, #code-518 */
export function formatWarning({ code, message, feature, platform }: Partial<PostWarning>): string {
  const text = message ?? ERRORS[code ?? 0]?.meaning ?? 'no message';
  const about = [code, feature].filter((part) => typeof part === 'number' || typeof part === 'string');
  const network = typeof platform === 'string' ? `${getLegName(platform)}: ` : '';
  return `${network}${about.join(', ')}${about.length > 0 ? ': ' : ''}${text}`;
}
