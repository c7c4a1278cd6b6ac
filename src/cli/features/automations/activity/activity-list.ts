import { describeOutcome, getReason } from '../../../../domain/automations/activity-outcome.ts';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { ignoreErrors } from '../../../../errors.ts';
import type { ControlAnswer } from '../../../../service/control/control.ts';
import { type ActivityRow, ActivityStatus } from '../../../../service/endpoints/activity.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import type { SandboxControl } from '../../../framework/command/sandbox/sandbox-control.ts';
import { formatClockTime } from '../../../framework/output/cell.ts';
import type { OutputFormat } from '../../../framework/output/formats.ts';
import {
  buildListMeta,
  type CellValue,
  type Column,
  type ListView,
  listDataColumns,
  pickMember,
} from '../../../framework/output/view.ts';

/** Width of the longest relative time (`12mo ago`), which later rows may have. */
const LEAST_TIME = 8;
/** Width of `09-20 14:13`. */
const LEAST_CLOCK_TIME = 11;
/** Width of an Instagram id, which later rows may show instead of a handle. */
const LEAST_WHO = 17;
const LONGEST_STATUS = Math.max(...ActivityStatus.options.map((status) => status.length));

/** Of a message, since most in a list are the same. */
const LISTED_TEXT = 60;

const ID: Column<ActivityRow> = { ...pickMember('id', 'id'), role: 'id', dataOnly: true };

const CREATED: Column<ActivityRow> = {
  name: 'created',
  title: 'when',
  value: ({ created }) => readTimestamp(created).iso,
  role: 'time',
  align: 'left',
  drop: 0,
  least: LEAST_TIME,
};

const CREATED_CLOCK: Column<ActivityRow> = {
  ...CREATED,
  show: ({ created }, now, zone) => {
    const { ms, iso } = readTimestamp(created);
    return ms === null ? (iso ?? '') : formatClockTime(ms, now, zone);
  },
  least: LEAST_CLOCK_TIME,
};

const STATUS: Column<ActivityRow> = {
  ...pickMember('status', 'status'),
  role: 'status',
  drop: 0,
  least: LONGEST_STATUS,
};

function buildAutomationColumn(names: ReadonlyMap<string, string>): Column<ActivityRow> {
  return {
    ...pickMember('automationId', 'automation'),
    show: ({ automationId }) => names.get(automationId ?? '') ?? automationId ?? '',
    drop: 3,
  };
}

/** People by name where it is known, otherwise by id. The id is never truncated: it finds their rows. */
function buildWhoColumn(rows: readonly ActivityRow[], names: PeopleNames): Column<ActivityRow> {
  return {
    ...pickMember('recipientUsername', 'who'),
    placeholder: (row) => names.find(row) ?? row.recipientId ?? '',
    role: rows.every((row) => names.find(row) !== undefined) ? 'name' : 'id',
    drop: 0,
    least: LEAST_WHO,
  };
}

const MORE: readonly Column<ActivityRow>[] = [
  { ...pickMember('recipientId', 'recipient'), dataOnly: true },
  { ...pickMember('triggerType', 'trigger'), dataOnly: true },
  { ...pickMember('keyword', 'on'), drop: 1 },
  { ...pickMember('commentText', 'text'), dataOnly: true },
  {
    ...pickMember('errorDetails', 'outcome'),
    show: (row) => describeOutcome(row, LISTED_TEXT),
    placeholder: (row) => describeOutcome(row, LISTED_TEXT),
    flexible: true,
    wraps: true,
  },
  ...listDataColumns<ActivityRow>({ commentId: 'comment', postId: 'post', storyId: 'story' }),
  { ...pickMember('eventId', 'event'), role: 'id', dataOnly: true, inWide: true },
  {
    name: 'completedAt',
    title: 'completed',
    value: ({ completedAt }) => readTimestamp(completedAt).iso,
    dataOnly: true,
  },
  {
    name: 'actionResults',
    title: 'actions',
    value: ({ actionResults }) => (actionResults ?? []) as CellValue, // an array of JSON values
    dataOnly: true,
  },
];

