import { getField, isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { joinWithOr } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { POST_OPTIONS } from '../../../service/post-body.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import type { FilePosition, ValuePath } from '../../framework/input/files/parsed-text.ts';
import { getFileLabel, readMessage } from '../../framework/input/files/read-files.ts';
import type { FileEntry } from '../../framework/input/files/records-file.ts';
import { setFields } from '../../framework/input/flags/set-fields.ts';
import { maskLikelySecret } from '../../framework/output/text/known-secrets.ts';
import { formatFlags } from '../../framework/output/text/shell-command.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import type { ScheduledTime, ScheduleSource } from '../schedule/read-schedule.ts';
import { fillPost, NO_VARIABLES, type PostVariables } from './files/post-variables.ts';
import { SETTABLE_POST } from './misspelled-fields.ts';
import type { PostsFile } from './post-file.ts';
import { type PostFlags, parseNetworks } from './post-flags.ts';
import { addAudio, addThread, mergeOptions, readTiming } from './series-flags.ts';

/** A new post as given by flags, or by files and flags. */
export interface PostInput {
  /** The body to send, not validated. */
  readonly body: LooseRecord;
  /** Names in double braces, which would be published as they are. */
  readonly unfilled: readonly PostFault[];
  /** Its sources, the strongest first. */
  readonly layers: readonly Layer[];
  /** A file contains it, so nothing is asked for. */
  readonly isFromFile: boolean;
  /** The time of `--schedule`, if given. */
  readonly schedule: ScheduledTime | null;
  /** With how the time of `--schedule` was interpreted. */
  readonly warnings: readonly string[];
}

export interface PostInputSources {
  readFile: ReadFile;
  /** Reads `--schedule`, or a time in words of a file; called only if given. */
  schedule(text: string, from: ScheduleSource): Promise<ScheduledTime>;
}

/** The flags of fields. */
const MEMBER_FLAGS = {
  post: '--text',
  platforms: '--platform',
  mediaUrls: '--media',
  scheduleDate: '--schedule',
  autoSchedule: '--auto-schedule',
  autoRepost: '--repeat',
  requiresApproval: '--approve-first',
  firstComment: '--first-comment',
  shortenLinks: '--shorten-links',
  autoHashtag: '--auto-hashtag',
  disableComments: '--disable-comments',
  notes: '--notes',
  instagramOptions: '--audio',
};

/**
 * Builds a new post from a file, over which `--options`, flags and `--set` are applied in this order.
 *
 * @throws CrierError of kind usage when flags or files cannot be read
 */
export async function readPostInput(flags: PostFlags, sources: PostInputSources): Promise<PostInput> {
  const file = flags.file === undefined ? null : await openPostsFile(flags.file, sources, flags);
  return combinePost(flags, sources, file);
}

export async function combinePost(
  flags: PostFlags,
  sources: PostInputSources,
  file: PostsFile | null,
): Promise<PostInput> {
  const single = file === null ? null : await takePost(file, flags);
  return (await readPostFlags(flags, sources))(single);
}

/**
 * Reads the flags of a post once.
 *
 * @returns a function that applies them to what a file contains, which can be called for several posts
 * @throws CrierError of kind usage
 */
export async function readPostFlags(
  flags: PostFlags,
  sources: PostInputSources,
): Promise<(file: PostSource | null) => PostInput> {
  const { readFile } = sources;
  const options = flags.options === undefined ? null : await loadOptionsFile(flags.options, readFile);
  const schedule = flags.schedule === undefined ? null : await sources.schedule(flags.schedule, 'flag');
  const given = await readFlags(flags, { readFile, schedule });
  const set = setFields(flags.set, SETTABLE_POST);
  return (file) => {
    const own = file === null ? given : fillGiven(given, file);
    const under = { ...file?.value, ...mergeOptions(file?.value ?? {}, options?.value ?? {}), ...own };
    const body = addEmptyText(set(addThread(addAudio(under, flags.audio), flags)));
    const filled = file === null ? fillPost(body, NO_VARIABLES) : { value: body, faults: [] };
    return {
      body: filled.value,
      unfilled: filled.faults,
      layers: [
        createSetLayer(flags.set.map((each) => each.split('=', 1)[0] ?? '')),
        createFlagLayer(
          addThread(addAudio(own, flags.audio), flags),
          flags.textFile === undefined ? {} : { post: '--text-file' },
        ),
        ...[options, file].flatMap((source) => source?.layer ?? []),
      ],
      isFromFile: file !== null,
      schedule,
      warnings: [...(file?.warnings ?? []), ...(options?.warnings ?? []), ...(schedule?.notes ?? [])],
    };
  };
}

/**
 * The flags for one post of a file: with its columns filled in, and with a slot only where it has no time.
 *
 * @throws CrierError of kind usage for a name in braces that its row does not have
 */
function fillGiven(given: LooseRecord, { value, variables }: PostSource): LooseRecord {
  const { autoSchedule, ...others } = given;
  const hasTime = value['scheduleDate'] !== undefined && others['scheduleDate'] === undefined;
  const filled = fillPost(others, variables);
  const [fault] = filled.faults;
  if (fault !== undefined) throw createUsageError(`${fault.path}: ${fault.message}`, 'nothing was sent');
  return autoSchedule === undefined || hasTime ? filled.value : { ...filled.value, autoSchedule };
}

async function readFlags(
  flags: PostFlags,
  { readFile, schedule }: { readFile: ReadFile; schedule: ScheduledTime | null },
): Promise<LooseRecord> {
  const { text, textFile, platform, media, firstComment, notes } = flags;
  const post = textFile === undefined ? text : await readMessage(textFile, readFile);
  return {
    ...(post !== undefined && { post }),
    ...(platform.length > 0 && { platforms: parseNetworks(platform) }),
    ...(media.length > 0 && { mediaUrls: media }),
    ...readTiming(flags, schedule?.iso ?? null),
    ...(flags.approveFirst && { requiresApproval: true }),
    ...(firstComment !== undefined && { firstComment: { comment: firstComment } }),
    ...(flags.shortenLinks && { shortenLinks: true }),
    ...(flags.autoHashtag && { autoHashtag: true }),
    ...(flags.disableComments && { disableComments: true }),
    ...(notes !== undefined && { notes }),
  };
}

/** The service requires a text, which may be empty with media. @see docs/service/posts.md#body */
function addEmptyText(body: LooseRecord): LooseRecord {
  return body['post'] === undefined && body['mediaUrls'] !== undefined ? { ...body, post: '' } : body;
}

export interface PostSource {
  readonly value: LooseRecord;
  readonly layer: Layer;
  readonly warnings: readonly string[];
  /** What `{{name}}` in flags means. */
  readonly variables: PostVariables;
}

// loaded on demand: most commands do not name a file, and the YAML parser is large

/** Reads the file of `-f`. @throws CrierError of kind usage when it cannot be opened */
export async function openPostsFile(
  path: string,
  sources: PostInputSources,
  flags: PostFlags,
): Promise<PostsFile> {
  const { readPosts } = await import('./post-file.ts');
  const file = { name: getFileLabel(path), text: await sources.readFile(path) };
  const templates = [flags.text, flags.firstComment, flags.notes].flatMap((text) => text ?? []);
  return readPosts(file, (text, zone) => sources.schedule(addZone(text, zone, flags), 'file'), templates);
}

/** A time of a file with its own zone, which `--time-zone` replaces. */
export function addZone(
  text: string,
  zone: string | null,
  { timeZone }: { timeZone?: string | undefined },
): string {
  return zone === null || timeZone !== undefined ? text : `${text} ${zone}`;
}

/** Takes the only post of the file of `-f`. @throws CrierError of kind usage */
async function takePost(file: PostsFile, { file: path = '', schedule }: PostFlags): Promise<PostSource> {
  const { takeSingleEntry } = await import('./post-file.ts');
  const { name, entry, warnings } = takeSingleEntry(
    file,
    'post',
    `write the post as YAML or JSON; for a text file, use ${formatFlags`--text-file ${path}`}`,
  );
  const { faults = [], notes = [], variables = new Map() } = file.entries[0] ?? {};
  const fault = faults.find(({ path }) => path !== 'scheduleDate' || schedule === undefined);
  // the flag replaces the time of the file
  if (fault === undefined)
    return {
      ...toPostSource(name, { ...entry, variables }),
      warnings: schedule === undefined ? [...warnings, ...notes] : warnings,
    };
  const { line, column } = entry.placeOf(fault.path.match(/[^.[\]]+/g) ?? []);
  throw createUsageError(`${name}:${line}:${column}: ${fault.path}: ${fault.message}`);
}

export function toPostSource(name: string, entry: FileEntry & { variables?: PostVariables }): PostSource {
  return {
    value: isRecord(entry.value) ? entry.value : {},
    layer: createFileLayer(name, entry),
    warnings: [],
    variables: entry.variables ?? new Map(),
  };
}

/** Loads the file of `--options`. @throws CrierError of kind usage */
async function loadOptionsFile(path: string, readFile: ReadFile): Promise<PostSource> {
  const { takeSingleEntry, readOptionsFile } = await import('./post-file.ts');
  const file = readOptionsFile({ name: getFileLabel(path), text: await readFile(path) });
  const { name, entry, warnings } = takeSingleEntry(
    file,
    'object of options',
    'write objects such as "tikTokOptions:" with the options below',
  );
  const value = isRecord(entry.value) ? entry.value : {};
  const unknownKey = Object.keys(value).find((key) => !Object.hasOwn(POST_OPTIONS, key));
  if (unknownKey !== undefined) {
    const { line, column } = entry.placeOf([unknownKey], 'key');
    const names = Object.keys(POST_OPTIONS);
    throw createUsageError(
      `${name}:${line}:${column}: unknown options ${maskLikelySecret(unknownKey)}`,
      `${suggestNearest(unknownKey, names)}use ${joinWithOr(names)}; for a whole post, use -f`,
    );
  }
  return { value, layer: createFileLayer(name, entry), warnings, variables: new Map() };
}

/** Where a part of a post comes from: a flag or a file. */
type SourceLocation = { flag: string } | ({ file: string } & FilePosition);

/** One source of a post. A post has several, the strongest first. */
export interface Layer {
  has(path: ValuePath): boolean;
  locate(path: ValuePath, part: 'key' | 'value'): SourceLocation;
}

function createFileLayer(name: string, { value, placeOf }: FileEntry): Layer {
  return {
    has: (path) => getValueAt(value, path) !== undefined,
    locate: (path, part) => ({ file: name, ...placeOf(path, part) }),
  };
}

/** The layer of single flags. @param others other flags than usual, by the fields that they set */
function createFlagLayer(given: LooseRecord, others: Readonly<Record<string, string>>): Layer {
  const flags: Readonly<Record<string, string>> = { ...MEMBER_FLAGS, ...others };
  return {
    has: (path) => getValueAt(given, path) !== undefined,
    locate: ([member = '']) => ({ flag: flags[String(member)] ?? '' }),
  };
}

/** The layer of `--set`. @param paths as given */
function createSetLayer(paths: readonly string[]): Layer {
  const all = paths.map((path) => path.split('.'));
  return {
    has: (path) =>
      all.some((steps) => path.every((step, at) => at >= steps.length || steps[at] === String(step))),
    locate: () => ({ flag: '--set' }),
  };
}

/** Finds the source of the value at a path, or of its nearest parent. Null if there is none. */
export function findLocation(
  layers: readonly Layer[],
  path: ValuePath,
  part: 'key' | 'value' = 'value',
): SourceLocation | null {
  for (let length = path.length; length > 0; length--) {
    const some = path.slice(0, length);
    const layer = layers.find((each) => each.has(some));
    if (layer !== undefined) return layer.locate(path, part);
  }
  return null;
}

function getValueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>(
    (node, step) => (Array.isArray(node) ? node[Number(step)] : getField(node, String(step))),
    value,
  );
}
