import * as z from 'zod';
import { CrierError, createUsageError } from '../../../../../errors.ts';
import type { ForwardReport, ForwardTarget } from '../../../../../receiver/forwarding.ts';
import { forwardOnce } from '../../../../../receiver/forwarding.ts';
import type {
  DeliveryState,
  ForwardingState,
  Inbox,
  WholeDelivery,
} from '../../../../../receiver/inbox/inbox.ts';
import { openTargets, requireDistinctTargets } from '../../../../../receiver/run/chosen-targets.ts';
import { type CommandOutcome, defineCommand } from '../../../../framework/command/command.ts';
import { defineFlag, defineSwitch } from '../../../../framework/input/flags/flags.ts';
import { type Column, pickMember } from '../../../../framework/output/view.ts';
import { STORE_FLAGS } from '../../../webhooks/choose-store.ts';
import { describeTarget, RUN_FLAGS, readTargets } from '../../../webhooks/forward-targets.ts';
import { readSigningSecrets, SECRET_FILES, toSigning } from '../../../webhooks/signing-secrets.ts';
import { type EditedDelivery, editDelivery } from '../../receiver/edited-delivery.ts';
import {
  FILLED_INBOX,
  listNumbers,
  NUMBERS,
  openChosenInbox,
  readFilter,
  requireDeliveries,
  requireSelection,
  SELECTION,
} from '../../receiver/inbox-records.ts';
import { NUMBER_COLUMN } from '../../receiver/received-delivery.ts';

const Forwarded = z.strictObject({
  number: z.int().describe('with --set, of the new copy; in a dry run, of what it would be a copy of'),
  target: z.string(),
  result: z.enum(['done', 'failed', 'dead', 'elsewhere', 'planned']),
  attempt: z.int().nullable().describe('1 for the first one; null if none was made'),
  status: z.int().nullable().describe('HTTP status or exit code'),
  error: z.string().nullable(),
  editedFrom: z
    .int()
    .optional()
    .describe(
      'with --set: number of the delivery that this is a changed copy of, which the inbox keeps, too',
    ),
  event: z.looseObject({}).optional().describe('with --set: the changed body'),
});
type Forwarded = z.infer<typeof Forwarded>;

