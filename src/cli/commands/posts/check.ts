import * as z from 'zod';
import { CrierError, createUsageError } from '../../../errors.ts';
import { ALL_NETWORKS } from '../../../facts/post-body.ts';
import { getField } from '../../../rules/loose-record.ts';
import { defineCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { readFiles } from '../../files/read-files.ts';
import { defineFlag } from '../../flags.ts';
import { buildPostCheck, PostCheckDocument, type PostProblem } from '../../posts/check-document.ts';
import { listFileProblems, listPostProblems } from '../../posts/check-posts.ts';
import { buildPostCheckView } from '../../posts/check-view.ts';
import { CONTENT, EXTRAS, FROM_FILE, type PostFlags, TIMING } from '../../posts/draft-flags.ts';
import { findOfflineFaults } from '../../posts/find-offline-faults.ts';
import { readPostInput } from '../../posts/read-post-input.ts';
import { readSchedule } from '../../posts/read-schedule.ts';

export default defineCommand({
  summary: 'Look for everything that a network would refuse of posts, without a service',
  description: `
Of files, which are YAML or JSON: one post, several with --- between them, or a list; or of one post that the flags of
"posts create" say. It knows the published limits of the networks, and what the service refuses. What only the accounts
and the media can tell, "posts create --validate-only" asks the service. With --platform all, only what is wrong with
the whole post is found, and with the networks that options are given for. Exits 11 when something would be refused;
with --strict, also for warnings.`,
  examples: [
    'posts check --platform twitter,bluesky --text "Fresh beans from Huila, in the shop from nine"',
    'posts check --platform pinterest --media https://kestrellane.example/beans.jpg --json',
  ],
  validationCode: 101,
  positional: ['files'],
  flags: [],
  input: z.object({
    files: defineFlag(
      z.array(z.string()).default([]).describe('files or folders of posts; `-` for standard input'),
      {
        offers: 'file',
      },
    ),
    ...CONTENT,
    ...TIMING,
    ...EXTRAS,
    ...FROM_FILE,
    strict: z.boolean().default(false).describe('exit 11 for warnings, too'),
  }),
  output: PostCheckDocument,
  records: 'problems',
  async run({ files, strict, ...flags }, context) {
    const found =
      files.length > 0 ? await checkPostFiles(files, flags, context) : await checkPostFlags(flags, context);
    const { notes, problems, where, ...counts } = found;
    const document = buildPostCheck(problems, counts);
    const { errors, warnings } = document;
    const failed = errors > 0 || (strict && warnings > 0);
    const said = [formatCount(errors, 'error'), formatCount(warnings, 'warning')]
      .filter((each) => each !== '')
      .join(' and ');
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

interface PostCheck {
  readonly files: number;
  readonly posts: number;
  readonly problems: readonly PostProblem[];
  readonly notes: readonly string[];
  /** As a sentence has it. */
  readonly where: string;
}

async function checkPostFiles(
  paths: readonly string[],
  flags: PostFlags,
  { readFile, machine, now }: CommandContext,
): Promise<PostCheck> {
  const isGiven = Object.values(flags).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false,
  );
  if (isGiven) {
    throw createUsageError(
      'files stand alone, without flags of a post',
      'flags over one file: posts check -f <file> …',
    );
  }
  // most command lines name no file, and what reads YAML is large
  const { readPostFile } = await import('../../posts/post-file.ts');
  const read = (await readFiles(paths, { readFile, folder: machine.folder })).map(readPostFile);
  const entries = read.flatMap((file) => file.entries);
  return {
    files: read.length,
    posts: entries.length,
    problems: listFileProblems(read, now()),
    notes: entries.some(({ value }) => isForAll(value)) ? [NAME_THEM] : [],
    where: read.length === 1 ? (read[0]?.name ?? '') : formatCount(read.length, 'file'),
  };
}

async function checkPostFlags(
  flags: PostFlags,
  { readFile, now, machine, note }: CommandContext,
): Promise<PostCheck> {
  const timeZone = flags.timeZone ?? machine.timeZone;
  const { body, warnings, schedule } = await readPostInput(flags, {
    readFile,
    schedule: async (text) => readSchedule(text, { now: now(), timeZone }),
  });
  for (const warning of [...warnings, ...(schedule?.notes ?? [])]) await note(warning);
  if (schedule !== null) await note(`to be published ${schedule.shown}`);
  if (Object.keys(body).length === 0)
    throw createUsageError('there is nothing to check', 'name files, or say a post by flags');
  const problems = listPostProblems(findOfflineFaults(body, now()));
  return { files: 0, posts: 1, problems, notes: isForAll(body) ? [NAME_THEM] : [], where: 'the post' };
}

function isForAll(body: unknown): boolean {
  const platforms = getField(body, 'platforms');
  return Array.isArray(platforms) && platforms.includes(ALL_NETWORKS);
}

const NAME_THEM =
  'which networks "all" stands for is known to the service alone: name them to have their limits looked at';

function formatCount(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
