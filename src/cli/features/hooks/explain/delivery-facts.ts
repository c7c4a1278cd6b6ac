import { existsSync } from 'node:fs';
import type { Client } from '../../../../client/client.ts';
import { CrierError, ignoreErrors } from '../../../../errors.ts';
import type { WholeDelivery } from '../../../../receiver/inbox/inbox.ts';
import { isPostgres, openInbox } from '../../../../receiver/inbox/open-inbox.ts';
import type { ActivityRow } from '../../../../service/endpoints/activity.ts';
import type { CommandContext } from '../../../framework/command/context.ts';
import { createPrintedCommands } from '../../../framework/command/printed-commands.ts';
import { toFlagWords } from '../../../framework/output/text/shell-command.ts';
import { findRow } from '../../automations/explain/explanation.ts';
import { chooseStore, type StoreFlags } from '../../webhooks/choose-store.ts';
import { readOwnWebhooks } from '../../webhooks/own-webhooks.ts';
import { foldHistory, getOccurredTime, type HistoryRecord } from '../history-record.ts';

export type ExplainedDelivery = Awaited<ReturnType<typeof readDeliveryFacts>>;

/**
 * Reads what is known of a delivery: the history of the service, the webhooks of the profile, the inbox of this machine,
 * and the activity row that it is about. Three requests, and those that find the row.
 *
 * @param hookId null for the newest delivery that has not been delivered, or else the newest
 * @throws CrierError of kind not-found when neither the service nor the inbox has it
 */
export async function readDeliveryFacts(hookId: string | null, flags: StoreFlags, context: CommandContext) {
  const { service, io } = context;
  const client = await service.client();
  const { value: record } = await foldHistory(client, {}, () => chooseRecord(hookId));
  const id = hookId ?? record?.hookId ?? null;
  if (id === null) throw createNothingError();
  const { received, hasInbox } = await findReceived(id, flags, context);
  if (record === null && received.length === 0) throw createUnknownError(id);
  return {
    id,
    /** Null if the service does not list it. */
    record,
    /** Null if they could not be read. */
    webhooks: await readOwnWebhooks(client),
    /** As the inbox of this machine has it, the first time first. */
    received,
    hasInbox,
    /** Flags with which commands use the same inbox. */
    storeWords: toFlagWords(flags.store === undefined ? [] : [['--store', flags.store]]),
    activity: record === null ? null : await readActivity(record, client),
    isSandbox: (await service.choose()).choice.kind === 'sandbox',
    commands: await createPrintedCommands({ service, io }),
  };
}

/** The newest of that id; without one, the newest that has not been delivered, or else the newest. */
function chooseRecord(hookId: string | null) {
  const newest: { open: HistoryRecord | null; any: HistoryRecord | null } = { open: null, any: null };
  const keep = (name: keyof typeof newest, record: HistoryRecord) => {
    const { [name]: known } = newest;
    if (known === null || getOccurredTime(record) > getOccurredTime(known)) newest[name] = record;
  };
  return {
    add(record: HistoryRecord): void {
      if (hookId !== null && record.hookId !== hookId) return;
      if (hookId === null && record.delivery?.state !== 'delivered') keep('open', record);
      keep('any', record);
    },
    end: (): HistoryRecord | null => newest.open ?? newest.any,
  };
}

async function findReceived(
  hookId: string,
  flags: StoreFlags,
  context: CommandContext,
): Promise<{ received: readonly WholeDelivery[]; hasInbox: boolean }> {
  const store = await chooseStore(flags, context, { callsService: true });
  // an inbox that is not there is not created by looking into it
  if (!isPostgres(store.location) && !existsSync(store.location)) return { received: [], hasInbox: false };
  const inbox = await openInbox(store, PATIENCE_MS);
  context.io.onEnd(() => inbox.close());
  const numbers = await inbox.findByHookId(hookId);
  const found = await Promise.all(numbers.map((number) => inbox.find(number)));
  const hasInbox = numbers.length > 0 || (await inbox.list({}, 1)).length > 0;
  return { received: found.filter((each) => each !== null), hasInbox };
}

const PATIENCE_MS = 10_000;

async function readActivity(
  { automationId, activityId }: HistoryRecord,
  client: Client,
): Promise<ActivityRow | null> {
  if (typeof automationId !== 'string' || typeof activityId !== 'string') return null;
  const found = await ignoreErrors(findRow(client, automationId, { activityId }));
  return found?.row ?? null;
}

function createNothingError(): CrierError {
  return new CrierError('not-found', 'the service has not delivered anything', {
    http: null,
    advice: '"crier hooks list" shows what is registered',
  });
}

function createUnknownError(hookId: string): CrierError {
  return new CrierError(
    'not-found',
    `neither the service nor the inbox of this machine has the delivery ${hookId}`,
    {
      http: null,
      advice:
        '"crier hooks history --all" lists the deliveries of this profile; another one is chosen with --profile',
    },
  );
}