export default defineCommand({
  summary: 'Forward received deliveries again',
  description: `
Attempts each selected delivery once, now, whatever its state is: to the URLs that it was forwarded to, or to those
of --forward and --exec. With --state dead, or waiting, these are only the URLs that were given up for it, or have not
got it. The target sees by Crier-Attempt or CRIER_ATTEMPT that it is a repetition. If an attempt fails, "hooks listen" repeats
it, if it forwards to that target. For a repetition, the delivery that it repeats is forwarded. If some fail, the exit code
is 3.

With --set, changed copies are sent instead: each has a new hook id and the time of now, unless these are set, and is signed
with the secret of --secret-file, CRIER_WEBHOOK_SECRET or the context. The inbox keeps a copy as a delivery of its own, which
names the one that it is a copy of, and its attempt, which is not repeated if it fails.`,
  before: FILLED_INBOX,
  examples: [
    'hooks inbox forward --state dead --dry-run --sandbox',
    'hooks inbox forward --since 2h --forward http://127.0.0.1:3000/hooks --dry-run --sandbox',
    'hooks inbox forward 1 --set keyword=RECIPE --forward http://127.0.0.1:3000/hooks --dry-run --sandbox',
    'hooks inbox forward --action messages --exec ./handle-delivery --dry-run --sandbox --json',
  ],
  positional: ['numbers'],
  changes: true,
  flags: [],
  input: z.object({
    numbers: NUMBERS,
    ...SELECTION,
    forward: defineFlag(z.array(z.string()).default([]).describe('forward to this URL, on this machine'), {
      placeholder: 'url',
    }),
    exec: RUN_FLAGS.exec,
    set: defineFlag(
      z.array(z.string()).default([]).describe('send a copy with this field of the event changed'),
      {
        placeholder: 'path=value',
      },
    ),
    secretFile: SECRET_FILES,
    allowRemoteForward: defineSwitch('a URL may lead to another machine'),
    concurrency: defineFlag(z.int().min(1).max(64).default(4).describe('attempts at the same time'), {
      placeholder: 'n',
    }),
    attemptTimeout: RUN_FLAGS.attemptTimeout,
    dryRun: defineSwitch('list what would be forwarded, and where to'),
    ...STORE_FLAGS,
  }),
  output: z.object({ forwarded: z.array(Forwarded) }),
  records: 'forwarded',
  async run(flags, context) {
    const { io } = context;
    const { forward, exec, concurrency } = flags;
    const filter = readFilter(flags, io);
    if (flags.set.length === 0 && flags.secretFile.length > 0)
      throw createUsageError('--secret-file signs changed copies', 'add --set path=value, or remove it');
    requireSelection(filter, 'forward');
    const inbox = await openChosenInbox(flags, context);
    await requireDeliveries(inbox, flags.numbers);
    const numbers = await listNumbers(inbox, filter);
    const isGiven = forward.length > 0 || exec.length > 0;
    const plan = isGiven ? null : await planFormerTargets(inbox, numbers, filter.state);
    const urls = plan === null ? forward : [...plan.keys()];
    const targets = readTargets({ forward: urls, exec, allowRemoteForward: flags.allowRemoteForward });
    const listOwn = async (target: string) => {
      const own = plan?.get(target) ?? (await listFirsts(inbox, numbers));
      return own.toSorted((one, other) => one - other);
    };
    const forwarded: Forwarded[] = [];
    requireDistinctTargets(targets);
    const opened = flags.dryRun ? null : await openTargets(targets, flags.attemptTimeout, io);
    const copies = flags.set.length === 0 ? null : await editAll();
    if (opened === null) {
      for (const { name } of targets)
        for (const number of await listOwn(name))
          forwarded.push({ ...buildPlanned(number, name), ...describeCopy(copies?.get(number)) });
    } else {
      const stored = copies === null ? null : await storeCopies(inbox, copies);
      for (const target of opened) forwarded.push(...(await sendOwn(target, stored)));
    }
    return buildForwardedOutcome(forwarded, numbers.length);

    /** All copies are made before the first is stored or sent, since one of them may be impossible. */
    async function editAll(): Promise<ReadonlyMap<number, EditedDelivery>> {
      const signing = toSigning(await readSigningSecrets(flags.secretFile, context));
      const edited = new Map<number, EditedDelivery>();
      for (const number of new Set((await Promise.all(targets.map(({ name }) => listOwn(name)))).flat())) {
        const found = await findFirst(inbox, number);
        if (found !== null) edited.set(number, editDelivery(found, flags.set, { signing, now: io.now() }));
      }
      return edited;
    }

    async function sendOwn(
      target: ForwardTarget,
      stored: StoredCopies | null,
    ): Promise<readonly Forwarded[]> {
      const own = await listOwn(target.name);
      if (stored === null) return send(target, own);
      const numbersOfCopies = own.flatMap((number) => stored.get(number)?.number ?? []);
      const sent = await send(target, numbersOfCopies);
      const byNumber = new Map([...stored.values()].map((copy) => [copy.number, copy]));
      return sent.map((row) => ({ ...row, ...describeCopy(byNumber.get(row.number)) }));
    }

    async function send(target: ForwardTarget, own: readonly number[]): Promise<readonly Forwarded[]> {
      const reports = new Map<number, ForwardReport>();
      await inbox.forwardAgain({ numbers: own }, target.name, io.now());
      io.progress(() => `forwarding to ${describeTarget(target.name)}: ${reports.size} of ${own.length}`);
      await forwardOnce({
        ...{ target, inbox, concurrency, numbers: own, clock: io.clock, signal: io.signal },
        isOnly: copies !== null,
        onReport: (report) => reports.set(report.job.number, report),
      });
      return own.map((number) => buildForwarded(number, target.name, reports.get(number)));
    }
  },
});

/** Of the deliveries in such a state, these targets are meant: the others have got them, and must not get them again. */
const MEANT: Readonly<Partial<Record<DeliveryState, readonly ForwardingState[]>>> = {
  dead: ['dead'],
  waiting: ['behind', 'waiting', 'running'],
};

