import * as z from 'zod';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import type { CrierError } from '../../../errors.ts';
import type { NetworkError } from '../../../service/endpoints/comments.ts';
import type { ServicePort } from '../../framework/command/service.ts';
import {
  combineFailures,
  listFailureEntries,
  summarizeUnread,
  type UnreadPart,
} from '../../framework/many/failures.ts';
import { runEach } from '../../framework/many/run-each.ts';
import { readFailedLeg } from '../../framework/output/failures.ts';

/** The profile of a record, as JSON has it. */
export const ProfileAlias = z
  .string()
  .nullable()
  .describe('alias of the profile; null is the Primary Profile');

/** What {@link listUnseen} lists, as JSON. */
export const UNSEEN = z
  .array(
    z.looseObject({
      profile: ProfileAlias,
      postId: z.string().nullable().describe('null for a whole profile'),
    }),
  )
  .describe('networks, posts and profiles that could not be read');

/** The services to read from: of each profile, or of the one in use. */
export async function listProfileServices(
  service: ServicePort,
  allProfiles: boolean,
): Promise<readonly ServicePort[]> {
  return allProfiles ? service.allProfiles() : [service];
}

/** The result of reading for one profile. */
export type ProfileRead<Value> =
  | { readonly profile: string | null; readonly value: Value; readonly failure: null }
  | { readonly profile: string | null; readonly value: null; readonly failure: CrierError };

/**
 * Reads for each profile, by default one after another. The failure of one does not end the others: each has its own key and request
 * limit. When the service does not answer, the rest is not requested.
 *
 * @throws CrierError when there is only one, and it fails
 */
export async function readEachProfile<Value>(
  services: readonly ServicePort[],
  read: (service: ServicePort, profile: string | null) => Promise<Value>,
  requests: { atOnce?: number; progress?(text: string | null): void } = {},
): Promise<readonly ProfileRead<Value>[]> {
  const all: ProfileRead<Value>[] = [];
  const readOne = async (service: ServicePort) => read(service, (await service.choose()).choice.profile);
  for await (const { id: service, ...result } of runEach(services, { ...requests, keys: 'own' }, readOne)) {
    if (result.failure !== null && services.length === 1) throw result.failure;
    all.push({ profile: (await service.choose()).choice.profile, ...result });
  }
  return all;
}

/** Profiles by the words of a sentence. */
export function formatProfile(profile: string | null): string {
  return profile === null ? 'the Primary Profile' : `the profile ${profile}`;
}

/** The failure of some profiles; null for none. @param remainder what happened to the others */
export function combineProfileFailures(
  all: readonly ProfileRead<unknown>[],
  remainder: string,
): CrierError | null {
  const outcomes = all.map(({ profile, failure }) => ({ id: profile ?? 'none', failure }));
  return combineFailures(outcomes, { done: 'read', remainder, noun: 'profile' });
}

/** What could not be seen of a profile that was read. */
export interface UnseenParts {
  /** Networks that failed, each with the post that was read. */
  errors: readonly (NetworkError & { postId: string })[];
  /** Posts that could not be read. */
  failures: readonly { id: string; failure: CrierError }[];
}

/** Networks, posts and profiles that could not be read, for a JSON document. */
export function listUnseen(all: readonly ProfileRead<UnseenParts>[]) {
  return all.flatMap(({ profile, value, failure }) => [
    ...(value?.errors ?? []).map((error) => ({ ...error, profile })),
    ...(value?.failures ?? []).map(({ id, failure: { message } }) => ({ profile, postId: id, message })),
    ...(failure === null ? [] : [{ profile, postId: null, message: failure.message }]),
  ]);
}

/** The note of a read that took only the posts that were published last. */
export function formatCutPosts(count: number): string {
  return `only the latest ${count === 1 ? 'post was' : `${count} posts were`} read: raise --posts to read more`;
}

/** The code of a story whose comments are no longer available, which every story of the past has. */
const STORY_EXPIRED = 485;

/** Profiles that have a line of their own; more are one line together. */
const MOST_LINES = 2;

/**
 * Sentences about networks and posts that could not be read, two at most.
 *
 * @param namesProfiles whether there are several
 * @param skipsExpired whether stories that have expired go without saying
 */
export function summarizeUnseen(
  all: readonly ProfileRead<UnseenParts>[],
  { namesProfiles, skipsExpired = false }: { namesProfiles: boolean; skipsExpired?: boolean },
): readonly string[] {
  const found = all.flatMap(({ profile, value }) => {
    const parts: readonly UnreadPart[] = [
      ...(value?.errors ?? []).map((error) => ({ id: error.postId, error })),
      ...(value?.failures ?? []).flatMap(({ id, failure }) =>
        listFailureEntries(id, failure).map((error) => ({ id, error })),
      ),
    ];
    const reported = skipsExpired ? parts.filter(({ error }) => !isOfExpiredStory(error)) : parts;
    return reported.length === 0 ? [] : [{ where: formatProfile(profile), parts: reported }];
  });
  const together = {
    where: formatCount(found.length, 'profile'),
    parts: found.flatMap(({ parts }) => parts),
  };
  return (found.length > MOST_LINES ? [together] : found).flatMap(
    ({ where, parts }) =>
      summarizeUnread(parts, namesProfiles ? { start: `not read for ${where}: ` } : {}) ?? [],
  );
}

function isOfExpiredStory(error: unknown): boolean {
  return Number(readFailedLeg(error).code) === STORY_EXPIRED;
}
