import type { Column } from '../../render/view.ts';
import type { CallbackCheck } from '../check-document.ts';

/** Columns of a check. The advice for a failed check is printed with the error. */
export const CHECK_COLUMNS: readonly Column<CallbackCheck>[] = [
  { name: 'status', title: 'status', value: ({ status }) => status, role: 'status', drop: 0 },
  { name: 'check', title: 'check', value: ({ check }) => check, role: 'name', drop: 0 },
  { name: 'found', title: 'found', value: ({ found }) => found, flexible: true, wraps: true },
  { name: 'advice', title: 'advice', value: ({ advice }) => advice, dataOnly: true },
];
