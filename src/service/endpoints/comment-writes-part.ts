import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { AnyId } from '../ids.ts';
import { Plan } from '../plans.ts';
import {
  CommentDeletion,
  CommentDeletionByPath,
  CommentWritten,
  NewComment,
  NewReply,
} from './comment-writes.ts';

const COMMON = { query: NO_INPUT, answer: CommentWritten, plans: Plan.options, action: 'comments' } as const;

/** Codes with which a network rejects a write or a deletion. */
const REFUSALS = [156, 161, 219, 272, 326, 364, 416, 417, 419, 423, 1415] as const;

/** @see docs/service/comments.md#create */
export const createComment = {
  ...COMMON,
  method: 'POST',
  path: '/comments/{id}',
  params: z.strictObject({ id: AnyId }),
  body: NewComment,
  errors: [101, 186, 288, 485, ...REFUSALS],
} as const satisfies Endpoint;

/** The same call in the `alt` dialect. @see docs/service/comments.md#dialects */
export const createCommentInAlt = {
  ...createComment,
  path: '/comments',
  params: NO_INPUT,
  body: NewComment.safeExtend({ id: AnyId }),
} as const satisfies Endpoint;

/** @see docs/service/comments.md#reply */
export const replyToComment = {
  ...COMMON,
  method: 'POST',
  path: '/comments/reply',
  params: NO_INPUT,
  body: NewReply,
  errors: [101, 186, 288, 485, ...REFUSALS],
} as const satisfies Endpoint;

/** @see docs/service/comments.md#delete */
export const deleteComments = {
  ...COMMON,
  method: 'DELETE',
  path: '/comments',
  params: NO_INPUT,
  body: CommentDeletion,
  errors: [101, 186, 328, 485, ...REFUSALS],
} as const satisfies Endpoint;

/** The same call in the `alt` dialect. @see docs/service/comments.md#dialects */
export const deleteCommentsInAlt = {
  ...deleteComments,
  path: '/comments/{id}',
  params: z.strictObject({ id: AnyId }),
  body: CommentDeletionByPath,
} as const satisfies Endpoint;
