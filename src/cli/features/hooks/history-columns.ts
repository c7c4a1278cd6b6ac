import type { LocalClock } from '../../../domain/time/local-time.ts';
import { readTimestamp } from '../../../domain/time/read-timestamp.ts';
import { formatEventName, getEventKind } from '../../../domain/webhooks/event-name.ts';
import { formatClockTime } from '../../framework/output/cell.ts';
import { type CellValue, type Column, listDataColumns, pickMember } from '../../framework/output/view.ts';
import type { HistoryRecord } from './history-record.ts';

type HistoryColumn = Column<HistoryRecord>;

const HOOK_ID: HistoryColumn = { ...pickMember('hookId', 'hook id'), role: 'id', drop: 4 };

const EVENT: readonly HistoryColumn[] = [
  { ...pickMember('action', 'action'), dataOnly: true },
  {
    name: 'type',
    title: 'event',
    value: getEventKind,
    show: (record) => formatEventName({ action: record.action, kind: getEventKind(record) }),
    flexible: true,
  },
];

const PLACE: readonly HistoryColumn[] = [
  ...listDataColumns<HistoryRecord>({ url: 'address', refId: 'profile' }),
];

export function buildHistoryColumns(records: readonly HistoryRecord[]): readonly HistoryColumn[] {
  return [
    buildTimeColumn('created', { title: 'when', drop: 1, read: ({ created }) => created }),
    HOOK_ID,
    ...EVENT,
    {
      name: 'delivery.state',
      title: 'state',
      value: ({ delivery }) => delivery?.state ?? null,
      role: 'status',
      drop: 0,
    },
    {
      name: 'delivery.attempts',
      title: 'tries',
      value: ({ delivery }) => delivery?.attempts ?? null,
      align: 'right',
      drop: 2,
    },
    {
      name: 'delivery.lastStatus',
      title: 'answer',
      value: ({ delivery }) => delivery?.lastStatus ?? null,
      show: ({ delivery }) => formatAnswer(delivery?.lastStatus, delivery?.lastError),
      drop: 0,
    },
    {
      name: 'delivery.lastError',
      title: 'why',
      value: ({ delivery }) => delivery?.lastError ?? null,
      dataOnly: true,
    },
    {
      name: 'delivery.nextAttempt',
      title: 'next',
      value: ({ delivery }) => readTimestamp(delivery?.nextAttempt).iso,
      show: ({ delivery }, now, zone) =>
        isHeld(delivery) ? 'held' : formatTime(delivery?.nextAttempt, now, zone),
      drop: 3,
    },
    {
      name: 'delivery.requirement',
      title: 'requires',
      value: ({ delivery }) => delivery?.requirement ?? null,
      dataOnly: true,
    },
    {
      name: 'delivery.log',
      title: 'log',
      value: ({ delivery }) => (delivery?.log ?? []) as CellValue, // an array of JSON values
      dataOnly: true,
    },
    ...buildPrivateColumn('delivery.log.allowedPrivate', records, isPrivateDelivery),
    ...PLACE,
  ];
}

export function buildAttemptColumns(records: readonly HistoryRecord[]): readonly HistoryColumn[] {
  return [
    buildTimeColumn('attempt.at', {
      title: 'when',
      drop: 0,
      read: ({ attempt }) => attempt?.at,
      isExact: true,
    }),
    HOOK_ID,
    ...EVENT,
    {
      name: 'attempt.attempt',
      title: 'attempt',
      value: ({ attempt }) => attempt?.attempt ?? null,
      align: 'right',
      drop: 1,
    },
    {
      name: 'attempt.status',
      title: 'answer',
      value: ({ attempt }) => attempt?.status ?? null,
      show: ({ attempt }) =>
        isInFlight(attempt) ? 'in flight' : formatAnswer(attempt?.status, attempt?.error),
      drop: 0,
    },
    { name: 'attempt.error', title: 'why', value: ({ attempt }) => attempt?.error ?? null, dataOnly: true },
    {
      name: 'attempt.ms',
      title: 'took',
      value: ({ attempt }) => attempt?.ms ?? null,
      show: ({ attempt }) => (typeof attempt?.ms === 'number' ? `${attempt.ms} ms` : ''),
      align: 'right',
      drop: 6,
    },
    ...buildPrivateColumn('attempt.allowedPrivate', records, isPrivateAttempt),
    {
      name: 'attempt.deliveryId',
      title: 'delivery id',
      value: ({ attempt }) => attempt?.deliveryId ?? null,
      dataOnly: true,
    },
    ...PLACE,
  ];
}

function isPrivateDelivery({ delivery }: HistoryRecord): boolean {
  return (delivery?.log ?? []).some(({ allowedPrivate }) => allowedPrivate === true);
}

function isPrivateAttempt({ attempt }: HistoryRecord): boolean {
  return attempt?.allowedPrivate === true;
}

export function listPrivateNotes(records: readonly HistoryRecord[]): readonly string[] {
  const count = records.filter((record) => isPrivateDelivery(record) || isPrivateAttempt(record)).length;
  return count === 0 ? [] : [`${count} of these reached an address that only --allow-private allows`];
}

/** @see docs/safety.md#S9: marks each row whose address only the flag of a run permitted */
function buildPrivateColumn(
  name: string,
  records: readonly HistoryRecord[],
  isMarked: (record: HistoryRecord) => boolean,
): readonly HistoryColumn[] {
  return [
    {
      name,
      title: 'priv',
      value: isMarked,
      show: (record) => (isMarked(record) ? 'yes' : ''),
      dataOnly: !records.some(isMarked),
      drop: 5,
    },
  ];
}

interface TimeColumn extends Pick<HistoryColumn, 'title' | 'drop'> {
  read(record: HistoryRecord): HistoryRecord['created'];
  /** Absolute, because attempts are seconds apart. */
  isExact?: boolean;
}

function buildTimeColumn(name: string, { read, isExact = false, ...column }: TimeColumn): HistoryColumn {
  return {
    ...column,
    name,
    value: (record) => readTimestamp(read(record)).iso,
    ...(isExact && {
      show: (record: HistoryRecord, now: number, zone?: LocalClock | null) =>
        formatTime(read(record), now, zone),
    }),
    role: 'time',
    align: 'left',
  };
}

/** The status, or the error unless it only repeats the status. */
function formatAnswer(status: number | null | undefined, error: string | null | undefined): string {
  const code = typeof status === 'number' ? String(status) : '';
  return error === `status ${code}` ? code : (error ?? code);
}

function isInFlight(attempt: HistoryRecord['attempt']): boolean {
  return attempt?.ms === null && attempt.status === null && attempt.error === null;
}

function isHeld(delivery: HistoryRecord['delivery']): boolean {
  return typeof delivery?.requirement === 'string';
}

function formatTime(moment: HistoryRecord['created'], now: number, zone?: LocalClock | null): string {
  const { ms, iso } = readTimestamp(moment);
  return ms === null ? (iso ?? '') : formatClockTime(ms, now, zone);
}
