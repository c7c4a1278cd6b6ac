import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { CONTROL } from '../../../../../service/control/control.ts';
import { PLATFORMS } from '../../../../../service/platforms.ts';
import { defineFlag, defineSwitch } from '../../../../framework/input/flags/flags.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import {
  CREATED,
  defineProfileFlag,
  formatCreated,
  listRefreshNotes,
  readSandboxTime,
  resolveProfile,
} from '../../account-input.ts';
import { defineSandboxChange } from '../../define-sandbox-change.ts';

const { platform, text, mediaUrls, kind, subreddit } = CONTROL.createNativePost.input.shape;

export default defineSandboxChange({
  summary: "Create a post in a network's own app",
  description: `
The post is not made through the service: it has a Social Post ID, but no Service Post ID. "posts list --platform" lists
it, "comments get --platform" reads its comments, "sandbox engage comment --post" comments on it, and automations for its
id or for "all" answer. "posts create --sandbox" creates a post through the service.`,
  examples: [
    'sandbox post create --by-hand --platform instagram --text "Fresh from the oven"',
    'sandbox post create --by-hand --platform instagram --kind reel --media https://media.example/oven.mp4 --created 2h',
    'sandbox post create --by-hand --platform reddit --subreddit coffee --text "Vinegar or patience?" --json',
    'sandbox post create --by-hand --platform facebook --text "We are open" --profile harbour',
  ],
  input: z.object({
    byHand: defineSwitch("required: confirms that the post is made in the network's own app"),
    platform: defineFlag(platform, { placeholder: 'network' }),
    text: defineFlag(text, { placeholder: 'text' }),
    media: defineFlag(mediaUrls.describe('URL of an image or video of the post'), { placeholder: 'url' }),
    kind,
    subreddit: defineFlag(subreddit, { placeholder: 'name' }),
    created: CREATED,
    profile: defineProfileFlag('alias of the profile whose account posts'),
  }),
  output: CONTROL.createNativePost.answer,
  check({ byHand }) {
    if (!byHand)
      throw createUsageError(
        '--by-hand is missing',
        'add --by-hand, or use "crier posts create --sandbox" to post through the service',
      );
  },
  call: 'createNativePost',
  lookUp: readSandboxTime,
  request: ({ byHand, media, created, profile, ...post }, now, { io }) => ({
    ...post,
    profile: resolveProfile(profile),
    mediaUrls: media,
    at: formatCreated(created, now, io),
  }),
  key: 'post',
  lines: ({ post }) => [
    { name: 'id', title: 'id', value: post.id },
    { name: 'platform', title: 'network', value: post.platform, shown: PLATFORMS[post.platform].name },
    { name: 'profile', title: 'profile', value: post.profile },
    { name: 'kind', title: 'kind', value: post.kind },
    { name: 'text', title: 'text', value: post.text },
    { name: 'mediaUrls', title: 'media', value: post.mediaUrls, shown: post.mediaUrls.join('\n') },
    { name: 'created', title: 'created', value: post.created, role: 'time' },
    { name: 'postUrl', title: 'url', value: post.postUrl },
  ],
  notes: ({ post }, now) =>
    listRefreshNotes(crier`posts list --platform ${post.platform}`, post.listedFrom, now),
});
