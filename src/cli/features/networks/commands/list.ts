import * as z from 'zod';
import { Platform } from '../../../../service/platforms.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { NETWORK_COLUMNS, NetworkEntry, toNetworkEntry } from '../network-entry.ts';

export default defineCommand({
  summary: 'List all networks and what each supports',
  examples: ['networks list', 'networks list --json --fields platform,comments.byPost'],
  flags: [],
  input: z.object({}),
  output: z.object({ networks: z.array(NetworkEntry) }),
  records: 'networks',
  async run() {
    const networks = Platform.options.map(toNetworkEntry);
    return {
      view: {
        kind: 'list',
        document: { networks },
        key: 'networks',
        rows: networks,
        columns: NETWORK_COLUMNS,
        empty: '',
      },
    };
  },
});