/** The URLs that deliveries were forwarded to, with the numbers of the deliveries. Programs have to be given. */
async function planFormerTargets(
  inbox: Inbox,
  numbers: readonly number[],
  selected: DeliveryState | undefined,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const plan = new Map<string, Set<number>>();
  const meant = selected === undefined ? undefined : MEANT[selected];
  for (const each of numbers) {
    const found = await findFirst(inbox, each);
    for (const { target, state } of found?.forwardings ?? []) {
      if (found === null || !/^https?:/i.test(target) || meant?.includes(state) === false) continue;
      plan.set(target, (plan.get(target) ?? new Set()).add(found.number));
    }
  }
  if (numbers.length === 0 || plan.size > 0)
    return new Map([...plan].map(([target, own]) => [target, [...own]]));
  throw createUsageError(
    'these deliveries were forwarded to no URL',
    'give a target: --forward http://127.0.0.1:3000/hooks, or --exec ./handle-delivery',
  );
}

/** A repetition has no body: the first one is used. */
async function findFirst(inbox: Inbox, number: number): Promise<WholeDelivery | null> {
  const found = await inbox.find(number);
  return found?.repeats === undefined || found.repeats === null ? found : inbox.find(found.repeats);
}

async function listFirsts(inbox: Inbox, numbers: readonly number[]): Promise<readonly number[]> {
  const firsts = new Set<number>();
  for (const number of numbers) {
    const found = await findFirst(inbox, number);
    if (found !== null) firsts.add(found.number);
  }
  return [...firsts];
}

/** Changed copies with their numbers in the inbox, by the number of what they are copies of. */
type StoredCopies = ReadonlyMap<number, EditedDelivery & { number: number }>;

async function storeCopies(inbox: Inbox, copies: ReadonlyMap<number, EditedDelivery>): Promise<StoredCopies> {
  const taken = await inbox.takeIn([...copies.values()].map(({ arrived }) => arrived));
  return new Map(
    [...copies].map(([number, copy], place) => [number, { ...copy, number: taken[place]?.number ?? number }]),
  );
}

function describeCopy(copy: EditedDelivery | undefined): Pick<Forwarded, 'editedFrom' | 'event'> {
  return copy === undefined ? {} : { editedFrom: copy.arrived.editedFrom, event: copy.event };
}

function buildPlanned(number: number, target: string): Forwarded {
  return {
    number,
    target: describeTarget(target),
    result: 'planned',
    attempt: null,
    status: null,
    error: null,
  };
}

/** @param report undefined if another run has taken it */
function buildForwarded(number: number, target: string, report: ForwardReport | undefined): Forwarded {
  if (report === undefined) return { ...buildPlanned(number, target), result: 'elsewhere' };
  const { outcome, job, again } = report;
  const { kind, status, error } = outcome;
  const result = kind === 'done' ? 'done' : again === null ? 'dead' : 'failed';
  return { number, target: describeTarget(target), result, attempt: job.attempt, status, error };
}

const COLUMNS: readonly Column<Forwarded>[] = [
  NUMBER_COLUMN,
  { ...pickMember('result', 'result'), role: 'status', drop: 0 },
  { ...pickMember('target', 'target'), flexible: true },
  {
    ...pickMember('attempt', 'attempt'),
    show: ({ attempt }) => String(attempt ?? ''),
    align: 'right',
    drop: 2,
  },
  { ...pickMember('status', 'status'), dataOnly: true },
  { ...pickMember('editedFrom', 'copy of'), align: 'right', drop: 3 },
  { ...pickMember('error', 'error'), role: 'bad', drop: 1 },
];

const PLANNED_COPIES = 'each is a changed copy of the delivery with its number, with a new hook id';

function buildForwardedOutcome(forwarded: readonly Forwarded[], count: number): CommandOutcome {
  const failed = forwarded.filter(({ result }) => result === 'failed' || result === 'dead');
  const isEdited = forwarded.some(({ editedFrom }) => editedFrom !== undefined);
  const isStored = forwarded.some(({ result }) => result !== 'planned');
  const failure = new CrierError(
    failed.length === forwarded.length ? 'unavailable' : 'partial',
    `${failed.length} of ${forwarded.length} attempts failed`,
    {
      http: null,
      advice: 'see "crier hooks inbox show <number>" for all attempts',
    },
  );
  return {
    view: {
      kind: 'list',
      document: { forwarded },
      key: 'forwarded',
      rows: forwarded,
      columns: COLUMNS,
      empty: count === 0 ? 'no delivery is selected' : 'nothing to forward',
      notesEmpty: true,
    },
    notes: isEdited ? [isStored ? 'each is a changed copy, which the inbox keeps' : PLANNED_COPIES] : [],
    ...(failed.length > 0 && { failure }),
  };
}
