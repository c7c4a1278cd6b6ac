import { createUsageError } from '../../errors.ts';
import { isRecord, type LooseRecord } from '../../rules/loose-record.ts';
import { readMessage } from '../files/read-message.ts';
import type { ReadFile } from '../secrets.ts';
import { setFields } from '../set-fields.ts';
import type { PostFlags } from './draft-flags.ts';
import { loadOptionsFile, loadPostFile } from './load-post-files.ts';
import { parseNetworks } from './parse-networks.ts';
import { createFlagLayer, createSetLayer, type Layer } from './post-layers.ts';
import type { ScheduledTime } from './read-schedule.ts';

/** What a command line says of a new post, alone or over a file. */
export interface PostInput {
  /** As it would be sent; nothing of it is checked. */
  readonly body: LooseRecord;
  /** Where it was written, the strongest first. */
  readonly layers: readonly Layer[];
  /** A file gives all of it that no flag gives. */
  readonly isFromFile: boolean;
  /** Of `--schedule`, where it was given. */
  readonly schedule: ScheduledTime | null;
  readonly warnings: readonly string[];
}

/** What a post is written from. */
export interface PostInputSources {
  readonly readFile: ReadFile;
  /** Reads `--schedule`; asked only where it was given. */
  schedule(text: string): Promise<ScheduledTime>;
}

/** The flag of each member of a post that has one. */
const MEMBER_FLAGS: Readonly<Record<string, string>> = {
  post: '--text',
  platforms: '--platform',
  mediaUrls: '--media',
  scheduleDate: '--schedule',
  requiresApproval: '--approve-first',
  firstComment: '--first-comment',
  shortenLinks: '--shorten-links',
  disableComments: '--disable-comments',
  notes: '--notes',
};

const EXAMPLES = { plain: 'tikTokOptions.visibility=private', deep: 'instagramOptions.altText.0=text' };

/**
 * Puts a new post together: from a file, the networks' options over it, single flags over both, and `--set` over all.
 *
 * @throws CrierError of kind usage when flags or files cannot be read
 */
export async function readPostInput(flags: PostFlags, sources: PostInputSources): Promise<PostInput> {
  const { readFile } = sources;
  const file = flags.file === undefined ? null : await loadPostFile(flags.file, readFile);
  const options = flags.options === undefined ? null : await loadOptionsFile(flags.options, readFile);
  const schedule = flags.schedule === undefined ? null : await sources.schedule(flags.schedule);
  const given = await readFlags(flags, { readFile, schedule });
  const under: LooseRecord = {
    ...file?.value,
    ...mergeOptions(file?.value ?? {}, options?.value ?? {}),
    ...given,
  };
  const body = setFields(flags.set, EXAMPLES)(under);
  return {
    body: addEmptyText(body),
    layers: [
      createSetLayer(flags.set.map((each) => each.split('=', 1)[0] ?? '')),
      createFlagLayer(given, {
        ...MEMBER_FLAGS,
        ...(flags.textFile !== undefined && { post: '--text-file' }),
      }),
      ...(options === null ? [] : [options.layer]),
      ...(file === null ? [] : [file.layer]),
    ],
    isFromFile: file !== null,
    schedule,
    warnings: [...(file?.warnings ?? []), ...(options?.warnings ?? [])],
  };
}

async function readFlags(
  flags: PostFlags,
  { readFile, schedule }: Pick<PostInputSources, 'readFile'> & { readonly schedule: ScheduledTime | null },
): Promise<LooseRecord> {
  const {
    text,
    textFile,
    platform,
    media,
    approveFirst,
    firstComment,
    shortenLinks,
    disableComments,
    notes,
  } = flags;
  if (text !== undefined && textFile !== undefined) {
    throw createUsageError('--text and --text-file both give the text', 'leave one out');
  }
  const post = textFile === undefined ? text : await readMessage(textFile, readFile);
  return {
    ...(post !== undefined && { post }),
    ...(platform.length > 0 && { platforms: parseNetworks(platform) }),
    ...(media.length > 0 && { mediaUrls: media }),
    ...(schedule !== null && { scheduleDate: schedule.iso }),
    ...(approveFirst && { requiresApproval: true }),
    ...(firstComment !== undefined && { firstComment: { comment: firstComment } }),
    ...(shortenLinks && { shortenLinks: true }),
    ...(disableComments && { disableComments: true }),
    ...(notes !== undefined && { notes }),
  };
}

/** The service wants a text also where media say all there is to say. @see docs/service/posts.md#body */
function addEmptyText(body: LooseRecord): LooseRecord {
  return body['post'] === undefined && body['mediaUrls'] !== undefined ? { ...body, post: '' } : body;
}

/** Options of one network from two places are one object. */
function mergeOptions(before: LooseRecord, options: LooseRecord): LooseRecord {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const known = before[name];
      return [name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value];
    }),
  );
}
