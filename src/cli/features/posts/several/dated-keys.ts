import type { Client } from '../../../../client/client.ts';
import { addDay } from '../../../../domain/posts/derive-post-key.ts';
import { compareWords, type SentWords } from '../../../../domain/posts/repeated-words.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { getHistory } from '../../../../service/endpoints/posts.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { ALL_NETWORKS } from '../../../../service/post-body.ts';
import type { PostRecord, PostStatus } from '../../../../service/posts.ts';
import { formatMinute } from '../../schedule/read-schedule.ts';
import { readPostIfThere } from '../read-posts.ts';
import { getPostText, type KeyedPost, listNetworks, type PlannedPost } from './plan-posts.ts';
import type { RememberedPost, SentPostMemory } from './sent-posts.ts';

export interface WordsContext {
  readonly client: Client;
  readonly memory: SentPostMemory;
  /** The service's time in milliseconds since 1970. */
  readonly now: number;
  readonly timeZone: string;
}

/**
 * Chooses the key of each post whose time is in words. The first has the key of the words, as in all versions; when the
 * words mean another day than at the time when they were sent, the post is another one, and its key has the day.
 */
export async function chooseKeys(
  posts: readonly KeyedPost[],
  context: WordsContext,
): Promise<readonly KeyedPost[]> {
  const chosen: KeyedPost[] = [];
  for (const keyed of posts) chosen.push(await chooseKey(keyed, context));
  return chosen;
}

async function chooseKey(keyed: KeyedPost, context: WordsContext): Promise<KeyedPost> {
  const { memory, client, now, timeZone } = context;
  if (keyed.at === null) return keyed;
  const datedKey = addDay(keyed.key, keyed.at);
  if (memory.find(datedKey) !== null) return { ...keyed, key: datedKey };
  const before = memory.find(keyed.key);
  if (before === null || before.status === 'refused') return { ...keyed, datedKey };
  const sent = await findSentWords(before, client);
  const found =
    sent === null ? 'unclear' : compareWords(sent, { at: keyed.at, sentAt: now }, createDays(timeZone));
  if (found === 'other') return { ...keyed, key: datedKey };
  if (found === 'same' || before.status !== 'sent') return keyed;
  return { ...keyed, doubt: formatDoubt(sent?.at ?? null, keyed.at, timeZone) };
}

function createDays(timeZone: string): (ms: number) => string {
  return (ms) => formatMinute(ms, timeZone).slice(0, 'YYYY-MM-DD'.length);
}

function formatDoubt(before: number | null, at: number, timeZone: string): string {
  const [was, is] = [before, at].map((ms) =>
    ms === null ? 'a time that is not known' : formatMinute(ms, timeZone),
  );
  return `was sent before for ${was}, and is now for ${is}; to send it for that, give it another idempotencyKey`;
}

/** When a post was sent, and for when. Earlier versions did not remember it, so the service is asked. */
async function findSentWords(before: RememberedPost, client: Client): Promise<SentWords | null> {
  const { at, sentAt, id } = before;
  if (at !== undefined && sentAt !== undefined) return { at, sentAt };
  const record = id === null ? null : await readPostIfThere(client, id);
  return record && readSentWords(record);
}

function readSentWords({ created, scheduleDate }: PostRecord): SentWords | null {
  const sentAt = readTimestamp(created).ms;
  const at = readTimestamp(scheduleDate).ms ?? sentAt;
  return at === null || sentAt === null ? null : { at, sentAt };
}

/**
 * Finds the post that used the key of the words, where this machine remembers nothing.
 *
 * @returns its id, null if none is found; or null if all posts with this text were for another day
 */
export async function findUsedKey(
  planned: PlannedPost,
  { client, now, timeZone }: Omit<WordsContext, 'memory'>,
): Promise<{ id: string | null; doubt: string | null } | null> {
  const at = planned.at ?? now;
  const dayOf = createDays(timeZone);
  const records = await listSameTexts(planned, client);
  const found = records.flatMap((record) => {
    const sent = readSentWords(record);
    if (sent === null) return [];
    return [{ id: record.id ?? null, at: sent.at, verdict: compareWords(sent, { at, sentAt: now }, dayOf) }];
  });
  const same = found.find(({ verdict }) => verdict === 'same');
  if (same !== undefined) return { id: same.id, doubt: null };
  const unclear = found.find(({ verdict }) => verdict === 'unclear');
  if (unclear !== undefined) return { id: unclear.id, doubt: formatDoubt(unclear.at, at, timeZone) };
  // a post that is not listed any more may have been for this day
  return found.length > 0 ? null : { id: null, doubt: formatDoubt(null, at, timeZone) };
}

/** The posts with the text of one and one of its networks, deleted ones included. */
async function listSameTexts(planned: PlannedPost, client: Client): Promise<readonly PostRecord[]> {
  const text = getPostText(planned);
  const networks = listNetworks(planned);
  const all: PostRecord[] = [];
  for (const status of [undefined, 'deleted'] as const satisfies readonly (PostStatus | undefined)[]) {
    const query = { lastDays: 0, limit: LIMITS.historyLimit.max, ...(status !== undefined && { status }) };
    const { history } = (await client.call(getHistory, { query })).body;
    all.push(...(Array.isArray(history) ? history : []));
  }
  return all.filter(
    ({ post, platforms }) =>
      post === text &&
      (platforms ?? []).some((name) => networks.includes(name) || networks.includes(ALL_NETWORKS)),
  );
}

export function rememberTime({ at }: PlannedPost, now: number): Partial<SentWords> {
  return at === null ? {} : { at, sentAt: now };
}
