import type { PostChange } from '../../service/endpoints/post-changes.ts';
import type { PostBody } from '../../service/post-body.ts';
import { createInputFailure } from '../http/service-failure.ts';
import { getPostBody } from '../publish/get-post-body.ts';
import type { Post } from '../store/posts.ts';

/**
 * Changes the content of a post.
 *
 * @throws ServiceFailure 101 for options of a network that the post does not go to
 */
export function changeContent(post: Post, change: PostChange): Post {
  const { notes = post.about.notes, disableComments, youTubeOptions } = change;
  if (youTubeOptions !== undefined && !post.about.platforms.includes('youtube')) {
    throw createInputFailure('youTubeOptions: the post does not go to youtube');
  }
  const body = getPostBody(post);
  const options = { ...body.youTubeOptions, ...pickDefined(youTubeOptions ?? {}) };
  return {
    ...post,
    about: {
      ...post.about,
      notes,
      body: {
        ...body,
        ...(disableComments !== undefined && setDisableComments(body, disableComments)),
        ...(youTubeOptions !== undefined && { youTubeOptions: options }),
      },
    },
  };
}

/** The later value counts, wherever the former one is set. */
function setDisableComments({ tikTokOptions }: PostBody, disableComments: boolean): Partial<PostBody> {
  if (tikTokOptions?.disableComments === undefined) return { disableComments };
  return { disableComments, tikTokOptions: { ...tikTokOptions, disableComments } };
}

/** Removes undefined members. */
function pickDefined<Fields extends object>(fields: Fields) {
  // Object.entries loses the types of the members; those that remain have them.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
