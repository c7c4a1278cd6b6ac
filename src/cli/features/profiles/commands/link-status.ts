import * as z from 'zod';
import { readTimestamp } from '../../../../domain/time/read-timestamp.ts';
import { createUsageError } from '../../../../errors.ts';
import { getLinkSession } from '../../../../service/endpoints/link-sessions.ts';
import { defineFlag, defineSwitch } from '../../../framework/input/flags/flags.ts';
import { defineBatchRead, defineFound } from '../../../framework/many/define-batch-read.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import { buildSessionView, readLinkSession, waitUntilLinked } from '../link-sessions.ts';

const Session = getLinkSession.answer;
type ShownSession = z.infer<typeof Session>;

const COLUMNS: readonly Column<ShownSession>[] = [
  { ...pickMember('sessionId', 'session'), role: 'id', drop: 0 },
  { ...pickMember('state', 'state'), drop: 0 },
  {
    name: 'expiresAt',
    title: 'ends',
    value: ({ expiresAt }) => readTimestamp(expiresAt).iso,
    role: 'time',
    drop: 1,
  },
];

export default defineBatchRead({
  summary: 'Show whether link sessions have linked an account',
  description: `
A session is open until an account was linked, and expired or revoked if none was. --wait waits until one is linked, and
exits 4 if the session ends before.

With several ids or --ids-from, one that fails does not stop the others: "results" of the JSON document has the result of
each.`,
  before: ['profiles link --profile harbour --sandbox --json --jq .sessionId > ids.txt'],
  examples: ['profiles link-status --ids-from ids.txt', 'profiles link-status --ids-from ids.txt --json'],
  ids: {
    name: 'session',
    flag: defineFlag(z.array(z.string()).default([]).describe('sessions, as printed by `profiles link`'), {
      placeholder: 'session',
    }),
  },
  input: z.object({
    wait: defineSwitch('wait until an account was linked', { conflicts: ['idsFrom', 'allProfiles'] }),
  }),
  output: z.union([Session, defineFound('sessions', Session, 'sessions that were found')]),
  key: 'sessions',
  columns: COLUMNS,
  empty: 'no session could be read',
  check(ids, { wait }) {
    if (wait && ids.length > 1) throw createUsageError('--wait waits for one session', 'give one session');
  },
  async read(id, { client, input, io }) {
    if (input.wait) await waitUntilLinked(client, id, io);
    const answer = await readLinkSession(client, id);
    return { record: answer.body, answer };
  },
  show: (session, _input, { id }) => ({
    view: buildSessionView(session, { sessionId: session.sessionId ?? id, state: session.state ?? null }),
  }),
});
