import * as z from 'zod';
import { type Endpoint, NOTHING } from '../endpoint.ts';
import { ServicePostId } from '../ids.ts';
import { Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';
import {
  HistoryAnswer,
  HistoryQuery,
  PlatformHistoryAnswer,
  PlatformHistoryQuery,
  PostRecord,
} from '../posts.ts';

export const getPost = {
  method: 'GET',
  path: '/post/{id}',
  params: z.strictObject({ id: ServicePostId }),
  query: NOTHING,
  body: null,
  answer: PostRecord,
  plans: Plan.options,
  action: 'post',
  errors: [186],
} as const satisfies Endpoint;

export const getHistory = {
  method: 'GET',
  path: '/history',
  params: NOTHING,
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
  query: NOTHING,
  body: null,
  answer: PostRecord,
  plans: Plan.options,
  action: 'history',
  errors: [186],
} as const satisfies Endpoint;
