import * as z from 'zod';
import { Platform } from '../../../../service/platforms.ts';
import { defineLocalRead } from '../../../framework/command/define-local.ts';
import { NETWORK_COLUMNS, NetworkEntry, toNetworkEntry } from '../network-entry.ts';

export default defineLocalRead({
  summary: 'List all networks and what each supports',
  examples: ['networks list', 'networks list --json --fields platform,comments.byPost'],
  input: z.object({}),
  output: z.object({ networks: z.array(NetworkEntry) }),
  records: 'networks',
  read: () => Platform.options.map(toNetworkEntry),
  columns: NETWORK_COLUMNS,
});
