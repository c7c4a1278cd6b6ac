import type { Column } from '../../render/view.ts';
import type { RegisteredWebhook } from '../list-registered-webhooks.ts';

/** Columns of a list of webhooks. */
export const WEBHOOK_COLUMNS: readonly Column<RegisteredWebhook>[] = [
  { name: 'action', title: 'action', value: ({ action }) => action, role: 'name', drop: 0 },
  { name: 'url', title: 'address', value: ({ url }) => url, role: 'id', drop: 0 },
];
