import { extname } from 'node:path';
import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { CommentPlatform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag, defineSwitch, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { getStartTime, SINCE } from '../../../framework/input/time/since.ts';
import { combineFailures } from '../../../framework/many/failures.ts';
import type { RecordView } from '../../../framework/output/view.ts';
import {
  type ArchiveOptions,
  listCutLineNotes,
  locateArchive,
  NOTHING_WRITTEN,
} from '../../archive/archive-file.ts';
import {
  type ArchivedComment,
  COMMENT_LINES,
  COMMENTS,
  type CommentArchive,
} from '../archive/comment-archive.ts';
import { exportComments, type ProfileExport } from '../archive/export-comments.ts';
import { placeArchives } from '../archive/place-archives.ts';
import {
  combineProfileFailures,
  formatCutPosts,
  formatProfile,
  listProfileServices,
  listUnseen,
  ProfileAlias,
  type ProfileRead,
  summarizeUnseen,
  UNSEEN,
} from '../read-profiles.ts';

type ArchiveFormat = 'ndjson' | 'sqlite';

const FORMATS: ReadonlyMap<string, ArchiveFormat> = new Map([
  ['.ndjson', 'ndjson'],
  ['.jsonl', 'ndjson'],
  ['.sqlite', 'sqlite'],
  ['.sqlite3', 'sqlite'],
  ['.db', 'sqlite'],
]);

/** The format of an archive by the ending of its name. @throws CrierError of kind usage for another ending */
function readArchiveFormat(file: string): ArchiveFormat {
  const format = FORMATS.get(extname(file).toLowerCase());
  if (format !== undefined) return format;
  throw createUsageError(
    'the format of the archive is not clear from the name of its file',
    'end the name in .ndjson (a JSON document on each line) or .sqlite',
  );
}

/** Opens an archive; each format loads only what it needs. */
async function openArchive(options: ArchiveOptions): Promise<CommentArchive> {
  if (readArchiveFormat(options.file) === 'ndjson') {
    const { openNdjsonArchive } = await import('../../archive/ndjson-archive.ts');
    const lines = openNdjsonArchive(options, COMMENT_LINES);
    return {
      add: (comments) => ({ added: lines.add(comments), changed: 0 }),
      settle: () => 0,
      readTimes: () => new Map(),
      cutLines: () => lines.cutLines(),
      close: () => {},
    };
  }
  const { openSqliteArchive } = await import('../archive/sqlite-archive.ts');
  return openSqliteArchive(options);
}

const Counts = {
  posts: z.int().describe('posts whose comments were read'),
  read: z.int().describe('comments and replies that were read'),
  added: z.int().describe('those that are new in the archive; with --dry-run, that would be'),
  changed: z.int().describe('those that were in the archive, and are other than they were; 0 for ndjson'),
  present: z.int().describe('those that were in the archive already, or were read twice'),
  missing: z.int().describe('comments of the archive that the service no longer lists; 0 for ndjson'),
  withoutId: z.int().describe('entries without an id, which are left out'),
};

const ExportDocument = z.strictObject({
  file: z
    .string()
    .describe('absolute path of the archive; of its folder for the archives of several profiles'),
  format: z.enum(['ndjson', 'sqlite']),
  dryRun: z.boolean().describe('whether the archive is as before'),
  ...Counts,
  hasMorePosts: z.boolean().describe('whether more posts are published than were read'),
  cutLines: z
    .int()
    .describe('lines that are not whole, since a run was killed or the power failed: a last one is removed'),
  profiles: z
    .array(z.strictObject({ profile: ProfileAlias, ...Counts }))
    .describe('the counts of each profile'),
  errors: UNSEEN,
});
type ExportDocument = z.infer<typeof ExportDocument>;

/** Posts that are read without `--posts`. */
const USUAL_POSTS = 100;

export default defineCommand({
  summary: 'Keep an archive of comments, to search and count',
  description: `
Reads the comments of the posts that you published last, on all networks, and adds those that the archive does not have, by
network and comment id: run it again and again, and the archive grows without doubles. Posts that were not read yet, or longest
ago, are read first. Several runs may add to one archive at the same time. A run that is interrupted leaves what it added, and
the next one continues. If some posts or networks cannot be read, the others are added, and the exit code is 3.

Without --file, each profile has an archive on this machine, which only you can read: "comments archive list" shows where. It is a
SQLite database, as is any --file that ends in .sqlite, .sqlite3 or .db: "comments search" and "comments stats --archive" read it, a
comment that changed is updated, and one that the service no longer lists is marked. A file that ends in .ndjson or .jsonl has a
JSON document on each line, and what is in it is never changed.

An archive is personal data of those who commented: "comments archive delete" removes what you should no longer keep.`,
  examples: [
    'comments export --allow-partial',
    'comments export --since 30d --file archive.ndjson --allow-partial',
    'comments export --since 7d --file archive.sqlite --platform X,youtube',
    'comments export --all-profiles -n 200 --allow-partial --json',
  ],
  changes: true,
  flags: [REMOTE, READ_PROFILES],
  reads: { combinesProfiles: true },
  input: z.object({
    file: defineFlag(
      z
        .string()
        .min(1)
        .optional()
        .describe('archive, created if missing: .sqlite or .ndjson (default: that of the profile)'),
      { placeholder: 'file' },
    ),
    since: SINCE,
    platform: defineFlag(z.array(CommentPlatform).default([]).describe('only comments on these networks'), {
      placeholder: 'network',
    }),
    posts: defineFlag(
      z
        .int()
        .min(1)
        .max(LIMITS.historyLimit.max)
        .default(USUAL_POSTS)
        .describe('number of published posts to read, the latest first'),
      { short: 'n', placeholder: 'n' },
    ),
    allowPartial: defineSwitch('exit 0 even if some posts, networks or profiles failed'),
    dryRun: defineSwitch('read the comments and count what is new, but add nothing'),
  }),
  output: ExportDocument,
  async run(
    { file: given, since, platform, allProfiles, posts: most, allowPartial, dryRun },
    { service, io },
  ) {
    if (io.printing.format === 'raw')
      throw createUsageError('-o raw prints one response, and this reads several', 'use -o json');
    const format = given === undefined ? 'sqlite' : readArchiveFormat(given);
    const file = given === undefined ? null : locateArchive(given, io.machine.folder, COMMENTS);
    const services = await listProfileServices(service, allProfiles);
    const [first = service] = services;
    const place = await placeArchives(service, io.machine);
    const archives = new Map<string, CommentArchive>();
    const openOnce = async (path: string): Promise<CommentArchive> => {
      const archive = archives.get(path) ?? (await openArchive({ file: path, isDryRun: dryRun }));
      archives.set(path, archive);
      return archive;
    };
    // a file that cannot be used is an error before anything is requested
    if (file !== null) await openOnce(file);
    else if (!allProfiles) await openOnce(place.prepare(place.profile, dryRun));
    let added = 0;
    const openCounted = async (profile: string | null): Promise<CommentArchive> => {
      const archive = await openOnce(file ?? place.prepare(profile, dryRun));
      const add = (comments: readonly ArchivedComment[]) => {
        const change = archive.add(comments);
        added += change.added;
        return change;
      };
      return { ...archive, add };
    };
    io.onEnd(async () => {
      for (const archive of archives.values()) archive.close();
      if (io.signal.aborted && added > 0 && !dryRun)
        await io.note(
          `${formatCount(added, 'comment')} added before the end; run the command again for the others`,
        );
    });
    const now = await readServiceTime(() => first.client(), { service, io });
    const start = getStartTime(since?.inZone(io.chosenZone), now);
    const options = {
      posts: { most, platforms: platform },
      start,
      archivedAt: formatIsoSeconds(now),
    };
    const all = await exportComments(options, { services, openArchive: openCounted, io });
    const failure = combineExportFailures(all, formatRemainder(dryRun));
    if (failure !== null && all.every((each) => each.failure !== null)) throw failure;
    const isAllowed = allowPartial && failure?.kind === 'partial';
    const document = {
      file: file ?? (allProfiles ? place.folder : place.locate(place.profile)),
      format,
      dryRun,
      ...buildCounts(all),
      hasMorePosts: all.some(({ value }) => value?.hasMorePosts),
      cutLines: [...archives.values()].reduce((sum, archive) => sum + archive.cutLines(), 0),
      errors: listUnseen(all),
    };
    return {
      view: buildView(document, { given, namesProfiles: allProfiles }),
      asOf: now,
      notes: [
        ...buildNotes(document),
        ...(document.hasMorePosts ? [formatCutPosts(document.posts)] : []),
        ...(document.posts + document.errors.length === 0 ? [NOTHING_PUBLISHED] : []),
        // else the failure lists them
        ...(isAllowed ? listUnread(all, allProfiles) : []),
      ],
      ...(failure !== null && !isAllowed && { failure }),
    };
  },
});

const NOTHING_PUBLISHED = 'nothing was read: no post is published there';

type ExportRead = ProfileRead<ProfileExport>;

const NONE = { posts: 0, read: 0, added: 0, changed: 0, present: 0, missing: 0, withoutId: 0 };

function buildCounts(all: readonly ExportRead[]): typeof NONE & Pick<ExportDocument, 'profiles'> {
  const profiles = all.flatMap(({ profile, value }) => {
    if (value === null) return [];
    const { posts, read, added, changed, missing, withoutId } = value;
    return [{ profile, posts, read, added, changed, present: read - added, missing, withoutId }];
  });
  const sum = (name: keyof typeof NONE) => profiles.reduce((total, each) => total + each[name], 0);
  return {
    posts: sum('posts'),
    read: sum('read'),
    added: sum('added'),
    changed: sum('changed'),
    present: sum('present'),
    missing: sum('missing'),
    withoutId: sum('withoutId'),
    profiles,
  };
}

/** @param given how the user wrote the name of the file; without one, its path is shown */
function buildView(
  document: ExportDocument,
  { given, namesProfiles }: { given: string | undefined; namesProfiles: boolean },
): RecordView {
  const { file, format, dryRun, posts, read, added, changed, present, missing, profiles } = document;
  const parts = profiles.map((each) => ({
    title: each.profile ?? 'Primary',
    shown: `${each.added} of ${formatCount(each.read, 'comment')} in ${formatCount(each.posts, 'post')}`,
  }));
  return {
    kind: 'record',
    document,
    lines: [
      { name: 'file', title: 'archive', value: file, ...(given !== undefined && { shown: given }) },
      { name: 'added', title: dryRun ? 'to add' : 'added', value: added },
      { name: 'present', title: 'already there', value: present },
      ...(format === 'sqlite'
        ? [
            { name: 'changed', title: dryRun ? 'to update' : 'updated', value: changed },
            { name: 'missing', title: 'no longer listed', value: missing },
          ]
        : []),
      { name: 'read', title: 'comments read', value: read },
      { name: 'posts', title: 'posts read', value: posts },
      ...(namesProfiles ? [{ name: 'profiles', title: 'profiles', value: profiles, parts }] : []),
    ],
  };
}

function buildNotes(document: ExportDocument): readonly string[] {
  const { dryRun, withoutId } = document;
  return [
    ...listCutLineNotes(document),
    ...(withoutId > 0 ? [`${formatCount(withoutId, 'entry')} without an id: left out`] : []),
    ...(dryRun ? [NOTHING_WRITTEN] : []),
  ];
}

/** What was not read although it is allowed: of the networks and posts of all profiles, and whole profiles. */
function listUnread(all: readonly ExportRead[], namesProfiles: boolean): readonly string[] {
  return [
    ...summarizeUnseen(all, { namesProfiles }),
    ...all.flatMap(({ profile, failure }) =>
      failure === null ? [] : [`not read: ${formatProfile(profile)}: ${failure.message}`],
    ),
  ];
}

/** What happened to the others, where some failed. */
function formatRemainder(isDryRun: boolean): string {
  return `the others are ${isDryRun ? 'counted' : 'in the archive'}; --allow-partial makes this exit 0`;
}

/** The failure of some profiles, posts or networks; null for none. */
function combineExportFailures(all: readonly ExportRead[], remainder: string): CrierError | null {
  const ofProfiles = combineProfileFailures(all, remainder);
  const ofPosts = combinePostFailures(
    all.flatMap(({ value }) => value ?? []),
    remainder,
  );
  if (ofProfiles === null || ofPosts === null) return ofProfiles ?? ofPosts;
  const errors = [ofProfiles, ofPosts].flatMap(({ facts }) => facts.errors ?? []);
  const message = `${ofProfiles.message}; ${ofPosts.message}`;
  return new CrierError('partial', message, { ...ofPosts.facts, http: 200, errors });
}

function combinePostFailures(all: readonly ProfileExport[], remainder: string): CrierError | null {
  const outcomes = all.flatMap(({ errors, failures }) => [
    ...failures,
    ...[...Map.groupBy(errors, ({ postId }) => postId)].map(([id, legs]) => ({
      id,
      failure: new CrierError('partial', '', { errors: legs }),
    })),
  ]);
  const total = all.reduce((sum, { posts, failures }) => sum + posts + failures.length, 0);
  return combineFailures(outcomes, {
    done: 'read',
    remainder,
    total,
    noun: 'post',
    countsIncomplete: true,
  });
}