export function buildActivityList(
  rows: readonly ActivityRow[],
  {
    next,
    hasMore = next !== null,
    limit,
    envelope = {},
    empty,
    names,
    automations,
    isStreaming = false,
  }: {
    next: string | null;
    hasMore?: boolean;
    /** Null for no limit. */
    limit: number | null;
    /** Other members of the answer, if there was only one. */
    envelope?: Readonly<Record<string, unknown>>;
    empty: string;
    names: PeopleNames;
    /** The names of automations, where the rows are of several. */
    automations?: ReadonlyMap<string, string> | undefined;
    /** Rows are streamed, so times are absolute. */
    isStreaming?: boolean;
  },
): ListView<ActivityRow> {
  return {
    kind: 'list',
    document: { ...envelope, activity: rows, meta: buildListMeta({ next, hasMore, limit }) },
    key: 'activity',
    rows,
    columns: [
      ID,
      isStreaming ? CREATED_CLOCK : CREATED,
      ...(automations === undefined ? [] : [buildAutomationColumn(automations)]),
      STATUS,
      buildWhoColumn(rows, names),
      ...MORE,
    ],
    empty,
    notesEmpty: true,
  };
}

/** Formats a completed row of activity. @param names handles by id */
export function formatCompletedRow(row: ActivityRow, names: Readonly<Record<string, string>>): string {
  const { completedAt, automationId, status } = row;
  const reason = status === 'sent' ? '' : `: ${getReason(row) ?? 'no reason given'}`;
  return `${completedAt ?? ''} ${automationId ?? ''} ${status}, ${getRecipientName(row, names)}${reason}`;
}

/** The person's name from the row, the sandbox, or the id. @param names handles by id */
export function getRecipientName(
  { recipientUsername, recipientId }: ActivityRow,
  names: Readonly<Record<string, string>>,
): string {
  return recipientUsername ?? names[recipientId ?? ''] ?? recipientId ?? '';
}

/** Handles of people. Rows of DMs, reactions and story replies have none, but other rows of the same person do. */
export type PeopleNames = ReturnType<typeof createPeopleNames>;

/** Formats that show a name where the row has none. */
const NAMING_FORMATS: readonly OutputFormat[] = ['table', 'md', 'html'];

/** Names that are remembered from the parts of a table that were printed. */
const MOST_NAMES = 10_000;

/** Names for output to people. Programs get the rows unchanged, so nothing is remembered or requested for them. */
export function createPeopleNames({ service, sandbox, io }: CommandContext) {
  const { format } = io.printing;
  const names = new Map<string, string>();
  let control: Promise<SandboxControl> | undefined;
  const isAsked = async () => format === 'table' && (await service.choose()).choice.kind === 'sandbox';
  return {
    /** Reads handles from rows; asks the sandbox, if it is the service, for the missing ones. */
    async learn(rows: readonly ActivityRow[]): Promise<void> {
      if (!NAMING_FORMATS.includes(format)) return;
      // the other formats show all rows at the end
      if (format === 'table' && names.size > MOST_NAMES) names.clear();
      for (const { recipientId, recipientUsername } of rows) {
        if (recipientId && recipientUsername) names.set(recipientId, recipientUsername);
      }
      const nameless = new Map(
        rows.flatMap((row) =>
          row.recipientId && !names.has(row.recipientId) ? [[row.recipientId, row.id]] : [],
        ),
      );
      if (nameless.size === 0 || !(await isAsked())) return;
      control ??= sandbox.control();
      const found = await ignoreErrors(findActivity(await control, [...nameless.values()]));
      for (const [id, name] of Object.entries(found?.names ?? {})) names.set(id, name);
    },
    /** Undefined if unknown. */
    find: ({ recipientId, recipientUsername }: ActivityRow): string | undefined =>
      recipientUsername ?? names.get(recipientId ?? ''),
  };
}

export type ActivityLookup = Omit<ControlAnswer<'findActivity'>, 'remaining'>;

const MOST_AT_ONCE = 1_000;

/** Finds rows of activity by id, in as many requests as necessary. */
export async function findActivity(
  { call }: Pick<SandboxControl, 'call'>,
  ids: readonly string[],
): Promise<ActivityLookup> {
  const found: ActivityLookup[] = [];
  let left = ids;
  while (left.length > 0) {
    const { remaining, ...answer } = await call('findActivity', { ids: left.slice(0, MOST_AT_ONCE) });
    found.push(answer);
    left = [...remaining, ...left.slice(MOST_AT_ONCE)];
  }
  return {
    activity: found.flatMap(({ activity }) => activity),
    waiting: found.flatMap(({ waiting }) => waiting),
    callbacks: found.flatMap(({ callbacks }) => callbacks),
    names: Object.assign({}, ...found.map(({ names }) => names)),
  };
}
