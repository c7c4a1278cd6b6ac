import * as z from 'zod';
import { describeWrongEnding, findFileFault } from '../../../../domain/posts/file-faults.ts';
import { formatBytes } from '../../../../domain/text/format-bytes.ts';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { CrierError } from '../../../../errors.ts';
import { Platform } from '../../../../service/platforms.ts';
import { ROUTES } from '../../../../service/routes/routes.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { isForPrograms } from '../../../framework/many/change-several.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import { runEach } from '../../../framework/many/run-each.ts';
import { ErrorDocument } from '../../../framework/output/error-document.ts';
import { describeErrorCode, toErrorDocument } from '../../../framework/output/failures.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { type LocalMedia, readLocalMedia } from '../local-file.ts';
import { openUploads, uploadFile } from '../uploads.ts';

const UploadResult = z.strictObject({
  file: z.string().describe('as given'),
  status: z
    .enum(['uploaded', 'uploaded before', 'planned', 'error'])
    .describe('uploaded before: the same bytes are in the library already; planned: by --dry-run'),
  url: z.string().nullable().describe('URL to use in a post'),
  contentType: z.string().describe('media type, by the bytes of the file'),
  size: z.int().describe('in bytes'),
  width: z.int().nullable().describe('in pixels'),
  height: z.int().nullable().describe('in pixels'),
  duration: z.number().nullable().describe('of an mp4 or mov, in seconds'),
  error: ErrorDocument.nullable(),
});
type UploadResult = z.infer<typeof UploadResult>;

const COLUMNS: readonly Column<UploadResult>[] = [
  { ...pickMember('file', 'file'), drop: 0 },
  { ...pickMember('status', 'status'), role: 'status', drop: 0 },
  { ...pickMember('contentType', 'type'), drop: 3 },
  { ...pickMember('size', 'size'), show: ({ size }) => formatBytes(size), align: 'right', drop: 2 },
  { ...pickMember('url', 'url'), flexible: true, wraps: true },
  { name: 'error.message', title: 'why', value: ({ error }) => error?.message ?? null, dataOnly: true },
];

export default defineCommand({
  summary: 'Upload images and videos to the media library',
  description: `
Each file is judged by its bytes, not by its name. All of them are checked before the first is sent, with --platform also
against the limits of these networks; a file that one would refuse ends the command. Files are sent in order, whatever
their size, without being read into memory.

A file whose bytes are in the library of the profile already is not sent again, so that an interrupted upload of several
files continues when the command is run again. A file that was interrupted itself is sent from its beginning: nothing of
it is kept. "posts create --media <file>" uploads by itself.`,
  before: ['sandbox media sample cup.png', 'sandbox media sample pour.mp4'],
  examples: [
    'media upload cup.png',
    'media upload cup.png pour.mp4 --platform instagram,bluesky --json',
    'media upload cup.png --dry-run',
  ],
  positional: ['files'],
  changes: true,
  flags: [REMOTE],
  validationCode: 101,
  input: z.object({
    files: defineFlag(z.array(z.string()).min(1).describe('images and videos of this machine'), {
      placeholder: 'file',
    }),
    platform: defineFlag(
      z
        .array(z.enum(Platform.options))
        .default([])
        .describe('check the files against the limits of these networks'),
      { placeholder: 'network' },
    ),
    yes: defineSwitch('do not ask for confirmation, where the setting writes is ask', { short: 'y' }),
    dryRun: defineSwitch('check the files, and send nothing'),
  }),
  output: z.strictObject({ results: z.array(UploadResult) }),
  records: 'results',
  async run({ files, platform: platforms, dryRun }, context) {
    const { service, io } = context;
    const read: LocalMedia[] = [];
    for (const label of new Set(files)) read.push(await readLocalMedia(label, io));
    refuseFaults(read.flatMap((file) => listFileFaults(file, platforms)));
    for (const { label, media } of read) {
      const wrong = describeWrongEnding(label, media.type);
      if (wrong !== null) await io.note(`warning: ${wrong}`);
    }
    const client = await service.client({ writes: !dryRun, sends: { row: ROUTES.uploadMedia } });
    const memory = await openUploads(context);
    if (dryRun) {
      const results = read.map((file) => {
        const url = memory.find(file.sha256);
        return toResult(file, { status: url === null ? 'planned' : 'uploaded before', url, error: null });
      });
      return { view: buildView(results), notes: ['nothing was sent'] };
    }
    const ofLabel = new Map(read.map((file) => [file.label, file]));
    const results: UploadResult[] = [];
    const outcomes: Parameters<typeof combineFailures>[0][number][] = [];
    const sending = runEach([...ofLabel.keys()], { atOnce: AT_ONCE }, async (label) => {
      const file = ofLabel.get(label);
      return file === undefined ? null : uploadFile(file, { client, memory, io });
    });
    for await (const { id, value, failure } of sending) {
      const file = ofLabel.get(id);
      if (file === undefined) continue;
      outcomes.push({ id, failure });
      const status = failure !== null ? 'error' : value?.isKnown === true ? 'uploaded before' : 'uploaded';
      const error = failure === null ? null : toErrorDocument(failure);
      results.push(toResult(file, { status, url: value?.url ?? null, error }));
    }
    const [only] = outcomes.length === 1 ? outcomes : [];
    if (only?.failure && !isForPrograms(io.printing)) throw only.failure;
    const failure =
      only === undefined
        ? combineFailures(outcomes, {
            done: 'uploaded',
            noun: 'file',
            remainder: 'run the same command again: it sends only what is missing',
          })
        : only.failure;
    return { view: buildView(results), ...(failure !== null && { failure }) };
  },
});

