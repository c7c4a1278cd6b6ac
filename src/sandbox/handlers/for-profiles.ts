import * as z from 'zod';
import { getField, isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import { ENDPOINTS } from '../../service/endpoints.ts';
import type { PostBody } from '../../service/post-body.ts';
import { createAccessFailure } from '../http/access.ts';
import { checkInput } from '../http/read-input.ts';
import { buildFailureReply, createInputFailure, ServiceFailure } from '../http/service-failure.ts';
import type { Profile } from '../store/profiles.ts';
import type { HandlerContext } from './handler.ts';

const Key = z.string('must be a profile key').regex(/\S/, 'must not be blank');
const Keys = z.object({
  profileKey: Key.optional(),
  profileKeys: z.array(Key, 'must be a list of profile keys').optional(),
});

/** A post without profile keys, which are not stored, and the profiles it is for. */
interface PostProfiles {
  readonly post: PostBody;
  readonly profiles: readonly [Profile, ...Profile[]];
}

/**
 * Reads which profiles a post is for: existing clients also name User Profiles in the body, by `profileKey` or
 * `profileKeys`. Without them it is for the profile of the request.
 *
 * @throws ServiceFailure 102 for an unknown key, 101 when the header `Profile-Key` names another profile
 * @see docs/service/posts.md
 */
export function readPostProfiles(body: PostBody, { store, profile }: HandlerContext): PostProfiles {
  const { profileKey, profileKeys, ...post } = body;
  const named = Keys.parse(checkInput(Keys, { profileKey, profileKeys }));
  const keys = [...(named.profileKey === undefined ? [] : [named.profileKey]), ...(named.profileKeys ?? [])];
  const [first, ...others] = [...new Set(keys)].map((key) => {
    const found = store.profiles.findByKey(key);
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
export function postForEach(profiles: readonly Profile[], postFor: (profile: Profile) => object): object {
  const ends = profiles.map((profile) => runForProfile(profile, postFor));
  const posts = ends.map(({ post }) => post);
  const [first] = ends;
  if (first?.code !== null && first !== undefined && ends.every(({ code }) => code !== null)) {
    const { message } = first.post;
    const answer = { action: ENDPOINTS.createPost.action, status: 'error', code: first.code, message, posts };
    throw new ServiceFailure(first.code, { answer });
  }
  const isAll = posts.every(({ status }) => status !== 'error');
  return { status: isAll ? 'success' : 'error', posts };
}

interface ProfileOutcome {
  readonly post: LooseRecord;
  /** Null unless it failed. */
  readonly code: number | null;
}

function runForProfile(profile: Profile, postFor: (profile: Profile) => object): ProfileOutcome {
  try {
    return { post: extractPost(postFor(profile)), code: null };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    const { body } = buildFailureReply(error, ENDPOINTS.createPost.action);
    return { post: { ...extractPost(body), profileTitle: profile.title }, code: error.code };
  }
}

/** A response without its own copy in `posts`. */
function extractPost(answer: object): LooseRecord {
  const posts = getField(answer, 'posts');
  const [first] = Array.isArray(posts) ? posts.filter(isRecord) : [];
  return first ?? { ...answer };
}
