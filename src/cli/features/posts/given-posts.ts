import { getField, type LooseRecord } from '../../../domain/json/loose-record.ts';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { createUsageError } from '../../../errors.ts';
import { ALL_NETWORKS } from '../../../service/post-body.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { suggestShellCure } from '../../framework/input/explain-pasted-words.ts';
import { readFiles } from '../../framework/input/files/read-files.ts';
import { createScheduleReader, describeRepetition, noteZone } from '../schedule/read-schedule.ts';
import { type PostMedia, readPostMedia } from './local-media.ts';
import type { FilePost, PostsFile, ReadTime } from './post-file.ts';
import type { PostFlags } from './post-flags.ts';
import { addZone, readPostInput } from './read-post-input.ts';

/** Posts that are looked at and not sent: those of files, or one of flags. */
export type GivenPosts = {
  /** One sentence each. */
  readonly notes: readonly string[];
  /** `the post`, `week.yaml`, `3 files`. */
  readonly where: string;
} & (
  | { files: readonly PostsFile[] }
  | { files: null; media: PostMedia; body: LooseRecord; unfilled: readonly PostFault[] }
);

/**
 * Reads posts from files, or one from the flags of `posts create`.
 *
 * @throws CrierError of kind usage when they cannot be read, or both are given, or none
 */
export function readGivenPosts(paths: readonly string[], flags: PostFlags, io: IoPort): Promise<GivenPosts> {
  const { file, ...others } = flags;
  // -f with nothing that overrides its fields: the file may have several posts, as for "posts create -f"
  if (file !== undefined && paths.length === 0 && !isPostGiven(others))
    return readPostFiles([file], others, io);
  return paths.length > 0 ? readPostFiles(paths, flags, io) : readPostOfFlags(flags, io);
}

/** The time zone is also that of times in words of files. */
function isPostGiven({ timeZone: _timeZone, ...others }: PostFlags): boolean {
  return Object.values(others).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false,
  );
}

/** Of files of posts, beside YAML and JSON. */
const POST_ENDINGS = ['csv', 'ndjson', 'jsonl'];

async function readPostFiles(paths: readonly string[], flags: PostFlags, io: IoPort): Promise<GivenPosts> {
  if (isPostGiven(flags)) {
    throw createUsageError(
      'files cannot be combined with post flags',
      `${suggestShellCure(paths, io.machine.words)}to override fields of one file, give it with -f`,
    );
  }
  // loaded on demand, because the YAML reader is large
  const { readPosts } = await import('./post-file.ts');
  const { readFile, machine } = io;
  const times = createScheduleReader(flags.timeZone, io);
  const readTime: ReadTime = async (text, zone) =>
    times.read(addZone(text, zone, flags), { now: io.now(), from: 'file' });
  const read: PostsFile[] = [];
  for (const file of await readFiles(paths, { readFile, folder: machine.folder, moreEndings: POST_ENDINGS }))
    read.push(await readPosts(file, readTime));
  const entries = read.flatMap((file) => file.entries);
  return {
    files: read,
    notes: [
      ...[times.describeZone(), ...entries.map(({ value }) => describeRepetition(value, times))].filter(
        (note) => note !== null,
      ),
      ...read.flatMap(({ name, entries: posts }) => posts.flatMap((post) => listTimeNotes(name, post))),
      ...(entries.some(({ value }) => isForAll(value)) ? [NAME_THEM] : []),
    ],
    where: read.length === 1 ? (read[0]?.name ?? '') : formatCount(read.length, 'file'),
  };
}

/** How the time in words of a post was interpreted, with its place. */
function listTimeNotes(name: string, { notes, placeOf }: FilePost): readonly string[] {
  const { line, column } = placeOf(['scheduleDate']);
  return notes.map((note) => `${name}:${line}:${column}: ${note}`);
}

async function readPostOfFlags(flags: PostFlags, io: IoPort): Promise<GivenPosts> {
  const times = createScheduleReader(flags.timeZone, io);
  const media = await readPostMedia(flags.media, io);
  const { body, unfilled, warnings, schedule } = await readPostInput(
    { ...flags, media: [...media.urls] },
    {
      readFile: io.readFile,
      schedule: async (text, from) => times.read(text, { now: io.now(), from }),
    },
  );
  for (const warning of warnings) await io.note(warning);
  if (schedule !== null) await io.note(`to be scheduled for ${schedule.shown}`);
  await noteZone(times, io);
  if (Object.keys(body).length === 0)
    throw createUsageError('no post is given', 'name files, or describe a post with flags');
  const repetition = describeRepetition(body, times);
  return {
    files: null,
    body,
    unfilled,
    media,
    notes: [...(repetition === null ? [] : [repetition]), ...(isForAll(body) ? [NAME_THEM] : [])],
    where: 'the post',
  };
}

function isForAll(body: unknown): boolean {
  const platforms = getField(body, 'platforms');
  return Array.isArray(platforms) && platforms.includes(ALL_NETWORKS);
}

const NAME_THEM = 'only the service knows which networks "all" means: name them to check their limits';
