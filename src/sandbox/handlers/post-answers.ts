import { formatIsoSeconds } from '../../domain/time/read-timestamp.ts';
import { getFailureAction, ServiceFailure } from '../http/service-failure.ts';
import type { PublishResult } from '../publish/publish-post.ts';
import { toCopyResult, toErrorResult } from '../publish/publish-target.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { Profile } from '../store/profiles.ts';

/** A response to a new post. */
export interface NewPostAnswer {
  readonly status: string;
  readonly [field: string]: unknown;
}

/**
 * With a `Profile-Key`, the members of the response are both at top level and in the only entry of `posts`. The
 * contract shows either form, and clients read one of them.
 *
 * @see docs/service/posts.md#response
 */
export function addProfileEntry(answer: NewPostAnswer, { profileKey, title }: Profile): object {
  if (profileKey === null) return answer;
  const post = { ...answer, profileTitle: title };
  return { ...post, posts: [post] };
}

/** The response for a post that was sent to its networks. @see docs/service/posts.md#response, #POST-01, #POST-12 */
export function buildPublishedAnswer(
  { post, copies, errors }: PublishResult,
  { refId }: Profile,
): NewPostAnswer {
  return {
    status: errors.length === 0 ? 'success' : 'error',
    errors: errors.map(toErrorResult),
    id: post.id,
    refId,
    post: post.text,
    postIds: copies.map(toCopyResult),
    ...pickAutoRepostId(post),
  };
}

/** The response for a waiting post. @param isChecked whether it was validated for its networks */
export function buildWaitingAnswer(
  post: Post,
  { refId }: Profile,
  { isChecked }: { readonly isChecked: boolean },
): NewPostAnswer {
  const { status, scheduleDate } = post.about;
  return {
    status: status === 'awaiting approval' ? status : 'scheduled',
    ...(scheduleDate !== null && { scheduleDate: formatIsoSeconds(scheduleDate) }),
    id: post.id,
    refId,
    post: post.text,
    ...(isChecked && { validate: true }),
    ...pickAutoRepostId(post),
  };
}

function pickAutoRepostId({ about: { autoRepostId } }: Post) {
  return autoRepostId === null ? {} : { autoRepostId };
}

type Errors = readonly [PostError, ...PostError[]];

/**
 * The failure of a post that no network accepted; the post is stored all the same.
 *
 * @see docs/service/posts.md#response
 * @see docs/service/readings.md#U-37
 */
export function createPostFailure(published: PublishResult, [first]: Errors, profile: Profile) {
  const { code, message, details, retryAvailable, relink } = first;
  const answer = {
    action: getFailureAction(code, 'post'),
    code,
    message,
    ...(details !== undefined && { details }),
    ...(retryAvailable !== undefined && { retryAvailable }),
    ...(relink === true && { relink }),
    ...buildPublishedAnswer(published, profile),
  };
  return new ServiceFailure(code, { message, answer: addProfileEntry(answer, profile) });
}

/**
 * The failure of a post that its networks would refuse; nothing is sent.
 *
 * @see docs/service/posts.md#body, #response
 */
export function createPostRefusal(errors: Errors): ServiceFailure {
  const [{ code, message, details, platform, retryAvailable, relink }] = errors;
  return new ServiceFailure(code, {
    message,
    ...(details !== undefined && { details }),
    ...(retryAvailable !== undefined && { retryAvailable }),
    ...(relink === true && { relink }),
    platform,
    errors: errors.map(toErrorResult),
  });
}
