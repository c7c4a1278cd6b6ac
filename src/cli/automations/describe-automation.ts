import { readTimestamp } from '../../domain/time/read-timestamp.ts';
import type { AutomationSummary } from '../../service/endpoints/automation.ts';
import type { CellValue, Column } from '../render/view.ts';

const toIsoTime = (value: unknown) => readTimestamp(value).iso;

/** Active or paused. */
export function formatState({ active }: Pick<AutomationSummary, 'active'>): string {
  return active ? 'active' : 'paused';
}

/** Columns of a list of automations. */
export const AUTOMATION_COLUMNS: readonly Column<AutomationSummary>[] = [
  { name: 'id', title: 'id', value: ({ id }) => id, role: 'id', drop: 0 },
  { name: 'name', title: 'name', value: ({ name }) => name ?? null, role: 'name', flexible: true },
  {
    name: 'active',
    title: 'state',
    value: ({ active }) => active,
    show: formatState,
    role: 'status',
    drop: 0,
  },
  {
    name: 'stats.totalSent',
    title: 'sent',
    value: ({ stats }) => stats?.totalSent ?? null,
    role: 'count',
    drop: 3,
  },
  {
    name: 'stats.totalFailed',
    title: 'failed',
    value: ({ stats }) => stats?.totalFailed ?? null,
    role: 'count',
    drop: 2,
  },
  {
    name: 'stats.lastTriggeredAt',
    title: 'last triggered',
    value: ({ stats }) => toIsoTime(stats?.lastTriggeredAt),
    placeholder: () => 'never',
    role: 'time',
    drop: 1,
  },
  {
    name: 'created',
    title: 'created',
    value: ({ created }) => toIsoTime(created) as CellValue,
    role: 'time',
    drop: 4,
  },
  {
    name: 'stats.lastSentAt',
    title: 'last sent',
    value: ({ stats }) => toIsoTime(stats?.lastSentAt),
    dataOnly: true,
  },
  {
    name: 'description',
    title: 'description',
    value: ({ description }) => description ?? null,
    dataOnly: true,
  },
  { name: 'platform', title: 'network', value: ({ platform }) => platform ?? null, dataOnly: true },
  { name: 'accountId', title: 'account', value: ({ accountId }) => accountId ?? null, dataOnly: true },
  {
    name: 'updated',
    title: 'updated',
    value: ({ updated }) => toIsoTime(updated) as CellValue,
    dataOnly: true,
  },
];
