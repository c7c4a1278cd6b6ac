import { extname } from 'node:path';
import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import type { CommandOutcome } from '../../../framework/command/command.ts';
import type { IoPort } from '../../../framework/command/io.ts';
import type { ServicePort } from '../../../framework/command/service.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineIdDocument, toIdDocument } from '../../../framework/many/change-several.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import type { RecordView } from '../../../framework/output/view.ts';
import { listCutLineNotes, locateArchive, NOTHING_WRITTEN } from '../../archive/archive-file.ts';
import { ACTIVITY_LINES, type ActivityArchiveRun, addActivity } from './archive-activity.ts';

const Counts = {
  read: z.int().describe('rows that were read'),
  added: z.int().describe('those that are new in the archive; with --dry-run, that would be'),
  present: z.int().describe('those that were in the archive already'),
  open: z.int().describe('those that are not finished: a later run adds them'),
};

/** Output with --archive. */
export const ActivityArchive = z.strictObject({
  file: z.string().describe('absolute path of the archive'),
  dryRun: z.boolean().describe('whether the archive is as before'),
  ...Counts,
  cutLines: z.int().describe('lines that were cut short and removed, since a run was killed'),
  results: z
    .array(defineIdDocument('archived, or error').extend(Counts))
    .describe('result and counts of each automation'),
});
type ActivityArchive = z.infer<typeof ActivityArchive>;

interface ArchiveFlags {
  /** Null for all automations. */
  id: string | null;
  /** The file, as typed. */
  given: string;
  dryRun: boolean;
}

type ArchiveContext = { service: ServicePort; io: IoPort };

const ENDINGS: readonly string[] = ['.ndjson', '.jsonl'];

/** Runs `automations activity --archive`. */
export async function runActivityArchive(
  { id, given, dryRun }: ArchiveFlags,
  { service, io }: ArchiveContext,
): Promise<CommandOutcome> {
  if (io.printing.format === 'raw') throw createSeveralBodiesError();
  if (!ENDINGS.includes(extname(given).toLowerCase()))
    throw createUsageError(
      'the archive has a JSON document on each line',
      'end the name of its file in .ndjson',
    );
  const file = locateArchive(given, io.machine.folder, ACTIVITY_LINES);
  let added = 0;
  io.onEnd(async () => {
    if (io.signal.aborted && added > 0 && !dryRun)
      await io.note(
        `${formatCount(added, 'row')} added before the end; run the command again for the others`,
      );
  });
  const onAdded = (count: number) => {
    added += count;
  };
  const openService = async () => {
    const client = await service.client();
    return { client, now: await readServiceTime(async () => client, { service, io }) };
  };
  const run = await addActivity({ file, isDryRun: dryRun, id, onAdded }, openService, io);
  const failure = combineFailures(run.results, {
    done: 'read',
    remainder: 'the rows of the others are in the archive',
  });
  const [only] = run.results;
  if (id !== null && only !== undefined && only.failure !== null) throw only.failure;
  if (failure !== null && run.results.every((each) => each.failure !== null)) throw failure;
  const document = buildDocument(run, { file, dryRun });
  return {
    view: buildView(document, given),
    notes: [...listNotes(document), ...listMissedNotes(run)],
    ...(failure !== null && { failure }),
  };
}

function buildDocument(
  { results, cutLines }: ActivityArchiveRun,
  { file, dryRun }: Pick<ActivityArchive, 'file' | 'dryRun'>,
): ActivityArchive {
  const counted = results.map(({ id, value, failure }) => {
    const { read = 0, added = 0, open = 0 } = value ?? {};
    return { ...toIdDocument(id, failure, 'archived'), read, added, present: read - added - open, open };
  });
  const sum = (name: keyof typeof Counts) => counted.reduce((total, each) => total + each[name], 0);
  const counts = { read: sum('read'), added: sum('added'), present: sum('present'), open: sum('open') };
  return { file, dryRun, ...counts, cutLines, results: counted };
}

/** @param given how the user wrote the name of the file */
function buildView(document: ActivityArchive, given: string): RecordView {
  const { file, dryRun, read, added, present, open, results } = document;
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'file', title: 'archive', value: file, shown: given },
      { name: 'added', title: dryRun ? 'to add' : 'added', value: added },
      { name: 'present', title: 'already there', value: present },
      { name: 'open', title: 'not finished', value: open },
      { name: 'read', title: 'rows read', value: read },
      { name: 'automations', title: 'automations', value: results.length },
    ],
  };
}

function listNotes(document: ActivityArchive): readonly string[] {
  const { dryRun, open } = document;
  return [
    ...listCutLineNotes(document),
    ...(open > 0
      ? [
          formatCount(
            open,
            'row is not finished: a later run adds it',
            'rows are not finished: a later run adds them',
          ),
        ]
      : []),
    ...(dryRun ? [NOTHING_WRITTEN] : []),
  ];
}

function listMissedNotes({ results }: ActivityArchiveRun): readonly string[] {
  const days = LIMITS.activityLookbackMs / DAY_MS;
  return results.flatMap(({ id, value }) =>
    value === null || value.missedSince === null
      ? []
      : [
          `${id}: the last run was at ${formatIsoSeconds(value.missedSince)}, and the service lists ${days} days: rows between may be missing`,
        ],
  );
}
