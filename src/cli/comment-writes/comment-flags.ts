import * as z from 'zod';
import { COMMENTING_PLATFORMS, CommentPlatform, REPLYING_PLATFORMS } from '../../facts/platforms.ts';
import { defineFlag } from '../flags.ts';

/** What is said, and what goes with it. */
export const TEXT_FLAGS = {
  text: defineFlag(z.string().optional().describe('what to write'), { placeholder: 'text' }),
  file: defineFlag(z.string().optional().describe('read it from this file, - for standard input'), {
    short: 'f',
    placeholder: 'file',
  }),
  media: defineFlag(
    z.string().optional().describe('address of one picture or the like, where the network takes one'),
    { placeholder: 'url' },
  ),
};

/** Whose the id is. */
export const ID_FLAGS = {
  platform: defineFlag(
    CommentPlatform.optional().describe("the id is this network's own; left out, it is one of the service"),
    { placeholder: 'network' },
  ),
};

/** Which networks are meant of those that an id of the service stands for. */
function buildOnlyFlag(legal: readonly CommentPlatform[]) {
  return defineFlag(
    z
      .array(z.enum(legal))
      .default([])
      .describe('only on this network, each of several; left out, on all where it is'),
    { placeholder: 'network' },
  );
}

export const ONLY_COMMENTING = { only: buildOnlyFlag(COMMENTING_PLATFORMS) };
export const ONLY_REPLYING = { only: buildOnlyFlag(REPLYING_PLATFORMS) };

export const ALLOW_PARTIAL = {
  allowPartial: z.boolean().default(false).describe('exit 0 also when some networks failed'),
};
