import * as z from 'zod';
import { defineCommand } from '../../../framework/command/command.ts';

export default defineCommand({
  summary: 'Stop the sandbox server',
  description:
    'Asks the server to shut down, then sends a signal, and finally kills it. Succeeds if none is running.',
  examples: ['sandbox stop', 'sandbox stop --json'],
  changes: true,
  flags: [],
  input: z.object({}),
  output: z.strictObject({
    stopped: z.boolean().describe('false if none was running'),
    address: z.string().nullable(),
    pid: z.int().nullable(),
  }),
  async run(_input, { sandbox }) {
    const ended = await (await sandbox.server()).stop();
    const document = { stopped: ended !== null, address: ended?.address ?? null, pid: ended?.pid ?? null };
    return {
      view: {
        kind: 'record',
        document,
        lines: [
          { name: 'stopped', title: 'stopped', value: ended === null ? 'none was running' : 'yes' },
          { name: 'address', title: 'address', value: document.address },
          { name: 'pid', title: 'process', value: document.pid },
        ],
      },
    };
  },
});
