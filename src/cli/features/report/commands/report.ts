import * as z from 'zod';
import { formatCount } from '../../../../domain/text/lists-and-counts.ts';
import { createCountingClock } from '../../../../domain/time/local-time.ts';
import { formatIsoSeconds } from '../../../../domain/time/read-timestamp.ts';
import { CrierError, createUsageError } from '../../../../errors.ts';
import { DAY_MS } from '../../../../service/durations.ts';
import { LIMITS } from '../../../../service/limits.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { readServiceTime } from '../../../framework/command/service-time.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ_PROFILES } from '../../../framework/input/flags/read-flags.ts';
import { buildSinceSchema } from '../../../framework/input/time/since.ts';
import { buildListMeta, type ListView } from '../../../framework/output/view.ts';
import { computeMedian } from '../../comments/answer-times.ts';
import {
  combineProfileFailures,
  formatCutPosts,
  formatProfile,
  listProfileServices,
  readEachProfile,
} from '../../comments/read-profiles.ts';
import { buildReport, COVER_COLUMNS, type ReportContent } from '../build-report.ts';
import { toSeconds } from '../read-comments-section.ts';
import { readPictures } from '../read-pictures.ts';
import { addCounts, type ProfileReading, readProfileReport } from '../read-report.ts';
import { type ProfileReport, ReportDocument, type ReportTotals } from '../report-document.ts';
import { countComments, describeUnread } from '../report-numbers.ts';
import type { ReportPeriod } from '../section-run.ts';

/** A week, which is how often most reports are made. */
const USUAL_SINCE = '7d';
/** Published posts that are read without `--posts`. */
const USUAL_POSTS = 20;

export default defineCommand({
  summary: 'Report followers, posts, comments and reviews of a period',
  description: `
What happened in a period, to send on: followers and their change, the posts with their figures, those with the most and the
fewest interactions, comments, questions and the time to answer, what automations sent and why not, and reviews. With
--all-profiles, a cover with all of them comes before a page for each, titled by its brand.

-o html is one page without scripts, with charts and pictures, in light and dark, to print on A4; -o md is for wikis and pull
requests. Numbers are those of "analytics social", "analytics post", "comments get", "comments inbox", "automations report"
and "reviews list". Days of followers are whole days in UTC; the others are those of --tz or CRIER_TZ (default: UTC).

It reads the --posts that were published last, and sends some 10 requests for each profile, one for the comments of each post,
one for the figures of each post of the period, and some for each automation that was triggered; the service accepts ${LIMITS.requestRate.max} of a
profile in 5 minutes. What could not be read of a profile is named on its page and on stderr; if a whole part or profile
fails, the others are printed, and the exit code is 3.`,
  examples: [
    'report --since 7d',
    'report --all-profiles -o html',
    'report --since 30d --posts 60 -o html',
    'report --profile harbour -o md',
    "report --json --jq '.totals | {followers, newFollowers, waiting}'",
  ],
  flags: [REMOTE, READ_PROFILES],
  reads: { combinesProfiles: true },
  input: z.object({
    since: defineFlag(
      buildSinceSchema()
        .optional()
        .describe(
          `start of the period: 7d, 30d, a day (of --tz, or UTC) or a time (default: ${USUAL_SINCE})`,
        ),
      { placeholder: 'time' },
    ),
    posts: defineFlag(
      z
        .int()
        .min(1)
        .max(LIMITS.historyLimit.max)
        .default(USUAL_POSTS)
        .describe('number of published posts to read of each profile, the latest first'),
      { placeholder: 'n' },
    ),
  }),
  output: ReportDocument,
  records: 'profiles',
  async run({ since: given, posts: most, allProfiles, concurrency }, context) {
    const { service, io } = context;
    if (io.printing.format === 'raw')
      throw createUsageError('-o raw prints one response, and this reads several', 'use -o json');
    const services = await listProfileServices(service, allProfiles);
    const [first = service] = services;
    const end = await readServiceTime(() => first.client(), context);
    const since = (given ?? buildSinceSchema().parse(USUAL_SINCE)).inZone(io.chosenZone);
    const start = since.resolve(end);
    checkPeriod(start, end);
    const period: ReportPeriod = { start, end, since, zone: createCountingClock(io.chosenZone) };
    io.progress(`0 of ${services.length} profiles read`);
    const all = await readEachProfile(
      services,
      (each, profile) => readProfileReport(each, { profile, most, period, io }),
      {
        atOnce: concurrency,
        progress: (text) => io.progress(text === null ? null : text.replace('done', 'profiles read')),
      },
    );
    io.progress(null);
    const failure = combineProfileFailures(all, 'the others are reported');
    if (failure !== null && all.every((each) => each.failure !== null)) throw failure;
    const readings = all.flatMap(({ value }) => value ?? []);
    const profiles = readings.map(({ report }) => report);
    const errors = all.flatMap(({ profile, failure: fault }) =>
      fault === null ? [] : [{ profile, message: fault.message }],
    );
    const { pictures, notes } = await readRankedPictures(profiles, context);
    const content = { profiles, totals: addProfiles(readings), period, pictures };
    return {
      view: buildView(content, errors),
      asOf: end,
      notes: [
        ...listNotes(readings, { namesProfile: allProfiles, isOnPage: io.printing.format === 'table' }),
        ...notes,
      ],
      failure: failure ?? combineSections(readings) ?? undefined,
    };
  },
});

