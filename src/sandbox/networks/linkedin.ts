import { formatIsoSeconds } from '../../domain/time/format-iso-seconds.ts';
import { buildPortraitUrl, type NetworkShape } from './network-shape.ts';

/** @see docs/service/comments.md#record, #COM-24: replies are asked for by comment id */
export const LINKEDIN: NetworkShape = {
  replies: 'apart',
  comment: ({ comment, post }) => ({
    comment: comment.text,
    commentId: comment.id,
    commentUrn: comment.id.startsWith('urn:') ? comment.id : `urn:li:comment:(${post.id},${comment.id})`,
    created: formatIsoSeconds(comment.created),
    from: {
      name: comment.author.name,
      id: comment.author.id,
      url: `https://linkedin.example/${comment.author.company ? 'company' : 'in'}/${comment.author.handle}`,
      description: comment.author.bio ?? '',
    },
    likeCount: comment.likes,
    media: [],
    platform: post.platform,
    profileImageUrl: buildPortraitUrl(post, comment.author),
    userName: comment.author.handle,
    ...comment.author.company,
  }),
};
