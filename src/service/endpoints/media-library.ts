import * as z from 'zod';
import { ASSUMED } from '../assumed.ts';
import type { Endpoint } from '../endpoint.ts';
import { MEDIA_PATHS } from '../media-limits.ts';
import { Plan } from '../plans.ts';
import { Platform } from '../platforms.ts';
import { Timestamp } from '../times.ts';

const { fileNameCharacters } = ASSUMED;

const FileName = z
  .string()
  .regex(/\S/, 'must not be blank')
  .max(fileNameCharacters, `must have at most ${fileNameCharacters} characters`)
  .describe('name of the file');
const MediaUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https or http URL' })
  .describe('URL of an image or video');

const HTTPS = 'must be an https URL';

/** URL of media as a post takes it: `https`, or a file that was uploaded to a sandbox, whose port has no TLS. */
export const PostableMediaUrl = z
  .url({ protocol: /^https?$/, error: HTTPS })
  .refine((url) => URL.parse(url)?.protocol === 'https:' || url.includes(MEDIA_PATHS.file), HTTPS);

const ContentType = z
  .string('must be a string')
  .regex(/^[\w.+-]+\/[\w.+-]+$/, 'must be a media type such as video/mp4')
  .describe('media type of the file');

/** What the library knows about a file. Chosen: its members are not documented. @see docs/service/endpoints.md#media */
export const LibraryFile = z.looseObject({
  id: z.string().nullish(),
  url: z.string().nullish().describe('URL to use in `mediaUrls` of a post'),
  fileName: z.string().nullish(),
  description: z.string().nullish(),
  contentType: z.string().nullish().describe('media type, by the bytes of the file'),
  size: z.number().nullish().describe('in bytes'),
  width: z.number().nullish().describe('in pixels'),
  height: z.number().nullish().describe('in pixels'),
  duration: z.number().nullish().describe('of a video, in seconds'),
  created: Timestamp,
});
export type LibraryFile = z.infer<typeof LibraryFile>;

const ABOUT = { plans: Plan.options, action: 'media' } as const;

/** Uploads a small file. @see docs/service/endpoints.md#media */
export const uploadMedia = {
  ...ABOUT,
  method: 'POST',
  path: '/media/upload',
  otherPaths: [{ path: '/upload' }],
  effect: 'draft',
  sample: { body: { file: 'data:image/png;base64,iVBORw==' } },
  body: z.strictObject({
    file: z
      .string()
      .startsWith('data:', 'must be a data URI, such as data:image/png;base64,…')
      .describe('the file as a data URI'),
    fileName: FileName.optional(),
    description: z.string('must be a string').optional(),
  }),
  answer: LibraryFile,
  errors: [101, 164],
} as const satisfies Endpoint;

/** Returns an address to which a file of any size is sent. @see docs/service/endpoints.md#media */
export const getUploadUrl = {
  ...ABOUT,
  method: 'GET',
  path: '/media/uploadUrl',
  effect: 'none',
  sample: { query: { fileName: 'a.png' } },
  query: z.strictObject({ fileName: FileName, contentType: ContentType.optional() }),
  answer: z.looseObject({
    accessUrl: z.string().describe('URL of the file once it is uploaded, for `mediaUrls` of a post'),
    contentType: z.string().nullish().describe('media type to send the file with'),
    uploadUrl: z.string().describe('takes the file by PUT, without keys'),
  }),
  errors: [101],
} as const satisfies Endpoint;

/** Lists the files of the library, newest first. @see docs/service/endpoints.md#media */
export const listMedia = {
  ...ABOUT,
  method: 'GET',
  path: '/media',
  effect: 'none',
  sample: {},
  answer: z.array(LibraryFile),
  errors: [],
} as const satisfies Endpoint;

/** Returns what is known about a file. @see docs/service/endpoints.md#media */
export const getMediaMeta = {
  ...ABOUT,
  method: 'GET',
  path: '/media/meta',
  effect: 'none',
  sample: { query: { mediaUrl: 'https://media.example/a.png' } },
  query: z.strictObject({ mediaUrl: MediaUrl }),
  answer: LibraryFile.extend({
    status: z.unknown().optional(),
    mediaUrl: z.string().nullish(),
  }),
  errors: [101, 136],
} as const satisfies Endpoint;

/** Checks whether a file can be fetched. @see docs/service/endpoints.md#media */
export const checkMediaUrl = {
  ...ABOUT,
  method: 'POST',
  path: '/media/urlExists',
  effect: 'none',
  isRead: true,
  sample: { body: { mediaUrl: 'https://media.example/a.png' } },
  body: z.strictObject({ mediaUrl: MediaUrl }),
  answer: z.looseObject({
    status: z.unknown().optional(),
    contentType: z.string().nullish().describe('media type of the file'),
  }),
  errors: [101, 136],
} as const satisfies Endpoint;

const { min, max } = ASSUMED.resizePixels;
const PIXELS = `must be a whole number from ${min} to ${max}`;
const Pixels = z.int(PIXELS).min(min, PIXELS).max(max, PIXELS);

/** Makes a copy of an image in the size of a network. @see docs/service/endpoints.md#media */
export const resizeMedia = {
  ...ABOUT,
  method: 'POST',
  path: '/media/resize',
  effect: 'draft',
  sample: { body: { mediaUrl: 'https://media.example/a.png', platform: 'instagram' } },
  addOn: 'maxPack',
  body: z
    .strictObject({
      mediaUrl: MediaUrl,
      platform: Platform.optional().describe('network to resize for'),
      dimensions: z
        .strictObject({ width: Pixels, height: Pixels })
        .optional()
        .describe('size in pixels; takes precedence over that of a network'),
      watermarkUrl: MediaUrl.optional(),
      effects: z.unknown().optional(),
    })
    .refine(({ platform, dimensions }) => platform !== undefined || dimensions !== undefined, {
      error: 'is required, unless dimensions is given',
      path: ['platform'],
    }),
  answer: z.looseObject({
    status: z.unknown().optional(),
    url: z.string().nullish().describe('URL of the copy'),
    platform: z.string().nullish(),
  }),
  errors: [101, 136, 139],
} as const satisfies Endpoint;
