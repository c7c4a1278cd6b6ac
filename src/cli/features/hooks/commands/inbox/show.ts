import * as z from 'zod';
import { defineLocalRead } from '../../../../framework/command/define-local.ts';
import type { RecordLine } from '../../../../framework/output/view.ts';
import { STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import {
  buildWholeRecord,
  FILLED_INBOX,
  INBOX_COLUMNS,
  InboxRecord,
  NUMBERS,
  openChosenInbox,
  requireDeliveries,
} from '../../receiver/inbox-records.ts';

export default defineLocalRead({
  summary: 'Show received deliveries with all attempts to forward them',
  description: `
The JSON document has the body as "event", and the headers that belong to the delivery. A repetition has no body of its
own: show the delivery that it repeats.`,
  before: FILLED_INBOX,
  examples: ['hooks inbox show 1 --sandbox', 'hooks inbox show 1 2 --sandbox --json'],
  positional: ['numbers'],
  input: z.object({ numbers: NUMBERS, ...STORE_FLAGS }),
  output: z.object({ deliveries: z.array(InboxRecord) }),
  records: 'deliveries',
  async read(flags, context) {
    const inbox = await openChosenInbox(flags, context);
    return (await requireDeliveries(inbox, flags.numbers)).map(buildWholeRecord);
  },
  show(deliveries) {
    const [first] = deliveries;
    if (first !== undefined && deliveries.length === 1)
      return {
        view: { kind: 'record', document: { deliveries }, key: 'deliveries', lines: buildLines(first) },
      };
    return {
      view: {
        kind: 'list',
        document: { deliveries },
        key: 'deliveries',
        rows: deliveries,
        columns: INBOX_COLUMNS,
        empty: 'no deliveries: give their numbers',
      },
    };
  },
});

function buildLines(record: InboxRecord): readonly RecordLine[] {
  const { number, at, state, action, type, hookId, person, post, repeats, editedFrom, source } = record;
  const { attempt, deliveryId, signature, bytes, event, forwardings = [] } = record;
  return [
    { name: 'number', title: 'number', value: number },
    { name: 'at', title: 'received', value: at, role: 'time' },
    { name: 'state', title: 'state', value: state },
    { name: 'repeats', title: 'repeats', value: repeats },
    ...(editedFrom === null ? [] : [{ name: 'editedFrom', title: 'changed copy of', value: editedFrom }]),
    { name: 'action', title: 'action', value: action },
    { name: 'type', title: 'event', value: type },
    { name: 'hookId', title: 'hook id', value: hookId },
    { name: 'person', title: 'person', value: person },
    { name: 'post', title: 'post', value: post },
    { name: 'source', title: 'source', value: source },
    { name: 'attempt', title: 'attempt of the service', value: attempt },
    { name: 'deliveryId', title: 'delivery id', value: deliveryId },
    {
      name: 'signature',
      title: 'signature',
      value: signature,
      shown: signature === null ? 'not checked' : `valid, in ${signature}`,
    },
    { name: 'bytes', title: 'bytes', value: bytes },
    {
      name: 'forwardings',
      title: 'forwarded',
      value: forwardings,
      parts: forwardings.map((each) => ({ title: 'forwarded', shown: describeForwarding(each) })),
    },
    {
      name: 'event',
      title: 'body',
      value: event === undefined || event === null ? null : JSON.stringify(event),
    },
  ];
}

function describeForwarding({
  target,
  state,
  nextAttempt,
  attempts,
}: NonNullable<InboxRecord['forwardings']>[number]): string {
  const next = nextAttempt === null ? '' : `, next attempt at ${nextAttempt}`;
  const each = attempts.map(({ attempt, at, ms, error, status }) => {
    const result = ms === null ? 'cut short: its result is not known' : (error ?? `done (${status ?? ''})`);
    return `attempt ${attempt} at ${at}: ${result}${ms === null ? '' : ` in ${ms} ms`}`;
  });
  return [`to ${target}: ${state}${next}`, ...each].join('; ');
}
