import type { Column } from '../render/view.ts';
import type { CallbackCheck } from './check-document.ts';

/** A check as tables, tsv and csv show it; what to do about the one that failed is told with the failure. */
export const CHECK_COLUMNS: readonly Column<CallbackCheck>[] = [
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  { name: 'check', title: 'check', value: ({ check }) => check, role: 'name', drop: 0 },
  { name: 'found', title: 'found', value: ({ found }) => found, flexible: true, wraps: true },
  { name: 'advice', title: 'what to do', value: ({ advice }) => advice, dataOnly: true },
];
