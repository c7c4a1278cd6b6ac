import * as z from 'zod';
import type { PostFault } from '../../../domain/posts/post-part.ts';
import { formatCount } from '../../../domain/text/lists-and-counts.ts';
import { Platform } from '../../../service/platforms.ts';
import type { PositionedMessage } from '../../framework/input/files/parsed-text.ts';
import { type Column, type ListView, listDataColumns, pickMember } from '../../framework/output/view.ts';
import { countNetworkTexts, listCountLines, PostCount } from './count-posts.ts';
import { findOfflineFaults, type OfflineFaults, parsePath } from './find-offline-faults.ts';
import type { PostsFile } from './post-file.ts';

export function listPostProblems(faults: OfflineFaults): readonly PostProblem[] {
  const place = { file: null, line: null, column: null, post: null };
  return listFaults(faults).map((fault) => ({ ...place, ...toProblem(fault) }));
}

/** Lists the problems of posts in files, in the order of the files. @param now in milliseconds since 1970 */
export function listFileProblems(files: readonly PostsFile[], now: number): readonly PostProblem[] {
  return files.flatMap((file) => {
    const problems = [
      ...file.faults.map((words) => toSyntaxProblem(file.name, words, 'request')),
      ...file.warnings.map((words) => toSyntaxProblem(file.name, words, 'warning')),
      ...file.entries.flatMap((entry, at) =>
        [...entry.faults, ...listFaults(findOfflineFaults(entry.value, now))].map((fault) => ({
          file: file.name,
          ...entry.placeOf(parsePath(fault.path)),
          post: at + 1,
          ...toProblem(fault),
        })),
      ),
    ];
    return problems.toSorted(
      (one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0),
    );
  });
}

export function countFileTexts(files: readonly PostsFile[]): readonly PostCount[] {
  return files.flatMap(({ name, entries }) =>
    entries.flatMap(({ value }, at) => countNetworkTexts(value, { file: name, post: at + 1 })),
  );
}

function listFaults({ unusable, refused, warnings }: OfflineFaults): readonly PostFault[] {
  return [...unusable, ...refused, ...warnings];
}

function toProblem({ platform, effect, code, path, message }: PostFault) {
  return { platform, effect, code, path, message };
}

function toSyntaxProblem(
  file: string,
  { line, column, words }: PositionedMessage,
  effect: PostProblem['effect'],
): PostProblem {
  return { file, line, column, post: null, platform: null, effect, code: null, path: '', message: words };
}

export const PostProblem = z.strictObject({
  file: z.string().nullable().describe('null for a post from flags'),
  line: z.int().min(1).nullable(),
  column: z.int().min(1).nullable().describe('in UTF-16 code units, as editors count'),
  post: z
    .int()
    .min(1)
    .nullable()
    .describe('position in the file; null for a syntax error, and without a file'),
  platform: Platform.nullable().describe('the affected network; null for the whole post'),
  effect: z
    .enum(['request', 'network', 'warning'])
    .describe('request: nothing is published; network: that network refuses it; warning: it is published'),
  code: z.int().nullable().describe('error code of the service; null for a syntax error'),
  path: z.string().describe('field of the post, such as twitterOptions.longPost; empty for the whole post'),
  message: z.string(),
});
export type PostProblem = z.infer<typeof PostProblem>;

export const PostCheckDocument = z.strictObject({
  valid: z.boolean().describe('no errors, as far as can be known without the accounts'),
  files: z.int().describe('number of files'),
  posts: z.int().describe('number of posts that could be read'),
  errors: z.int(),
  warnings: z.int(),
  problems: z.array(PostProblem).describe('by file, line and column; for flags, in the order of the service'),
  counts: z
    .array(PostCount)
    .describe('the length of each text, by post, network and limit; none of a post that cannot be read'),
});
export type PostCheckDocument = z.infer<typeof PostCheckDocument>;

export function buildPostCheck(
  problems: readonly PostProblem[],
  { files, posts, counts }: { files: number; posts: number; counts: readonly PostCount[] },
): PostCheckDocument {
  const warnings = problems.filter(({ effect }) => effect === 'warning').length;
  const errors = problems.length - warnings;
  return {
    valid: errors === 0,
    files,
    posts,
    errors,
    warnings,
    problems: [...problems],
    counts: [...counts],
  };
}

export function buildPostCheckView(document: PostCheckDocument): ListView<unknown> {
  const columns: readonly Column<PostProblem>[] = [
    ...PLACE_COLUMNS.map((column) => (document.files === 0 ? { ...column, dataOnly: true } : column)),
    ...FAULT_COLUMNS,
  ];
  return {
    kind: 'list',
    document,
    key: 'problems',
    above: listCountLines(document.counts),
    rows: document.problems,
    columns,
    empty: describeEmpty(document),
    notesEmpty: true,
  };
}

function describeEmpty({ files, posts }: PostCheckDocument): string {
  const what = files === 0 ? '' : `${formatCount(posts, 'post')}, `;
  return `${what}no errors, as far as can be known without the accounts and the media`;
}

const EFFECTS = { request: 'refused', network: 'refused', warning: 'warning' } as const;

/** Position that editors and terminals turn into a link: `post.yaml:3:5`; programs get its parts. */
const PLACE_COLUMNS: readonly Column<PostProblem>[] = [
  {
    ...pickMember('file', 'place'),
    show: ({ file, line, column }) => `${file}:${line}:${column}`,
    role: 'id',
    drop: 0,
  },
  ...listDataColumns<PostProblem>({ line: 'line', column: 'column', post: 'post' }),
];

/** Tables show the field and the message as one sentence; programs get both. */
const FAULT_COLUMNS: readonly Column<PostProblem>[] = [
  { ...pickMember('platform', 'network'), role: 'network', placeholder: () => '(all)', drop: 0 },
  { ...pickMember('effect', 'effect'), show: ({ effect }) => EFFECTS[effect], role: 'status', drop: 0 },
  { ...pickMember('code', 'code'), drop: 1 },
  { ...pickMember('path', 'field'), dataOnly: true },
  {
    ...pickMember('message', 'what'),
    show: ({ path, message }) => (path === '' ? message : `${path}: ${message}`),
    flexible: true,
    wraps: true,
  },
];
