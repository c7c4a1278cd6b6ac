import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import { isPostgres, migrateInbox } from '../../../../../receiver/inbox/open-inbox.ts';
import { defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag } from '../../../../framework/input/flags/flags.ts';
import { chooseStore, STORE_FLAGS } from '../../../webhooks/choose-store.ts';

export default defineCommand({
  summary: 'Create or migrate the tables of an inbox',
  description: `
In Postgres, the tables are in the schema "crier", which this command creates: once as a user who may create a schema in
the database, or who owns an existing schema of that name. --grant lets another role use them, which needs no other right,
and which listeners and forwarders then connect as. A new version of crier may need it again; its listeners say so, and do
not migrate by themselves, so that older ones can be stopped before. The inbox of a newer crier is refused. Files are
migrated when they are opened.

  $ crier hooks store migrate --store postgres://owner@db.example.com/crier --grant crier`,
  examples: ['hooks store migrate', 'hooks store migrate --store ./inbox.db --json'],
  changes: true,
  flags: [],
  input: z.object({
    grant: defineFlag(z.array(z.string()).default([]).describe('role that may use the inbox, and no more'), {
      placeholder: 'role',
    }),
    ...STORE_FLAGS,
  }),
  output: z.strictObject({
    address: z.string().describe('without a password'),
    from: z.int().describe('version before; 0 if there was none'),
    to: z.int().describe('version now'),
    granted: z.array(z.string()),
  }),
  async run({ grant, ...flags }, context) {
    const place = await chooseStore(flags, context);
    if (grant.length > 0 && !isPostgres(place.location))
      throw createUsageError('--grant needs a Postgres store', 'files are used by their owner only');
    const { address, from, to } = await migrateInbox(place, grant);
    const result = from === to ? 'up to date' : from === 0 ? 'created' : `migrated from version ${from}`;
    return {
      view: {
        kind: 'record',
        document: { address, from, to, granted: grant },
        lines: [
          { name: 'address', title: 'address', value: address },
          { name: 'from', title: 'result', value: from, shown: result },
          { name: 'to', title: 'version', value: to },
          { name: 'granted', title: 'granted to', value: grant, shown: grant.join(', ') },
        ],
      },
    };
  },
});
