import * as z from 'zod';
import { COMMENTING_PLATFORMS, CommentPlatform, REPLYING_PLATFORMS } from '../../service/platforms.ts';
import { defineFlag } from '../shell/flags/flags.ts';

/** Text and media of a comment. */
export const TEXT_FLAGS = {
  text: defineFlag(z.string().optional().describe('text of the comment'), { placeholder: 'text' }),
  file: defineFlag(z.string().optional().describe('read the text from this file (`-` for standard input)'), {
    short: 'f',
    placeholder: 'file',
  }),
  media: defineFlag(z.string().optional().describe('URL of an image or video, on networks that accept one'), {
    placeholder: 'url',
  }),
};

/** Which network an id belongs to. */
export const ID_FLAGS = {
  platform: defineFlag(
    CommentPlatform.optional().describe('network that the id belongs to (default: a service id)'),
    { placeholder: 'network' },
  ),
};

/** Selects some networks of a service id. */
function buildOnlyFlag(legal: readonly CommentPlatform[]) {
  return defineFlag(
    z.array(z.enum(legal)).default([]).describe('only on this network (default: all of the post)'),
    { placeholder: 'network' },
  );
}

export const ONLY_COMMENTING = { only: buildOnlyFlag(COMMENTING_PLATFORMS) };
export const ONLY_REPLYING = { only: buildOnlyFlag(REPLYING_PLATFORMS) };

export const ALLOW_PARTIAL = {
  allowPartial: z.boolean().default(false).describe('exit 0 even if some networks failed'),
};
