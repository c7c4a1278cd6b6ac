import { getField, isRecord, type LooseRecord } from '../json/loose-record.ts';

/**
 * Unwraps the answer to a new post: with a `Profile-Key` it is the only entry of `posts`. Several entries are not
 * documented; then the first describes the post, and all of them the networks.
 *
 * @see docs/service/posts.md#response
 */
export function unwrapPost(answer: unknown): LooseRecord {
  if (!isRecord(answer)) return {};
  const { posts, ...outer } = answer;
  const inner = Array.isArray(posts) ? posts.filter(isRecord) : isRecord(posts) ? [posts] : [];
  const [first, ...others] = inner;
  if (first === undefined) return answer;
  const whole = { ...outer, ...first };
  if (others.length === 0) return whole;
  const listed = (name: string) => inner.flatMap((post) => getField(post, name) ?? []);
  return { ...whole, postIds: listed('postIds'), errors: listed('errors') };
}
