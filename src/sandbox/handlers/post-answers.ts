import { formatIsoSeconds } from '../../rules/format-iso-seconds.ts';
import { toCopyResult, toErrorResult } from '../publish/post-result.ts';
import type { PublishResult } from '../publish/publish-post.ts';
import { getFailureAction, ServiceFailure } from '../service-failure.ts';
import type { Post, PostError } from '../store/posts.ts';
import type { Profile } from '../store/profiles.ts';

/** An answer to a new post. */
export interface NewPostAnswer {
  readonly status: string;
  readonly [field: string]: unknown;
}

/**
 * The answer to a caller: with a `Profile-Key` its members are at top level and, once more, the only entry of `posts`.
 * The contract shows either form, and clients read one of them.
 *
 * @see docs/service/posts.md#response
 */
export function addProfileEntry(answer: NewPostAnswer, { profileKey, title }: Profile): object {
  if (profileKey === null) return answer;
  const post = { ...answer, profileTitle: title };
  return { ...post, posts: [post] };
}

/** To one that was sent to its networks. @see docs/service/posts.md#response, #POST-01, #POST-12 */
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

/** To one that waits. @param isChecked whether its networks were looked at */
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
 * Says that no network took a post, which is kept all the same.
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
 * Refuses a post before it is sent to any network, for what networks would say.
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
