import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { Plan } from '../plans.ts';
import { PostableMediaUrl } from './media-library.ts';

const GENERATION = {
  plans: Plan.options,
  addOn: 'maxPack',
  action: 'generate',
} as const;

const Text = z.string().regex(/\S/, 'must not be blank');
const Switch = z.boolean('must be true or false').optional();

/** Writes a post about a text or media. @see docs/service/endpoints.md#generate */
export const generatePost = {
  ...GENERATION,
  method: 'POST',
  path: '/generate/post',
  effect: 'none',
  sample: { body: { text: 'coffee' } },
  body: z
    .strictObject({
      text: Text.optional().describe('what the post is about'),
      mediaUrls: z.array(PostableMediaUrl, 'must be a list of URLs').min(1, 'must not be empty').optional(),
      hashtags: Switch.describe('whether to add hashtags (default: true)'),
      emojis: Switch.describe('whether to add emojis (default: false)'),
      twitter: Switch.describe('whether the post must fit into one on X (default: false)'),
    })
    .refine(({ text, mediaUrls }) => text !== undefined || mediaUrls !== undefined, {
      error: 'is required, unless mediaUrls is given',
      path: ['text'],
    }),
  answer: z.looseObject({ status: z.string().nullish(), post: z.string().nullish() }),
  errors: [101, 136],
} as const satisfies Endpoint;

/** Writes variations of a post. @see docs/service/endpoints.md#generate */
export const rewritePost = {
  ...GENERATION,
  method: 'POST',
  path: '/generate/rewrite',
  effect: 'none',
  sample: { body: { post: 'coffee' } },
  body: z.strictObject({ post: Text }),
  answer: z.looseObject({
    status: z.string().nullish(),
    variations: z.array(z.string()).nullish(),
  }),
  errors: [101],
} as const satisfies Endpoint;

/** Translates a text. The names `lang` and `translation` are assumptions. @see docs/service/endpoints.md#generate */
export const createTranslation = {
  ...GENERATION,
  method: 'POST',
  path: '/generate/translate',
  effect: 'none',
  sample: { body: { text: 'coffee' } },
  body: z.strictObject({
    text: Text,
    lang: Text.optional().describe('code of the language to translate to, such as fr'),
  }),
  answer: z.looseObject({ status: z.string().nullish(), translation: z.string().nullish() }),
  errors: [101],
} as const satisfies Endpoint;

/** Transcribes a video. The name `transcription` is an assumption. @see docs/service/endpoints.md#generate */
export const createTranscription = {
  ...GENERATION,
  method: 'POST',
  path: '/generate/transcription',
  effect: 'none',
  sample: { body: { videoUrl: 'https://a.example/b.mp4' } },
  body: z.strictObject({ videoUrl: PostableMediaUrl }),
  answer: z.looseObject({ status: z.string().nullish(), transcription: z.string().nullish() }),
  errors: [101, 136],
} as const satisfies Endpoint;

/** Describes an image. @see docs/service/endpoints.md#generate */
export const createAltText = {
  ...GENERATION,
  method: 'POST',
  path: '/generate/altText',
  effect: 'none',
  sample: { body: { url: 'https://a.example/b.jpg' } },
  body: z.strictObject({ url: PostableMediaUrl }),
  answer: z.looseObject({ status: z.string().nullish(), altText: z.string().nullish() }),
  errors: [101, 136],
} as const satisfies Endpoint;
