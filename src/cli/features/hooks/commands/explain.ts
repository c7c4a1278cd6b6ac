import * as z from 'zod';
import { createLocalClock } from '../../../../domain/time/local-time.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { defineFlag, REMOTE } from '../../../framework/input/flags/flags.ts';
import { checkId } from '../../../framework/many/read-ids.ts';
import { createSeveralBodiesError } from '../../../framework/output/printing/show-result.ts';
import { ExplanationFinding } from '../../automations/explain/explanation.ts';
import { buildExplanationColumns } from '../../automations/explain/explanation-columns.ts';
import { STORE_FLAGS } from '../../webhooks/choose-store.ts';
import { readDeliveryFacts } from '../explain/delivery-facts.ts';
import { explainDelivery } from '../explain/explain-delivery.ts';
import { HistoryRecord } from '../history-record.ts';
import { buildInboxRecord, InboxRecord } from '../receiver/inbox-records.ts';

export default defineCommand({
  summary: 'Explain what happened to a delivery, and what to do',
  description: `
Joins what the service lists of a delivery, the webhook that is registered now, the inbox of this machine with what was
forwarded, and the activity row that it is about. The verdict comes first: what the receiver answered, why that is or is not
retried, and when the next attempt is due, with a command.

Without an id, the newest delivery that has not arrived is explained, or else the newest. Only reads.`,
  before: [
    'hooks register automations https://hooks.example.com/crier --sandbox',
    'sandbox trigger automations',
  ],
  examples: ['hooks explain', 'hooks explain --json', 'hooks explain --json --jq .findings[0].reason'],
  positional: ['hookId'],
  flags: [REMOTE],
  input: z.object({
    hookId: defineFlag(
      z.string().optional().describe('hook id of the delivery (default: the newest that has not arrived)'),
      {},
    ),
    ...STORE_FLAGS,
  }),
  output: z.object({
    hookId: z.string(),
    delivery: HistoryRecord.nullable().describe('as the service lists it; null if it does not'),
    received: z.array(InboxRecord).describe('as the inbox of this machine has it'),
    findings: z.array(ExplanationFinding).describe('most important first'),
  }),
  records: 'findings',
  async run({ hookId, ...flags }, context) {
    const { io } = context;
    if (io.printing.format === 'raw') throw createSeveralBodiesError();
    if (hookId !== undefined) checkId(hookId);
    const facts = await readDeliveryFacts(hookId ?? null, flags, context);
    const findings = explainDelivery(facts);
    const { record, received, id } = facts;
    const what = [record?.action, record?.type].filter((each) => typeof each === 'string').join(' ');
    return {
      view: {
        kind: 'list',
        document: { hookId: id, delivery: record, received: received.map(buildInboxRecord), findings },
        key: 'findings',
        rows: findings,
        columns: buildExplanationColumns(createLocalClock(io.timeZone)),
        heading: what === '' ? id : `${id}: ${what}`,
        empty: '',
      },
    };
  },
});
