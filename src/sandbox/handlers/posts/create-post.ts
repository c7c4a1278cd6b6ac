import * as z from 'zod';
import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { createPost as ENDPOINT } from '../../../service/endpoints/posts.ts';
import type { PostBody } from '../../../service/post-body.ts';
import { generateAutoRepostId } from '../../generate-ids.ts';
import { createAccessFailure } from '../../http/access.ts';
import { checkInput } from '../../http/read-input.ts';
import { buildFailureReply, createInputFailure, ServiceFailure } from '../../http/service-failure.ts';
import { claimSlot, findNextSlot, getScheduleTitle } from '../../publish/claim-slot.ts';
import { decideTargets, hasEveryAdditionFailed, previewPost } from '../../publish/decide-targets.ts';
import { recordPublished } from '../../publish/publish-post.ts';
import { toCopyWarning } from '../../publish/publish-target.ts';
import { hasIdempotencyKey, insertPost, type Post } from '../../store/posts.ts';
import { findProfileByKey, type Profile } from '../../store/profiles.ts';
import type { CopyWarning } from '../../store/social-posts.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { isSome } from '../network-legs.ts';
import {
  addProfileEntry,
  buildPost,
  buildPublishedAnswer,
  buildWaitingAnswer,
  createPostFailure,
  createPostRefusal,
  type Draft,
  type NewPostAnswer,
  readDraft,
} from './new-post.ts';

/**
 * Publishes a post at once, or stores it until its date or its approval.
 *
 * @see docs/service/posts.md#body, #response, #POST-01, #POST-12, #POST-17
 */
export const createPost: Handler<'createPost'> = ({ body }, context) => {
  const { post, profiles } = readPostProfiles(body, context);
  const [only, ...others] = profiles;
  if (others.length === 0) return createForProfile(post, { ...context, profile: only });
  return postForEach(profiles, (profile) => createForProfile(post, { ...context, profile }));
};

function createForProfile(body: PostBody, context: HandlerContext): object {
  const { store, profile, random } = context;
  const draft = readDraft(body, context);
  const answer = store.transaction(() => {
    refuseUsedKey(draft, context);
    const autoRepostId = getRepost(body) === undefined ? null : generateAutoRepostId(random);
    const post = buildPost(draft, { at: findFirstTime(body, context), autoRepostId }, context);
    return post.about.status === null ? publishNow(draft, post, context) : keepForLater(draft, post, context);
  });
  // Not thrown in the transaction: an injected fault that applied is used up.
  if (answer instanceof ServiceFailure) throw answer;
  const warnings = draft.warnings.map(toCopyWarning);
  return addProfileEntry({ ...answer, ...(warnings.length > 0 && { warnings }) }, profile);
}

/** @see docs/service/posts.md#body */
function refuseUsedKey({ body: { idempotencyKey } }: Draft, { store, profile }: HandlerContext): void {
  if (idempotencyKey === undefined || !hasIdempotencyKey(store, profile.id, idempotencyKey)) return;
  throw new ServiceFailure(1409, { message: 'A post with this idempotencyKey was sent before.' });
}

/** Stored whatever the result, except when the service itself failed before any network was called. */
function publishNow(draft: Draft, post: Post, context: HandlerContext): NewPostAnswer | ServiceFailure {
  const { store, random, now, profile } = context;
  const decided = decideTargets(store, post, now);
  const { accepted, errors } = decided;
  if (hasEveryAdditionFailed(decided) && isSome(errors)) return createPostRefusal(errors);
  insertPost(store, post, draft.body.idempotencyKey);
  const published = recordPublished({ store, random, now: () => now }, post, decided);
  storeReposts(draft, post, context);
  if (accepted.length === 0 && isSome(errors)) return createPostFailure(published, errors, profile);
  return buildPublishedAnswer(published, profile);
}

/** @throws ServiceFailure when it has a date, is validated, and one of its networks would refuse it */
function keepForLater(draft: Draft, post: Post, context: HandlerContext): NewPostAnswer {
  const { store, profile } = context;
  const { scheduleDate } = post.about;
  const isChecked = draft.body.validateScheduled !== false && scheduleDate !== null;
  if (isChecked) {
    const { errors } = previewPost(store, post, scheduleDate);
    if (isSome(errors)) throw createPostRefusal(errors);
  }
  insertPost(store, post, draft.body.idempotencyKey);
  claimSlot(store, post);
  storeReposts(draft, post, context);
  return buildWaitingAnswer(post, profile, { isChecked });
}

/** A network that is not linked does not make a post invalid, as long as there is another one. */
const NOT_LINKED = 156;

/**
 * Validates a post as publishing it would, without publishing. Of several profiles in the body, the first one counts.
 *
 * @see docs/service/errors.md#code-156
 * @see docs/service/posts.md#body
 * @see docs/service/endpoints.md#other-endpoints
 */
