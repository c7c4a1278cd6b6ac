import * as z from 'zod';
import { PLATFORMS, Platform } from '../../facts/platforms.ts';
import { ALL_NETWORKS } from '../../facts/post-body.ts';
import { defineFlag } from '../flags.ts';

const CHOICES = [...Platform.options.filter((platform) => PLATFORMS[platform].posts), ALL_NETWORKS];

/** What a post says, and where. */
export const CONTENT = {
  text: defineFlag(z.string().optional().describe('what it says'), { placeholder: 'text', mayBeEmpty: true }),
  textFile: defineFlag(
    z.string().optional().describe('take the text from this file, - for standard input; UTF-8'),
    { placeholder: 'file' },
  ),
  platform: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe(`where it goes: ${CHOICES.join(', ')}; several with commas, or one flag each`),
    { placeholder: 'network', offers: 'networks' },
  ),
  media: defineFlag(
    z.array(z.string()).default([]).describe('the public https address of a picture or video'),
    {
      placeholder: 'url',
    },
  ),
};

/** When it is published. */
export const TIMING = {
  schedule: defineFlag(
    z
      .string()
      .optional()
      .describe('when: "tomorrow 9:00", "friday 18:30", "24 dec 17:00", "in 2h", or exact; left out, now'),
    { placeholder: 'time' },
  ),
  timeZone: defineFlag(
    z
      .string()
      .optional()
      .describe("whose clocks --schedule means, such as Europe/Oslo; left out, the machine's"),
    { placeholder: 'zone' },
  ),
  approveFirst: z
    .boolean()
    .default(false)
    .describe('keep it until it is approved: "posts update <id> --approve"'),
};

/** What else can be said of it. */
export const EXTRAS = {
  options: defineFlag(
    z
      .string()
      .optional()
      .describe("the networks' own options, from this YAML or JSON file; - for standard input"),
    { placeholder: 'file' },
  ),
  set: defineFlag(
    z
      .array(z.string())
      .default([])
      .describe('set any field of the post; JSON is taken as that, and anything else as text'),
    { placeholder: 'path=value' },
  ),
  firstComment: defineFlag(z.string().optional().describe('comment on it as soon as it is out'), {
    placeholder: 'text',
  }),
  shortenLinks: z.boolean().default(false).describe('shorten the links in the text'),
  disableComments: z
    .boolean()
    .default(false)
    .describe('let nobody comment; takes effect on instagram, linkedin and tiktok'),
  notes: defineFlag(
    z.string().optional().describe('your own words, kept beside it and given back by "posts get"'),
    {
      placeholder: 'text',
    },
  ),
};

/** The file that a whole post stands in. */
export const FROM_FILE = {
  file: defineFlag(
    z
      .string()
      .optional()
      .describe('take the whole post from this YAML or JSON file, - for standard input; flags beat it'),
    { short: 'f', placeholder: 'file' },
  ),
};

/** What the flags of a post say. */
export type PostFlags = z.infer<
  z.ZodObject<typeof CONTENT & typeof TIMING & typeof EXTRAS & typeof FROM_FILE>
>;
