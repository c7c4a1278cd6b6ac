import { PostBody } from '../../service/post-body.ts';
import { OPTIONS_PLATFORM, type PostOptionsName } from '../../service/post-options.ts';

/** The field names of a post. */
export const POST_NAMES: readonly string[] = Object.keys(PostBody.shape);

/** The names of the option objects. */
// Object.keys loses the literal key types.
export const POST_OPTION_NAMES = Object.keys(OPTIONS_PLATFORM) as readonly PostOptionsName[];
