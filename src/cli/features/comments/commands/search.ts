import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { compileHighlights, type SearchQuery } from '../../../../domain/text/search-tokens.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, defineTextFlag } from '../../../framework/input/flags/flags.ts';
import { CHOOSING } from '../../../framework/input/flags/shared-flags.ts';
import { ListMeta } from '../../../framework/output/list-meta.ts';
import { createMatchExcerpt } from '../../../framework/output/text/match-excerpt.ts';
import { buildListMeta, type Column } from '../../../framework/output/view.ts';
import { MOST_RANKED } from '../archive/archive-filter.ts';
import { ARCHIVE_FILE, ARCHIVE_FILTER, readArchiveFilter, readQuery } from '../archive/archive-flags.ts';
import { FoundComment } from '../archive/comment-archive.ts';
import { chooseArchives, readArchiveTime } from '../archive/place-archives.ts';
import { searchArchives } from '../archive/search-archives.ts';
import { COMMENT_COLUMNS, COMMENT_REFERENCES, type CommentTableRow } from '../comments-outcome.ts';

/** Comments that are listed without `--limit`. */
const SHOWN = 25;
/** A page is in memory. */
const MOST_SHOWN = 10_000;
const LONGEST_QUERY = 1_000;

export default defineCommand({
  summary: 'Search the archive of comments',
  description: `
Finds the archived comments that have all of the words, in any order, in any case and with or without accents: those of the
archive that "comments export" keeps. Put the words into quotes for the shell where it needs them:

  oat milk          both words
  '"oat milk"'      the phrase
  'oat -cow'        not those with "cow"
  'barista*'        words that begin so
  '#oatmilk @sam'   a hashtag, a mention

Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are found inside of longer text, too, and an emoji in any skin. Without
words, only the flags select. A comment that the service no longer lists is found, too: "missingSince" says since when.
Nothing is requested from the service, and with --file none needs to be configured. --sort rank puts the best of the newest ${MOST_RANKED} matches first.`,
  before: ['comments export -n 20 --allow-partial'],
  examples: [
    'comments search oat milk',
    `comments search '"oat milk" -cow' --since 90d`,
    'comments search refund --platform instagram,facebook --sort rank -n 5 --json',
    'comments search --from zoe.drinks.slow -o csv',
  ],
  positional: ['words'],
  flags: [CHOOSING],
  input: z.object({
    words: z
      .array(z.string().max(LONGEST_QUERY))
      .default([])
      .describe('what to find: words, "a phrase", -word to leave out, begin*, #tag, @name'),
    ...ARCHIVE_FILTER,
    sort: defineFlag(z.enum(['time', 'rank']).default('time').describe('newest first, or best match first'), {
      placeholder: 'order',
    }),
    limit: defineFlag(z.int().min(1).max(MOST_SHOWN).default(SHOWN).describe('maximum number to list'), {
      short: 'n',
      placeholder: 'n',
    }),
    cursor: defineTextFlag('continue a list: the value of `next` from its JSON output', { placeholder: 'c' }),
    allProfiles: defineSwitch('search the archives of all profiles', {
      conflicts: ['profile', 'profileKeyFile'],
    }),
    ...ARCHIVE_FILE,
  }),
  output: z.strictObject({
    comments: z.array(FoundComment),
    found: z.int().nullable().describe('number of all matches; null for more than 10,000'),
    meta: ListMeta,
  }),
  records: 'comments',
  async run({ words, sort, limit, cursor, file, allProfiles, ...flags }, { service, io }) {
    const query = readQuery(words.join(' '));
    if (sort === 'rank' && cursor !== undefined)
      throw createUsageError('--cursor continues a list by time', 'use a higher --limit with --sort rank');
    const chosen = await chooseArchives({ file, allProfiles }, { service, io });
    const now = await readArchiveTime(file, { service, io });
    const filter = readArchiveFilter({ ...flags, query }, { now, zone: io.chosenZone });
    const profile = allProfiles ? undefined : chosen.profile;
    const { comments, found, next, hasMore } = searchArchives(
      chosen.files,
      { ...filter, profile },
      { sort, limit, cursor },
    );
    const meta = buildListMeta({ limit, next, hasMore });
    return {
      view: {
        kind: 'list',
        document: { comments, found, meta },
        key: 'comments',
        rows: comments.map(toTableRow),
        columns: buildColumns(query, allProfiles),
        record: (row) => (row as FoundRow).found,
        references: COMMENT_REFERENCES,
        empty: 'no archived comment matches',
        notesEmpty: true,
      },
      asOf: now,
      notes: hasMore
        ? [
            `${formatCount(comments.length, 'comment')} of ${found ?? 'more than 10,000'}: raise -n${next === null ? '' : ', or give --cursor,'} to see more`,
          ]
        : [],
    };
  },
});

interface FoundRow extends CommentTableRow {
  readonly found: FoundComment;
}

function toTableRow(found: FoundComment): FoundRow {
  const { profile, postId, post, archivedAt, changedAt, missingSince, ...comment } = found;
  return { found, comment: { ...comment, replies: [], isAnswered: null }, depth: 0 };
}

function buildColumns(query: SearchQuery, namesProfiles: boolean): readonly Column<FoundRow>[] {
  const columns: readonly Column<FoundRow>[] = COMMENT_COLUMNS;
  const highlights = compileHighlights(query);
  const excerpt = createMatchExcerpt(
    query.wanted.map((phrase) => {
      const find = compileHighlights({ wanted: [phrase], unwanted: [] });
      return (text: string) => find(text).length > 0;
    }),
  );
  return [
    {
      name: 'profile',
      title: 'profile',
      value: ({ found }) => found.profile,
      show: ({ found }) => found.profile ?? 'Primary',
      dataOnly: !namesProfiles,
    },
    ...columns.map((column) => {
      if (column.name !== 'text') return column;
      const toText = (row: FoundRow) => String(column.value(row) ?? '');
      return { ...column, highlights, fit: (row: FoundRow, width: number) => excerpt(toText(row), width) };
    }),
    { name: 'post', title: 'post', value: ({ found }) => found.post, drop: 4, least: 12, keeps: 12 },
    {
      name: 'postId',
      title: 'post id',
      value: ({ found }) => found.postId,
      role: 'id',
      dataOnly: true,
      inWide: true,
    },
    {
      name: 'archivedAt',
      title: 'archived',
      value: ({ found }) => found.archivedAt,
      role: 'time',
      dataOnly: true,
    },
    {
      name: 'changedAt',
      title: 'changed',
      value: ({ found }) => found.changedAt,
      role: 'time',
      dataOnly: true,
    },
    {
      name: 'missingSince',
      title: 'no longer listed',
      value: ({ found }) => found.missingSince,
      role: 'time',
      drop: 5,
    },
  ];
}
