import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { getLinkSession } from '../../../../service/endpoints/link-sessions.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { FOUND_RESULTS } from '../../../framework/many/change-several.ts';
import { getOnlyId, readIdsOrRaw } from '../../../framework/many/read-ids.ts';
import { readSeveral } from '../../../framework/many/read-several.ts';
import type { Column } from '../../../framework/output/view.ts';
import { buildSessionView, readLinkSession, waitUntilLinked } from '../link-sessions.ts';

const Session = getLinkSession.answer;
type ShownSession = z.infer<typeof Session>;

const COLUMNS: readonly Column<ShownSession>[] = [
  { name: 'sessionId', title: 'session', value: ({ sessionId }) => sessionId ?? null, role: 'id', drop: 0 },
  { name: 'state', title: 'state', value: ({ state }) => state ?? null, drop: 0 },
  {
    name: 'expiresAt',
    title: 'ends',
    value: ({ expiresAt }) => readTimestamp(expiresAt).iso,
    role: 'time',
    drop: 1,
  },
];

export default defineCommand({
  summary: 'Show whether link sessions have linked an account',
  description: `
A session is open until an account was linked, and expired or revoked if none was. --wait waits until one is linked, and
exits 4 if the session ends before.

With several ids or --ids-from, one that fails does not stop the others: "results" of the JSON document has the result of
each.`,
  before: ['profiles link --profile harbour --sandbox --json --jq .sessionId > ids.txt'],
  examples: ['profiles link-status --ids-from ids.txt', 'profiles link-status --ids-from ids.txt --json'],
  positional: ['session'],
  flags: [REMOTE, READ],
  input: z.object({
    session: defineFlag(z.array(z.string()).default([]).describe('sessions, as printed by `profiles link`'), {
      placeholder: 'session',
    }),
    wait: defineFlag(z.boolean().default(false).describe('wait until an account was linked'), {
      conflicts: ['idsFrom', 'allProfiles'],
    }),
  }),
  output: z.union([
    Session,
    z.strictObject({
      results: FOUND_RESULTS,
      sessions: z.array(Session).describe('sessions that were found'),
    }),
  ]),
  async run({ session, idsFrom, concurrency, wait }, { service, io }) {
    const ids = await readIdsOrRaw({ ids: session, idsFrom }, io);
    if (wait && ids.length > 1) throw createUsageError('--wait waits for one session', 'give one session');
    const client = await service.client();
    const id = getOnlyId(ids, idsFrom);
    if (id === null) {
      const read = async (each: string) => {
        const answer = await readLinkSession(client, each);
        return { record: answer.body, answer };
      };
      const empty = 'no session could be read';
      return readSeveral({ ids, concurrency, key: 'sessions', columns: COLUMNS, empty, read }, io);
    }
    if (wait) await waitUntilLinked(client, id, io);
    const { body, bytes } = await readLinkSession(client, id);
    return {
      view: buildSessionView(body, { sessionId: body.sessionId ?? id, state: body.state ?? null }),
      raw: bytes,
    };
  },
});
