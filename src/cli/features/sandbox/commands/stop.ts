import * as z from 'zod';
import { defineLocalChange } from '../../../framework/command/define-local.ts';

export default defineLocalChange({
  summary: 'Stop the sandbox server',
  description:
    'Asks the server to shut down, then sends a signal, and finally kills it. Succeeds if none is running.',
  examples: ['sandbox stop', 'sandbox stop --json'],
  input: z.object({}),
  output: z.strictObject({
    stopped: z.boolean().describe('false if none was running'),
    address: z.string().nullable(),
    pid: z.int().nullable(),
  }),
  async change(_input, { sandbox }) {
    const ended = await (await sandbox.server()).stop();
    return { stopped: ended !== null, address: ended?.address ?? null, pid: ended?.pid ?? null };
  },
  lines: ({ stopped, address, pid }) => [
    { name: 'stopped', title: 'stopped', value: stopped ? 'yes' : 'none was running' },
    { name: 'address', title: 'address', value: address },
    { name: 'pid', title: 'process', value: pid },
  ],
});
