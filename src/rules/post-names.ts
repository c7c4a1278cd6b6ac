import { PostBody } from '../facts/post-body.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../facts/post-options.ts';

/** What the members of a post are called. */
export const POST_NAMES: readonly string[] = Object.keys(PostBody.shape);

/** Those of them that are objects of options. */
// Object.keys forgets the names of a constant's members.
export const POST_OPTION_NAMES = Object.keys(OPTIONS_PLATFORM) as readonly PostOptionsName[];
