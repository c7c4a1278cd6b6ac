import * as z from 'zod';
import { getField, isRecord } from '../../../domain/json/loose-record.ts';
import { AUDIO_PLATFORM } from '../../../service/platforms.ts';
import { ALL_NETWORKS, POST_OPTIONS, PostBody } from '../../../service/post-body.ts';
import type { CommandContext } from '../../framework/command/context.ts';
import { createPrintedCommands } from '../../framework/command/printed-commands.ts';
import { isPlainText } from '../../framework/input/files/text-argument.ts';
import { findField } from '../../framework/input/flags/schema-path.ts';
import { isPortable, type ShownCommand, toFlagWords } from '../../framework/output/text/shell-command.ts';
import type { FlagList } from '../../framework/terminal/wizard/equivalent.ts';
import { escapePost } from './files/post-variables.ts';

/** Longer commands are hard to copy from a terminal, so their text goes to a file. */
const LONGEST = 600;
const TEXT_FILE = 'post.txt';

/**
 * Builds the complete command of each post, for the same service and profile. A text that is too long, or that shells
 * interpret differently, goes to a file.
 */
export async function buildNewPostCommands(
  posts: readonly PostBody[],
  context: CommandContext,
): Promise<readonly ShownCommand[]> {
  const printed = await createPrintedCommands(context);
  return posts.flatMap((post) => {
    // only a file can have a field that is not known
    if (!Object.keys(post).every((name) => Object.hasOwn(PostBody.shape, name))) return [];
    const flags = toFlagWords(buildPostFlags(post));
    const line = printed.change`posts create ${flags}`;
    if (line.length <= LONGEST && isPortable(flags)) return [{ lead: LEAD, line }];
    const others = toFlagWords(buildPostFlags(post).filter((each) => !isTextFlag(each)));
    if (!isPortable(others)) return [];
    const withFile = printed.change`posts create ${others} --text-file ${TEXT_FILE}`;
    return [{ lead: `${LEAD}, with the text in ${TEXT_FILE}`, line: withFile }];
  });
}

const LEAD = 'to post where it failed';

/** A text of several lines has no flag of its own. */
function isTextFlag([flag, value = '']: FlagList[number]): boolean {
  return flag === '--text' || (flag === '--set' && value.startsWith('post='));
}

/** Builds the flags of `posts create` for a post, short ones where possible. */
export function buildPostFlags(given: PostBody): FlagList {
  const post = escapePost(given);
  return Object.entries(post).flatMap(([name, value]) =>
    value === undefined ? [] : (FLAGS.get(name)?.(post) ?? buildSetFlags(name, value)),
  );
}

/** Fields with their own flag; others use `--set`. Null if the flag cannot express the value. */
const FLAGS = new Map(
  Object.entries<(post: PostBody) => FlagList | null>({
    platforms: ({ platforms }) => [['--platform', platforms.join(',')]],
    post: ({ post }) => (isLine(post) ? [['--text', post]] : null),
    mediaUrls: ({ mediaUrls }) =>
      Array.isArray(mediaUrls) && mediaUrls.every(isLine) ? mediaUrls.map((url) => ['--media', url]) : null,
    scheduleDate: ({ scheduleDate = '' }) => [['--schedule', scheduleDate]],
    requiresApproval: ({ requiresApproval }) => (requiresApproval === true ? [['--approve-first']] : null),
    firstComment: ({ firstComment: { comment = '', ...more } = {} }) =>
      isLine(comment) && Object.keys(more).length === 0 ? [['--first-comment', comment]] : null,
    notes: ({ notes }) => (isLine(notes) ? [['--notes', notes]] : null),
    shortenLinks: ({ shortenLinks }) => (shortenLinks === true ? [['--shorten-links']] : null),
    autoHashtag: ({ autoHashtag }) => (autoHashtag === true ? [['--auto-hashtag']] : null),
    disableComments: ({ disableComments }) => (disableComments === true ? [['--disable-comments']] : null),
    instagramOptions: buildInstagramFlags,
  }),
);

/** A track without volumes has a flag. */
function buildInstagramFlags({ instagramOptions = {}, platforms }: PostBody): FlagList | null {
  const { audioConfiguration = {}, ...others } = instagramOptions;
  const { audioId, ...volumes } = audioConfiguration;
  const isSent = platforms.some((name) => name === AUDIO_PLATFORM || name === ALL_NETWORKS);
  if (!isLine(audioId) || Object.keys(volumes).length > 0 || !isSent) return null;
  const rest = Object.keys(others).length === 0 ? [] : buildSetFlags('instagramOptions', others);
  return [['--audio', audioId], ...rest];
}

/** Whether a text can be the value of a flag: others could be taken for a flag or a file. */
function isLine(value: unknown): value is string {
  return typeof value === 'string' && !/^--|[\n\r]/.test(value) && isPlainText(value);
}

/** Sets a field with `--set`, or each member of an option object if all are known. */
function buildSetFlags(path: string, value: unknown): FlagList {
  const members = isRecord(value) ? Object.entries(value) : [];
  const options = getField(POST_OPTIONS, path);
  const isEach = members.length > 0 && members.every(([name]) => isOption(options, name));
  if (isEach) return members.flatMap(([name, each]) => buildSetFlag(`${path}.${name}`, each));
  return buildSetFlag(path, value);
}

/** Whether `--set` accepts the name: options without known members accept all. */
function isOption(options: unknown, name: string): boolean {
  if (!(options instanceof z.ZodOptional) || !/^\w+$/.test(name)) return false;
  return 'field' in findField(options as z.ZodType, [name]); // options of a post are schemas
}

function buildSetFlag(path: string, value: unknown): FlagList {
  return [['--set', `${path}=${isPlain(value) ? value : JSON.stringify(value)}`]];
}

/** Whether a text would not be parsed as JSON. */
function isPlain(value: unknown): value is string {
  if (typeof value !== 'string' || /^--|[\n\r]/.test(value)) return false;
  if (value.trim() !== value || value === '') return false;
  try {
    JSON.parse(value);
    return false;
  } catch {
    return true;
  }
}
