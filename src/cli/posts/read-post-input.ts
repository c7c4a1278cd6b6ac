import { isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import type { ReadFile } from '../context/secrets.ts';
import { readMessage } from '../files/read-files.ts';
import { setFields } from '../shell/flags/set-fields.ts';
import { parseNetworks } from './find-offline-faults.ts';
import type { PostFlags } from './post-flags.ts';
import { createFlagLayer, createSetLayer, type Layer, loadOptionsFile, loadPostFile } from './post-layers.ts';
import type { ScheduledTime } from './read-schedule.ts';

/** A new post as given by flags, or by files and flags. */
export interface PostInput {
  /** The body to send, not validated. */
  readonly body: LooseRecord;
  /** Its sources, the strongest first. */
  readonly layers: readonly Layer[];
  /** A file contains it, so nothing is asked for. */
  readonly isFromFile: boolean;
  /** The time of `--schedule`, if given. */
  readonly schedule: ScheduledTime | null;
  readonly warnings: readonly string[];
}

/** Where the parts of a post come from. */
export interface PostInputSources {
  readonly readFile: ReadFile;
  /** Reads `--schedule`; called only if given. */
  schedule(text: string): Promise<ScheduledTime>;
}

/** The flags of fields. */
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
 * Builds a new post from a file, over which `--options`, flags and `--set` are applied in this order.
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

/** The service requires a text, which may be empty with media. @see docs/service/posts.md#body */
function addEmptyText(body: LooseRecord): LooseRecord {
  return body['post'] === undefined && body['mediaUrls'] !== undefined ? { ...body, post: '' } : body;
}

/** Merges the options of one network. */
function mergeOptions(before: LooseRecord, options: LooseRecord): LooseRecord {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const known = before[name];
      return [name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value];
    }),
  );
}
