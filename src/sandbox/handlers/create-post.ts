import type { PostBody } from '../../service/post-body.ts';
import { generateAutoRepostId } from '../generate-ids.ts';
import { ServiceFailure } from '../http/service-failure.ts';
import { decideTargets, hasEveryAdditionFailed } from '../publish/decide-targets.ts';
import { previewPost } from '../publish/preview-post.ts';
import { recordPublished } from '../publish/publish-post.ts';
import { toCopyWarning } from '../publish/target-warnings.ts';
import type { Post } from '../store/posts.ts';
import { getFirstTime, getRepost, storeReposts } from './auto-repost.ts';
import { buildPost, type Draft, readDraft } from './build-post.ts';
import { postForEach, readPostProfiles } from './for-profiles.ts';
import type { Handler, HandlerContext } from './handler.ts';
import { isSome } from './network-legs.ts';
import {
  addProfileEntry,
  buildPublishedAnswer,
  buildWaitingAnswer,
  createPostFailure,
  createPostRefusal,
  type NewPostAnswer,
} from './post-answers.ts';

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
    const post = buildPost(draft, { at: getFirstTime(body), autoRepostId }, context);
    return post.about.status === null ? publishNow(draft, post, context) : keepForLater(draft, post, context);
  });
  // Not thrown in the transaction: an injected fault that applied is used up.
  if (answer instanceof ServiceFailure) throw answer;
  const warnings = draft.warnings.map(toCopyWarning);
  return addProfileEntry({ ...answer, ...(warnings.length > 0 && { warnings }) }, profile);
}

/** @see docs/service/posts.md#body */
function refuseUsedKey({ body: { idempotencyKey } }: Draft, { store, profile }: HandlerContext): void {
  if (idempotencyKey === undefined || !store.posts.hasKey(profile.id, idempotencyKey)) return;
  throw new ServiceFailure(1409, { message: 'A post with this idempotencyKey was sent before.' });
}

/** Stored whatever the result, except when the service itself failed before any network was called. */
function publishNow(draft: Draft, post: Post, context: HandlerContext): NewPostAnswer | ServiceFailure {
  const { store, random, now, profile } = context;
  const decided = decideTargets(context, post, now);
  const { accepted, errors } = decided;
  if (hasEveryAdditionFailed(decided) && isSome(errors)) return createPostRefusal(errors);
  store.posts.add(post, draft.body.idempotencyKey);
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
  store.posts.add(post, draft.body.idempotencyKey);
  storeReposts(draft, post, context);
  return buildWaitingAnswer(post, profile, { isChecked });
}
