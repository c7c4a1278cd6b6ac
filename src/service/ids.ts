import * as z from 'zod';

/** Length and alphabet are not specified, so an id only must not be blank. Ids are never numbers. */
const Id = z.string().regex(/\S/, 'must not be blank');

export const ServicePostId = Id.describe('Service Post ID: `id` of the answer to a new post');
export const SocialPostId = Id.describe(
  'Social Post ID: the id that a network assigned to its copy of a post',
);
export const ServiceCommentId = Id.describe(
  'Service Comment ID: assigned when a comment is posted through the service',
);
export const SocialCommentId = Id.describe('Social Comment ID: `commentId` in an answer with comments');
export const AnyId = Id.describe('Service Post ID, Service Comment ID, Social Post ID or Social Comment ID');
export const AutomationId = Id.describe('automation id, as printed by `automations list`');
export const AudioId = Id.describe('Instagram audio id, as printed by `audio search`');

/** The kinds of post and comment ids. @see docs/service/general.md#identifiers, #identifier-formats */
export const ID_KINDS = {
  ServicePostId: {
    name: 'Service Post ID',
    from: 'the service',
    found: '`id` in the response to a new post',
    use: 'comments, analytics and deletion of a post on all of its networks',
  },
  SocialPostId: {
    name: 'Social Post ID',
    from: 'a network',
    found: '`id` in `postIds` of a post, in comments and in the history',
    use: 'reading a post on one network, even if made outside the service',
  },
  ServiceCommentId: {
    name: 'Service Comment ID',
    from: 'the service',
    found: '`commentId` in the response to a new comment',
    use: 'reading, answering and deleting a comment made through the service',
  },
  SocialCommentId: {
    name: 'Social Comment ID',
    from: 'a network',
    found: '`commentId` in a response with comments',
    use: 'comments made outside the service, such as replies on LinkedIn',
  },
} as const;

/** Ids in the format of the service and the network, for generated samples. */
export const SAMPLE_IDS = {
  automation: 'auto_K4mZ8qT2xW',
  trigger: 'trg_p7Rk2a',
  action: 'act_v3Nd9s',
  person: '17841499000000777',
  /** The network's id of a post. */
  post: '17999000000000456',
} as const;

const SHAPE = /^(?=.*[A-Za-z])[A-Za-z\d]{20}$/;

/** Whether an id looks like a Service Post ID; networks with automations use numeric ids. */
export function isLikelyServicePostId(id: string): boolean {
  return SHAPE.test(id);
}
