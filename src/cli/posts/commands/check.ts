import * as z from 'zod';
import { getField } from '../../../domain/json/loose-record.ts';
import { formatCount, formatFindings } from '../../../domain/text/lists-and-counts.ts';
import { CrierError, createUsageError } from '../../../errors.ts';
import { ALL_NETWORKS } from '../../../service/post-body.ts';
import type { IoPort } from '../../context/io.ts';
import { readFiles } from '../../files/read-files.ts';
import { defineCommand } from '../../shell/command.ts';
import { defineFlag } from '../../shell/flags/flags.ts';
import {
  buildPostCheck,
  buildPostCheckView,
  listFileProblems,
  listPostProblems,
  PostCheckDocument,
} from '../check-posts.ts';
import { findOfflineFaults } from '../find-offline-faults.ts';
import { readPostMedia } from '../local-media.ts';
import type { FilePost, PostsFile } from '../post-file.ts';
import { CONTENT_FLAGS, FILE_FLAGS, OPTION_FLAGS, type PostFlags, SCHEDULE_FLAGS } from '../post-flags.ts';
import { readPostInput } from '../read-post-input.ts';
import { chooseZone, readSchedule } from '../read-schedule.ts';

export default defineCommand({
  summary: 'Check posts against the rules of the networks, offline',
  description: `
Checks files of posts as "posts create -f" takes them: YAML, JSON or csv, one post or several; or one post given with the
flags of "posts create". It covers the published limits of the networks and the rules of the service. Use "posts validate"
for what only the service can check: the accounts and the media. With --platform all, only the rules of the post itself
and of networks with options are checked. Exits 11 if a post would be rejected, and with --strict also on warnings.`,
  examples: [
    'posts check --platform twitter,bluesky --text "Fresh beans from Huila, in the shop from nine"',
    'posts check --platform pinterest --media https://kestrellane.example/beans.jpg --json',
  ],
  validationCode: 101,
  positional: ['files'],
  flags: [],
  input: z.object({
    files: defineFlag(
      z.array(z.string()).default([]).describe('files or folders of posts (`-` for standard input)'),
      { placeholder: 'file' },
    ),
    ...CONTENT_FLAGS,
    ...SCHEDULE_FLAGS,
    ...OPTION_FLAGS,
    ...FILE_FLAGS,
    strict: z.boolean().default(false).describe('also exit 11 on warnings'),
  }),
  output: PostCheckDocument,
  records: 'problems',
  async run({ files, strict, ...flags }, { io }) {
    const found = files.length > 0 ? await checkPostFiles(files, flags, io) : await checkPostFlags(flags, io);
    const { notes, problems, where, ...counts } = found;
    const document = buildPostCheck(problems, counts);
    const { errors, warnings } = document;
    const failed = errors > 0 || (strict && warnings > 0);
    const said = formatFindings(document);
    return {
      view: buildPostCheckView(document),
      notes: [
        ...notes,
        ...(!failed && warnings > 0 ? [`${said} in ${where}; --strict makes this exit 11`] : []),
      ],
      ...(failed && { failure: new CrierError('differs', `${said} in ${where}`, { http: null }) }),
    };
  },
});

type CheckIo = Pick<IoPort, 'readFile' | 'machine' | 'now' | 'note' | 'timeZone' | 'signal' | 'progress'>;

/** Of files of posts, beside YAML and JSON. */
const POST_ENDINGS = ['csv', 'ndjson', 'jsonl'];

async function checkPostFiles(paths: readonly string[], flags: PostFlags, io: CheckIo) {
  // the time zone is also that of times in words
  const { timeZone: _timeZone, ...others } = flags;
  const isGiven = Object.values(others).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false,
  );
  if (isGiven) {
    throw createUsageError(
      'files cannot be combined with post flags',
      'to override fields of one file, use: posts check -f <file> …',
    );
  }
  // loaded on demand, because the YAML reader is large
  const { readPosts } = await import('../post-file.ts');
  const { readFile, machine } = io;
  const zone = chooseZone(flags.timeZone, io);
  const readTime = async (text: string) =>
    readSchedule(text, { now: io.now(), timeZone: zone, from: 'file' });
  const read: PostsFile[] = [];
  for (const file of await readFiles(paths, { readFile, folder: machine.folder, moreEndings: POST_ENDINGS }))
    read.push(await readPosts(file, readTime));
  const entries = read.flatMap((file) => file.entries);
  return {
    files: read.length,
    posts: entries.length,
    problems: listFileProblems(read, io.now()),
    notes: [
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

async function checkPostFlags(flags: PostFlags, io: CheckIo) {
  const timeZone = chooseZone(flags.timeZone, io);
  const media = await readPostMedia(flags.media, io);
  const { body, warnings, schedule } = await readPostInput(
    { ...flags, media: [...media.urls] },
    {
      readFile: io.readFile,
      schedule: async (text, from) => readSchedule(text, { now: io.now(), timeZone, from }),
    },
  );
  for (const warning of [...warnings, ...(schedule?.notes ?? [])]) await io.note(warning);
  if (schedule !== null) await io.note(`scheduled for ${schedule.shown}`);
  if (Object.keys(body).length === 0)
    throw createUsageError('nothing to check', 'name files, or describe a post with flags');
  const problems = listPostProblems(findOfflineFaults(body, io.now(), media));
  return { files: 0, posts: 1, problems, notes: isForAll(body) ? [NAME_THEM] : [], where: 'the post' };
}

function isForAll(body: unknown): boolean {
  const platforms = getField(body, 'platforms');
  return Array.isArray(platforms) && platforms.includes(ALL_NETWORKS);
}

const NAME_THEM = 'only the service knows which networks "all" means: name them to check their limits';