/** A chart has a bar for each day. */
const MOST_DAYS = 366;

/** @throws CrierError of kind usage */
function checkPeriod(start: number, end: number): void {
  if (start >= end) throw createUsageError('the period begins in the future', 'use a time that has passed');
  if (end - start > MOST_DAYS * DAY_MS)
    throw createUsageError('the period is longer than a year', 'use --since 365d, or less');
}

function buildView(
  content: Omit<ReportContent, 'unread'>,
  errors: z.infer<typeof ReportDocument>['errors'],
): ListView<unknown> {
  const { profiles, totals, period } = content;
  const unread = errors.map(({ profile, message }) => `${formatProfile(profile)}: ${message}`);
  const view: ListView<ProfileReport> = {
    kind: 'list',
    document: {
      from: formatIsoSeconds(period.start),
      to: formatIsoSeconds(period.end),
      timeZone: period.zone.name,
      totals,
      profiles,
      errors,
      meta: buildListMeta({ limit: null }),
    },
    key: 'profiles',
    rows: profiles,
    columns: COVER_COLUMNS,
    report: buildReport({ ...content, unread }),
    empty: 'no profiles',
  };
  return view as ListView<unknown>; // drawn by the columns, which take these rows
}

/** Pictures of the best and the worst post of each profile, where a page is made. */
async function readRankedPictures(profiles: readonly ProfileReport[], { service, io }: CommandContext) {
  if (io.printing.format !== 'html') return { pictures: new Map(), notes: [] };
  const ranked = profiles.flatMap(({ posts }) =>
    (posts?.list ?? []).filter(({ id }) => id === posts?.best || id === posts?.worst),
  );
  const { pictures, missing } = await readPictures(ranked, service, io);
  const sentence = `${missing} of ${formatCount(ranked.length, 'picture')} not in the page: they could not be read, or are too large`;
  return { pictures, notes: missing > 0 ? [sentence] : [] };
}

function addProfiles(readings: readonly ProfileReading[]): ReportTotals {
  const profiles = readings.map(({ report }) => report);
  const add = (count: (report: ProfileReport) => number | null) => addCounts(profiles.map(count));
  return {
    profiles: profiles.length,
    followers: add(({ followers }) => followers?.followers ?? null),
    newFollowers: add(({ followers }) => followers?.newFollowers ?? null),
    posts: add(({ posts }) => posts?.published ?? null) ?? 0,
    interactions: add(({ posts }) => posts?.interactions ?? null),
    comments: add(({ comments }) => countComments(comments)) ?? 0,
    questions: add(({ comments }) => comments?.questions ?? null) ?? 0,
    waiting: add(({ comments }) => comments?.waiting ?? null) ?? 0,
    medianAnswerSeconds: toSeconds(computeMedian(readings.flatMap(({ waits }) => waits))),
    sent: add(({ automations }) => automations?.sent ?? null) ?? 0,
    reviews: add(({ reviews }) => addCounts(reviews?.networks.map(({ added }) => added) ?? [])) ?? 0,
  };
}

/** Profiles that have notes of their own; the pages of the others have them. */
const MOST_NAMED = 3;

/** @param isOnPage whether what could not be read is on the pages that the same people see */
function listNotes(
  readings: readonly ProfileReading[],
  { namesProfile, isOnPage }: { namesProfile: boolean; isOnPage: boolean },
): readonly string[] {
  const notes = readings.flatMap(({ report, hasMorePosts, postsRead }) => {
    const where = namesProfile ? `${formatProfile(report.profile)}: ` : '';
    return [
      ...(hasMorePosts ? [`${where}${formatCutPosts(postsRead)}`] : []),
      ...(isOnPage ? [] : describeUnread(report.unread)).map((each) => `${where}not read of the ${each}`),
    ];
  });
  const left = notes.length - MOST_NAMED * 2;
  return left > 1
    ? [...notes.slice(0, -left), `${left} more parts were not read: the pages of the profiles name them`]
    : notes;
}

/** A part that failed as a whole makes the run partial. */
function combineSections(readings: readonly ProfileReading[]): CrierError | null {
  const failed = readings.flatMap(({ report, failures }) =>
    failures.map(({ section, failure }) => ({ profile: report.profile, section, failure })),
  );
  if (failed.length === 0) return null;
  return new CrierError(
    'partial',
    `${failed.length === 1 ? '1 part' : `${failed.length} parts`} could not be read`,
    {
      http: 200,
      errors: failed.map(({ profile, section, failure }) => ({
        requestedId: `${profile ?? 'Primary'} ${section}`,
        code: failure.facts.code ?? null,
        message: failure.message,
      })),
      advice: 'the others are reported',
    },
  );
}