/** One file after the other, so that each arrives as soon as it can. */
const AT_ONCE = 1;

function toResult(
  { label, media }: LocalMedia,
  result: { status: UploadResult['status']; url: string | null; error: UploadResult['error'] },
): UploadResult {
  return {
    file: label,
    ...result,
    contentType: media.type ?? 'application/octet-stream',
    size: media.bytes,
    width: media.width,
    height: media.height,
    duration: media.seconds,
  };
}

function buildView(results: readonly UploadResult[]) {
  return {
    kind: 'list',
    document: { results },
    key: 'results',
    rows: results,
    columns: COLUMNS,
    empty: formatCount(0, 'file'),
  } as const;
}

interface LocalFileFault {
  code: number;
  platform: Platform | null;
  message: string;
}

/** Lists why networks would refuse a file; without networks, only what every network would refuse. */
function listFileFaults(
  { label, media }: LocalMedia,
  platforms: readonly Platform[],
): readonly LocalFileFault[] {
  const { kind } = media;
  if (kind === null) {
    const message = `${label} is not an image or video${media.type === null ? '' : `; its bytes are ${media.type}`}`;
    return [{ code: 139, platform: null, message }];
  }
  if (media.isDamaged) {
    return [{ code: 139, platform: null, message: `${label} is damaged: it ends early, or cannot be read` }];
  }
  return platforms.flatMap((platform) => {
    const file = { ...media, seconds: media.seconds ?? undefined };
    const fault = findFileFault({ platform, label, file, kind, longVideo: false });
    return fault === null ? [] : [{ platform, code: fault.code, message: fault.message }];
  });
}

/** @throws CrierError of kind usage with the code of the first fault, before anything is sent */
function refuseFaults(faults: readonly LocalFileFault[]): void {
  const [first, second] = faults;
  if (first === undefined) return;
  const { advice, ...facts } = describeErrorCode(first.code);
  const next = `nothing was sent${advice ? `; ${advice}` : ''}`;
  if (second === undefined) throw new CrierError('usage', first.message, { ...facts, advice: next });
  throw new CrierError('usage', `${faults.length} errors in the media`, {
    ...facts,
    meaning: null,
    advice: 'nothing was sent',
    errors: [...faults],
  });
}
