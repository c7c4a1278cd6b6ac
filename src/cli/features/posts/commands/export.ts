import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { HistoryQuery, type PostStatus } from '../../../../service/posts.ts';
import { writeBeside } from '../../../../storage/swap-file.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { SINCE } from '../../../framework/input/time/since.ts';
import { renderView } from '../../../framework/output/render-view.ts';
import { formatFlags } from '../../../framework/output/text/shell-command.ts';
import type { ListView, View } from '../../../framework/output/view.ts';
import {
  buildExportColumns,
  type PortablePost,
  readWaitingPosts,
  toFilePost,
} from '../files/export-posts.ts';
import { HISTORY_FLAGS } from '../post-flags.ts';
import { readStatusWord } from '../read-posts.ts';

const { lastDays } = HistoryQuery.shape;
const FILTERS = ['platforms', 'type', 'autoRepostId', 'lastDays', 'startDate', 'endDate'] as const;
/** A file has posts of the same time in this order. */
const EXPORTED = ['pending', 'awaiting approval', 'paused'] as const satisfies readonly PostStatus[];
const STATUSES = [...EXPORTED, 'scheduled', 'to approve'] as const;

const ExportDocument = z.union([
  z.object({
    posts: z
      .array(z.looseObject({ id: z.string(), status: z.string() }))
      .describe('as "posts create -f" takes them'),
  }),
  z.object({ file: z.string().describe('absolute path'), count: z.int().describe('number of posts in it') }),
]);

export default defineCommand({
  summary: 'Write scheduled and held posts as a file for create -f',
  description: `
Writes the posts that are not published yet, scheduled, awaiting approval or paused, in the form that "posts create -f"
takes: with their texts, media, options and times. YAML by default; -o json, ndjson, csv and tsv, or the ending of --file,
choose another form. Each repetition of a post is a post of its own with its time, as is one that took a slot.

Ids and statuses are in the file and are not sent. "posts create -f" refuses a post of an export while the post exists, so
that nothing is posted twice: delete it first, or remove its id from the file to make another. A paused post is exported
as one that awaits approval. What the service does not list, such as options of networks, cannot be exported.`,
  examples: [
    'posts export',
    'posts export --status scheduled --platforms bluesky -o csv',
    'posts export --file week.yaml',
  ],
  flags: [REMOTE],
  input: z.object({
    file: defineFlag(
      z.string().min(1).optional().describe('write this new file: .yaml, .json, .ndjson, .csv or .tsv'),
      { placeholder: 'file' },
    ),
    platforms: HISTORY_FLAGS.platforms,
    status: z.enum(STATUSES).optional().describe('only posts with this status (default: all that wait)'),
    type: HISTORY_FLAGS.type,
    autoRepostId: HISTORY_FLAGS.autoRepostId,
    since: defineFlag(
      SINCE.unwrap()
        .optional()
        .describe('only posts created since: 2h, 7d, yesterday, a day, a time (default: all)'),
      { placeholder: 'time', conflicts: ['lastDays', 'startDate'] },
    ),
    lastDays: defineFlag(lastDays.describe('number of days to look back; 0: all (default: 0)'), {
      placeholder: 'n',
    }),
    startDate: HISTORY_FLAGS.startDate,
    endDate: HISTORY_FLAGS.endDate,
  }),
  output: ExportDocument,
  records: 'posts',
  async run({ file, since, status, ...input }, context) {
    const filters = Object.fromEntries(
      FILTERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
    );
    const { service, io } = context;
    const write = file === undefined ? null : chooseFormat(file);
    const client = await service.client();
    const now = since === undefined ? null : await readServiceTime(() => service.client(), context);
    const isDated = [input.lastDays, input.startDate, input.endDate, since].some(
      (each) => each !== undefined,
    );
    const wanted =
      status === undefined ? EXPORTED : EXPORTED.filter((each) => each === readStatusWord(status));
    const { records, hasMore } = await readWaitingPosts(client, wanted, {
      ...(!isDated && { lastDays: 0 }),
      ...filters,
      ...(since !== undefined &&
        now !== null && { startDate: formatIsoSeconds(since.inZone(io.chosenZone).resolve(now)) }),
    });
    const posts = records.map(toFilePost);
    const paused = posts.filter((post) => post.status === 'paused').length;
    const outcome = {
      notes: [
        ...(paused > 0
          ? [`${formatCount(paused, 'paused post')} will await approval when created again`]
          : []),
        ...(posts.length > 0 && records.every(({ request }) => request === undefined)
          ? ['the service does not list all fields: network options and first comments may be missing']
          : []),
      ],
      ...(hasMore && { failure: createCutError() }),
    };
    if (file === undefined || write === null) return { ...outcome, view: await buildView(posts, context) };
    const path = resolve(io.machine.folder, file);
    const text = await write(posts);
    await writeBeside(path, async (draft) => writeFileSync(draft, text), { isNew: true });
    return { ...outcome, view: buildFileView(path, posts.length) };
  },
});

function createCutError(): CrierError {
  return new CrierError('unavailable', 'the service lists no more than a part of the posts', {
    advice: formatFlags`export them in parts, with --status, --start-date and --end-date`,
  });
}

/** A file in YAML, unless another form was chosen. */
async function buildView(posts: readonly PortablePost[], { io }: CommandContext): Promise<View> {
  const { isChosen, hasFields, filter } = io.printing;
  if (isChosen || hasFields || filter !== null) return buildList(posts);
  return { kind: 'page', document: { posts }, blocks: [{ kind: 'output', text: await toYamlFile(posts) }] };
}

async function toYamlFile(posts: readonly PortablePost[]): Promise<string> {
  const { toYaml } = await import('../../../framework/input/files/yaml-text.ts');
  return toYaml(posts);
}

function buildList(posts: readonly PortablePost[]): ListView<unknown> {
  return {
    kind: 'list',
    document: { posts },
    key: 'posts',
    rows: posts,
    columns: buildExportColumns(posts),
    empty: 'no posts wait',
  };
}

const FORMATS = {
  '.json': 'json',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.csv': 'csv',
  '.tsv': 'tsv',
} as const;

/** @throws CrierError of kind usage for another ending */
function chooseFormat(file: string): (posts: readonly PortablePost[]) => Promise<string> {
  const ending = extname(file).toLowerCase();
  if (ending === '.yaml' || ending === '.yml') return toYamlFile;
  const format = Object.entries(FORMATS).find(([each]) => each === ending)?.[1];
  if (format === undefined)
    throw createUsageError(
      formatFlags`--file ${file} has no known ending`,
      'use .yaml, .json, .ndjson, .csv or .tsv',
    );
  const look = { format, width: 80, colorLevel: 0, accessible: true, now: 0, zone: null } as const;
  return async (posts) => renderView(buildList(posts), look);
}

function buildFileView(file: string, count: number): View {
  return {
    kind: 'record',
    document: { file, count },
    lines: [
      { name: 'file', title: 'file', value: file },
      { name: 'count', title: 'posts', value: count },
    ],
  };
}
