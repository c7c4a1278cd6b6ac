import * as z from 'zod';
import { formatIsoSeconds } from '../../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../../errors.ts';
import { CONTROL, type ControlAnswer } from '../../../../../service/control/control.ts';
import { PLATFORMS } from '../../../../../service/platforms.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import type { SandboxControl } from '../../../../framework/command/sandbox/sandbox-control.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { buildSinceSchema } from '../../../../framework/input/time/since.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import type { RecordLine } from '../../../../framework/output/view.ts';

const { platform, text, mediaUrls, kind, subreddit } = CONTROL.createNativePost.input.shape;

export default defineCommand({
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
  changes: true,
  flags: [],
  input: z.object({
    byHand: z
      .boolean()
      .default(false)
      .describe("required: confirms that the post is made in the network's own app"),
    platform: defineFlag(platform, { placeholder: 'network' }),
    text: defineFlag(text, { placeholder: 'text' }),
    media: defineFlag(mediaUrls.describe('URL of an image or video of the post'), { placeholder: 'url' }),
    kind,
    subreddit: defineFlag(subreddit, { placeholder: 'name' }),
    created: defineFlag(
      buildSinceSchema().optional().describe('how long ago (2h, 3d), a day or a time (default: now)'),
      { placeholder: 'time' },
    ),
    profile: defineFlag(z.string().default('primary').describe('alias of the profile whose account posts'), {
      short: 'p',
      placeholder: 'alias',
      offers: 'sandbox alias',
    }),
  }),
  output: CONTROL.createNativePost.answer,
  async run({ byHand, media, created, profile, ...post }, { sandbox, io }) {
    if (!byHand) {
      throw createUsageError(
        '--by-hand is missing',
        'add --by-hand, or use "crier posts create --sandbox" to post through the service',
      );
    }
    const control = await sandbox.control();
    const now = await readSandboxTime(control);
    const document = await control.call('createNativePost', {
      ...post,
      profile: profile === 'none' ? 'primary' : profile,
      mediaUrls: media,
      ...(created !== undefined && { at: formatIsoSeconds(created.inZone(io.chosenZone).resolve(now)) }),
    });
    return {
      view: { kind: 'record', document, key: 'post', lines: listPostLines(document.post) },
      notes: listNotes(document.post, now),
    };
  },
});

async function readSandboxTime({ call }: SandboxControl): Promise<number> {
  return Date.parse((await call('getClock', {})).now);
}

type NativePostRecord = ControlAnswer<'createNativePost'>['post'];

function listPostLines({
  id,
  platform: name,
  profile,
  kind: type,
  text: said,
  mediaUrls: media,
  ...post
}: NativePostRecord) {
  const lines: readonly RecordLine[] = [
    { name: 'id', title: 'id', value: id },
    { name: 'platform', title: 'network', value: name, shown: PLATFORMS[name].name },
    { name: 'profile', title: 'profile', value: profile },
    { name: 'kind', title: 'kind', value: type },
    { name: 'text', title: 'text', value: said },
    { name: 'mediaUrls', title: 'media', value: media, shown: media.join('\n') },
    { name: 'created', title: 'created', value: post.created, role: 'time' },
    { name: 'postUrl', title: 'url', value: post.postUrl },
  ];
  return lines;
}

/** The service refreshes an account every 10 minutes: until then a list of its posts lacks this one. */
function listNotes({ platform: name, listedFrom }: NativePostRecord, now: number): readonly string[] {
  if (Date.parse(listedFrom) <= now) return [];
  return [
    `"${crier`posts list --platform ${name}`}" lists it from ${listedFrom}, when the service refreshes the account`,
  ];
}
