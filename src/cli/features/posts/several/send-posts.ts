import type { Client } from '../../../../client/client.ts';
import { CrierError } from '../../../../errors.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { CREATE_POST, findOutcomeFailure, listWarningNotes } from '../posted-outcome.ts';
import { listFailedNetworks, type PostOutcome, readPostOutcome } from '../read-post-outcome.ts';
import { readPostIfThere } from '../read-posts.ts';
import { findUsedKey, rememberTime, type WordsContext } from './dated-keys.ts';
import { buildKeyedBody, type PlannedPost } from './plan-posts.ts';
import type { RememberedPost } from './sent-posts.ts';

export interface PostResult {
  readonly planned: PlannedPost;
  /** Of the service, or what was done instead; `not sent` if all further requests would have failed alike. */
  readonly status: string;
  /** Service Post ID, if known. */
  readonly id: string | null;
  /** Null if it was not sent, or if there is no response. */
  readonly outcome: PostOutcome | null;
  readonly failure: CrierError | null;
  readonly notes: readonly string[];
}

/** One after another, so that the request limit ends the run instead of rejecting the rest. */
const AT_ONCE = 1;

/** Sends the posts that are to be sent, one after another, and remembers each outcome before the next request. */
export async function sendPosts(
  plan: readonly PlannedPost[],
  words: WordsContext,
  io: IoPort,
): Promise<readonly PostResult[]> {
  const byId = new Map(plan.map((planned) => [String(planned.post), planned]));
  const ids = plan.filter(({ action }) => action === 'send').map(({ post }) => String(post));
  const requests = { atOnce: AT_ONCE, done: 'sent', progress: io.progress };
  const all = await Array.fromAsync(
    runEach(ids, requests, async (id) => {
      const planned = byId.get(id);
      return planned === undefined ? null : sendPost(planned, words);
    }),
  );
  const sent = new Map(all.map((each) => [each.id, each]));
  return plan.map((planned) => {
    const result = sent.get(String(planned.post));
    if (result === undefined) return toLeftResult(planned);
    if (result.failure === null) return result.value ?? toLeftResult(planned);
    const { failure, isSent } = result;
    return toResult(planned, {
      status: isSent ? 'error' : 'not sent',
      failure,
      id: failure.facts.postId ?? null,
    });
  });
}

function toResult(planned: PlannedPost, result: Partial<PostResult> & { status: string }): PostResult {
  return { planned, id: null, outcome: null, failure: null, notes: [], ...result };
}

/** A post that is not sent in this run. */
function toLeftResult(planned: PlannedPost): PostResult {
  const { action, before, doubt } = planned;
  const id = before?.id ?? null;
  if (action === 'sent before' && doubt !== null)
    return toResult(planned, { ...toDoubtfulResult(doubt), id });
  if (action !== 'failed before') return toResult(planned, { status: action, id });
  const networks = before?.status === 'partial' ? ` on ${before.failed.join(', ') || 'some networks'}` : '';
  const failure = new CrierError('rejected', `failed${networks} in an earlier run, and was not sent again`);
  return toResult(planned, { status: action, id, failure });
}

async function sendPost(planned: PlannedPost, words: WordsContext): Promise<PostResult> {
  const { client, memory, now } = words;
  const retried = await findRetried(planned, client);
  if (retried !== null) {
    await memory.remember(planned.key, { ...retried, status: 'sent' });
    return toResult(planned, { status: 'sent before', id: retried.id });
  }
  const { attempt, key, knownWarnings } = planned;
  const body = buildKeyedBody(planned);
  const time = rememberTime(planned, now);
  try {
    const answer = await client.call(CREATE_POST, { body });
    const outcome = readPostOutcome(answer.body);
    const failure = findOutcomeFailure(outcome, answer.http);
    const { id, status } = outcome.posted;
    const failed = outcome.verdict === 'partial' ? [...listFailedNetworks(body, outcome)] : [];
    await memory.remember(key, { status: REMEMBERED[outcome.verdict], id, attempt, failed, ...time });
    const shown = outcome.verdict === 'partial' ? 'partial' : (status ?? outcome.verdict);
    return toResult(planned, {
      status: shown,
      id,
      outcome,
      failure,
      notes: listWarningNotes(outcome, knownWarnings),
    });
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    const { postId: id = null, code } = error.facts;
    const isThere = code === KEY_IS_USED && planned.before?.status !== 'refused';
    if (isThere && planned.datedKey !== null) return sendAgainOrLeave(planned, words);
    await memory.remember(key, {
      status: isThere ? 'sent' : judgeFailure(error),
      id,
      attempt,
      failed: [],
      ...time,
    });
    if (!isThere) throw error;
    return toResult(planned, { status: 'sent before' });
  }
}

/** The key of the words was used, by a run of another machine: for this day, or for an earlier one. */
async function sendAgainOrLeave(planned: PlannedPost, words: WordsContext): Promise<PostResult> {
  const used = await findUsedKey(planned, words);
  if (used === null) {
    const key = planned.datedKey ?? planned.key;
    return sendPost({ ...planned, key, datedKey: null }, words);
  }
  const { id, doubt } = used;
  if (doubt !== null) return toResult({ ...planned, doubt }, { ...toDoubtfulResult(doubt), id });
  const time = rememberTime(planned, words.now);
  await words.memory.remember(planned.key, {
    status: 'sent',
    id,
    attempt: planned.attempt,
    failed: [],
    ...time,
  });
  return toResult(planned, { status: 'sent before', id });
}

function toDoubtfulResult(doubt: string) {
  return { status: 'sent before', failure: new CrierError('rejected', doubt) };
}

const REMEMBERED = {
  published: 'sent',
  accepted: 'sent',
  partial: 'partial',
  failed: 'failed',
} as const satisfies Record<PostOutcome['verdict'], RememberedPost['status']>;

/** A post with this key was accepted in a run whose response was lost. @see docs/service/errors.md#code-1409 */
const KEY_IS_USED = 1409;

/**
 * After a lost response, and where nothing was stored, the same key is used again; otherwise the next attempt needs
 * another one.
 */
function judgeFailure({ kind, facts }: CrierError): RememberedPost['status'] {
  if (facts.mayBeDone === true || kind === 'interrupted' || kind === 'terminated') return 'unknown';
  return facts.postId === undefined && facts.code !== KEY_IS_USED ? 'refused' : 'failed';
}

/** A post that failed and was published since, as by "posts retry"; null for any other. */
async function findRetried({ before }: PlannedPost, client: Client): Promise<RememberedPost | null> {
  if (before === null || before.id === null) return null;
  const status = (await readPostIfThere(client, before.id))?.status ?? '';
  // one that some networks took is complete only with success
  return status === 'success' || (before.status === 'failed' && UNDER_WAY.has(status)) ? before : null;
}

const UNDER_WAY: ReadonlySet<string> = new Set(['pending', 'processing', 'paused', 'awaiting approval']);
