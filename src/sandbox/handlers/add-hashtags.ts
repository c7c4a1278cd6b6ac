import { insertHashtags } from '../publish/insert-hashtags.ts';
import type { Handler } from './handler.ts';

/** Defaults. @see docs/service/endpoints.md#other-endpoints */
const USUAL = { max: 2, position: 'auto' } as const;

export const addHashtags: Handler<'addHashtags'> = ({ body }) => {
  const { post, max = USUAL.max, position = USUAL.position } = body;
  return { post: insertHashtags(post, { max, position }) };
};
