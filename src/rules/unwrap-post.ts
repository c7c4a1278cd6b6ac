import { getField, isRecord, type LooseRecord } from './loose-record.ts';

/**
 * The answer to a new post without its wrapping: with a `Profile-Key` it stands in `posts`, alone. Of several, which
 * nobody promised, the first one tells of the post, and all of them of the networks.
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