export const validatePost: Handler<'validatePost'> = ({ body: sent }, caller) => {
  const { post: body, profiles } = readPostProfiles(sent, caller);
  const [profile] = profiles;
  const context = { ...caller, profile };
  const draft = readDraft(body, context);
  const at = findFirstTime(body, context);
  const post = buildPost(draft, { at, autoRepostId: null }, context);
  const { errors, warnings } = previewPost(context.store, post, post.about.scheduleDate ?? context.now);
  const isNowhere = errors.length === draft.platforms.length;
  const wrong = isNowhere ? errors : errors.filter(({ code }) => code !== NOT_LINKED);
  if (isSome(wrong)) throw createPostRefusal(wrong);
  const known = [...errors, ...warnings, ...draft.warnings.map(toCopyWarning)];
  return {
    status: 'success',
    message: 'The post is valid.',
    warnings: known.map(toValidationWarning),
  };
};

function toValidationWarning(warning: CopyWarning) {
  return { action: 'validate', status: 'warning', ...warning };
}

const Key = z.string('must be a profile key').regex(/\S/, 'must not be blank');
const Keys = z.object({
  profileKey: Key.optional(),
  profileKeys: z.array(Key, 'must be a list of profile keys').optional(),
});

/**
 * Reads which profiles a post is for: existing clients also name User Profiles in the body, by `profileKey` or
 * `profileKeys`. Without them it is for the profile of the request.
 *
 * @throws ServiceFailure 102 for an unknown key, 101 when the header `Profile-Key` names another profile
 * @see docs/service/posts.md
 */
function readPostProfiles(
  body: PostBody,
  { store, profile }: HandlerContext,
): { post: PostBody; profiles: readonly [Profile, ...Profile[]] } {
  const { profileKey, profileKeys, ...post } = body;
  const named = Keys.parse(checkInput(Keys, { profileKey, profileKeys }));
  const keys = [...(named.profileKey === undefined ? [] : [named.profileKey]), ...(named.profileKeys ?? [])];
  const [first, ...others] = [...new Set(keys)].map((key) => {
    const found = findProfileByKey(store, key);
    if (found !== undefined) return found;
    throw createAccessFailure('profileKeys: no profile of this account has one of these keys');
  });
  if (first === undefined) return { post, profiles: [profile] };
  const isAnother = profile.profileKey !== null && ![first, ...others].some(({ id }) => id === profile.id);
  if (isAnother) throw createInputFailure('profileKeys: must include the profile of the header Profile-Key');
  return { post, profiles: [first, ...others] };
}

/**
 * Creates the post for each of several profiles, independently of each other.
 *
 * @throws ServiceFailure when it fails for all of them, with the code of the first
 */
function postForEach(profiles: readonly Profile[], postFor: (profile: Profile) => object): object {
  const ends = profiles.map((profile) => runForProfile(profile, postFor));
  const posts = ends.map(({ post }) => post);
  const [first] = ends;
  if (first?.code !== null && first !== undefined && ends.every(({ code }) => code !== null)) {
    const { message } = first.post;
    const answer = { action: ENDPOINT.action, status: 'error', code: first.code, message, posts };
    throw new ServiceFailure(first.code, { answer });
  }
  const isAll = posts.every(({ status }) => status !== 'error');
  return { status: isAll ? 'success' : 'error', posts };
}

function runForProfile(
  profile: Profile,
  postFor: (profile: Profile) => object,
): { post: LooseRecord; code: number | null } {
  try {
    return { post: extractPost(postFor(profile)), code: null };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { body } = buildFailureReply(error, ENDPOINT.action);
    return { post: { ...extractPost(body), profileTitle: profile.title }, code: error.code };
  }
}

/** A response without its own copy in `posts`. */
function extractPost(answer: object): LooseRecord {
  const posts = getField(answer, 'posts');
  const [first] = Array.isArray(posts) ? posts.filter(isRecord) : [];
  return first ?? { ...answer };
}

/** How a post is to be repeated, if it is; a post with a date is not. @see docs/service/posts.md#body */
function getRepost({ autoRepost, scheduleDate }: PostBody): PostBody['autoRepost'] {
  return scheduleDate === undefined ? autoRepost : undefined;
}

/**
 * When a post is first published; null for immediately.
 *
 * @throws ServiceFailure 192 when its posting schedule is not set, or has no slot left
 */
function findFirstTime(body: PostBody, context: HandlerContext): number | null {
  const date = body.scheduleDate ?? getRepost(body)?.startDate;
  const earliest = date === undefined ? null : Date.parse(date);
  return findTime(body, earliest, context);
}

/** The time itself, or the first free slot from then on. @param earliest null for immediately */
function findTime(body: PostBody, earliest: number | null, context: HandlerContext): number | null {
  const { store, profile, now } = context;
  const title = getScheduleTitle(body);
  if (title === null) return earliest;
  const after = Math.max(now, (earliest ?? now) - 1);
  return findNextSlot(store, { profile: profile.id, title, after });
}

/**
 * Stores the posts that repeat this one, at intervals of the given number of days; with a posting schedule, each at the
 * first free slot from then on.
 */
function storeReposts(draft: Draft, first: Post, context: HandlerContext): void {
  const { repeat, days } = getRepost(draft.body) ?? { repeat: 0, days: 0 };
  const { autoRepostId, scheduleDate } = first.about;
  for (let time = 1; time <= repeat; time += 1) {
    const planned = (scheduleDate ?? first.created) + time * days * DAY_MS;
    const post = buildPost(draft, { at: findTime(draft.body, planned, context), autoRepostId }, context);
    insertPost(context.store, post);
    claimSlot(context.store, post);
  }
}
