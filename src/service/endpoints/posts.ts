import * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import { ServicePostId } from '../ids.ts';
import { Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';
import { PostBody } from '../post-body.ts';
import {
  HistoryAnswer,
  HistoryQuery,
  PlatformHistoryAnswer,
  PlatformHistoryQuery,
  PostRecord,
} from '../posts.ts';
import { Deleted, PostAnswer, PostChanged, PostChecked } from './post-answers.ts';
import { PostDeletion, PostUpdate } from './post-changes.ts';

export const getPost = {
  method: 'GET',
  path: '/post/{id}',
  params: z.strictObject({ id: ServicePostId }),
  query: NO_INPUT,
  body: null,
  answer: PostRecord,
  plans: Plan.options,
  action: 'post',
  errors: [186],
} as const satisfies Endpoint;

export const getHistory = {
  method: 'GET',
  path: '/history',
  params: NO_INPUT,
  query: HistoryQuery,
  body: null,
  answer: HistoryAnswer,
  plans: Plan.options,
  action: 'history',
  errors: [101, 221],
} as const satisfies Endpoint;

export const getPlatformHistory = {
  method: 'GET',
  path: '/history/{platform}',
  params: z.strictObject({ platform: Platform }),
  query: PlatformHistoryQuery,
  body: null,
  answer: PlatformHistoryAnswer,
  plans: Plan.options,
  action: 'history',
  errors: [101, 156, 161, 272, 364, 416, 419, 423],
} as const satisfies Endpoint;

export const getHistoryById = {
  method: 'GET',
  path: '/history/{id}',
  params: z.strictObject({ id: ServicePostId }),
  query: NO_INPUT,
  body: null,
  answer: PostRecord,
  plans: Plan.options,
  action: 'history',
  errors: [186],
} as const satisfies Endpoint;

const POST = { params: NO_INPUT, query: NO_INPUT, plans: Plan.options, action: 'post' } as const;

/** Codes with which a network, or the check for it, rejects a post. */
const REFUSALS = [
  107, 108, 110, 111, 136, 137, 138, 139, 156, 159, 161, 164, 182, 239, 272, 275, 326, 364, 379, 416, 417,
  419, 423, 435, 436, 440, 441, 442, 443, 447, 448, 449, 450, 451, 452, 453, 454, 476, 479, 499, 519,
] as const;

/** @see docs/service/posts.md#body, #response */
export const createPost = {
  ...POST,
  method: 'POST',
  path: '/post',
  body: PostBody,
  answer: PostAnswer,
  errors: [101, ...REFUSALS, 192, 1409],
} as const satisfies Endpoint;

/** Dry run: nothing is posted. @see docs/service/posts.md#body @see docs/service/endpoints.md#other-endpoints */
export const validatePost = {
  ...POST,
  method: 'POST',
  path: '/validate/post',
  body: PostBody,
  answer: PostChecked,
  action: 'validate',
  errors: [101, ...REFUSALS],
} as const satisfies Endpoint;

/** Unlike elsewhere, unknown fields are rejected with 101. @see docs/service/posts.md#update */
export const updatePost = {
  ...POST,
  method: 'PATCH',
  path: '/post',
  body: PostUpdate,
  refusesUnknown: true,
  answer: PostChanged,
  errors: [101, 186],
} as const satisfies Endpoint;

/** @see docs/service/posts.md#update */
export const retryPost = {
  ...POST,
  method: 'PUT',
  path: '/post/retry',
  body: z.looseObject({ id: ServicePostId }),
  answer: PostChanged,
  errors: [101, 186, 419],
} as const satisfies Endpoint;

/** @see docs/service/posts.md#update */
export const deletePost = {
  ...POST,
  method: 'DELETE',
  path: '/post',
  body: PostDeletion,
  answer: Deleted,
  action: 'delete',
  errors: [101, 114, 156, 161, 272, 364, 382, 383, 416, 419, 1415],
} as const satisfies Endpoint;
