import * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import { type CrierError, createUsageError } from '../../../errors.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '../../../service/endpoint.ts';
import { type CommandOutcome, defineCommand, getServiceTime } from '../command/command.ts';
import type { CommandContext } from '../command/context.ts';
import type { ChangeRun, ChangeWords, FlagsOfChange, Shown } from '../command/define-change.ts';
import { buildPlannedViews } from '../command/writes.ts';
import { REMOTE, WRITE } from '../input/flags/flags.ts';
import { ALL_PROFILES, WRITE_PROFILES } from '../input/flags/write-profiles.ts';
import type { FlagsOfId } from '../output/reference.ts';
import type { CommandText } from '../output/text/shell-command.ts';
import { ChangedSeveral, changeSeveral } from './change-several.ts';
import type { PausedByAll } from './paused-by-all.ts';
import { addRest, getOnlyId, IDS_FROM, MOST_NAMED, readIdsOrRaw } from './read-ids.ts';

/** The first argument of a command: ids, which a file can have more of. */
export interface IdsArgument {
  name: string;
  /** A list of texts. */
  flag: z.ZodType<string[]>;
  /** Addresses are taken, too, and replaced by ids before anything is sent. */
  addresses?: {
    /** Printed by a dry run, which looks nothing up. */
    note: string;
    isAddress(id: string): boolean;
    /** @returns the id of each */
    lookUp(client: Client, ids: readonly string[]): Promise<(id: string) => string>;
  };
}

/** The flag of a command that pauses or resumes all, in the place of ids. */
interface ChangeOfAll {
  flag: 'all' | 'allScheduled';
  action: 'pause' | 'resume';
  /** What they pause. */
  noun: 'automations' | 'posts';
  /** The ids of all that can be paused. */
  list(run: CommandContext & { client: Client }): Promise<readonly string[]>;
}

/** A refused id; what it has beside the failure is shown where it is the only one. */
export type Refusal = CommandOutcome & { failure: CrierError };

/** What they can use once it is open. */
export interface BatchRun<Made, Known> extends ChangeRun<Made> {
  ids: readonly string[];
  /** The result of `inspect`. */
  known: Known;
}

/** The words of a command whose argument is several ids. */
type BatchWords = Omit<ChangeWords<z.ZodObject>, 'input' | 'output' | 'positional' | 'records'>;

/** A command that makes the same request for each of several ids. Its functions are called in the order in which they stand here. */
interface BatchDefinition<Input extends z.ZodObject, E extends Endpoint, Made, Known> extends BatchWords {
  ids: IdsArgument;
  /** Flags besides the ids (default: none). */
  input?: Input;
  all?: ChangeOfAll;
  call: E;
  /** The part of the body by which the setting `writes` judges it, before the user is asked anything; null: once it is sent. */
  judgedBy?: object | null;
  /** Checks the input and reads files, before the service is opened; a dry run does that, too. */
  prepare?(
    input: FlagsOfChange<Input>,
    context: CommandContext & { ids: readonly string[]; flagsOf: FlagsOfId; open(): Promise<Client> },
  ): Made | Promise<Made>;
  /** The request for an id: a dry run prints it, and any other sends it. */
  request(id: string, input: FlagsOfChange<Input>, made: Made): EndpointInput<E>;
  /** Notes below the plan of a dry run. */
  planNotes?: readonly string[];
  /** Reads what is changed, and may refuse it or ask about it. */
  inspect?(input: FlagsOfChange<Input>, run: BatchRun<Made, undefined>): Promise<Known>;
  /** The question before the first is sent. */
  confirm?: {
    /** The action, such as `remove these 2 feeds`. */
    what(ids: readonly string[], input: FlagsOfChange<Input>): string;
    /** Describes each id in a line; of many, only the first. */
    describe(ids: readonly string[], run: BatchRun<Made, Known>): Promise<readonly string[]>;
  };
  /** Looks at an id before its request is sent. @returns why it is refused; null to send it */
  refuse?(id: string, run: BatchRun<Made, Known>): Promise<Refusal | null>;
  /** Completes the result of an id. @param send sends its request */
  around?(
    id: string,
    send: () => Promise<ClientAnswer<EndpointAnswer<E>>>,
    run: BatchRun<Made, Known>,
  ): Promise<ClientAnswer<EndpointAnswer<E>> & { status?: string }>;
  /** Past participle of the change, for sentences: `resumed`. */
  done: string;
  /** The status of an id after the change, as lists show it (default: `done`). */
  status?: string;
  /** The command that shows the current status. */
  shownBy: CommandText | ((made: Made) => CommandText);
  /** Notes below the results of several. */
  notes?(run: BatchRun<Made, Known>): readonly string[] | Promise<readonly string[]>;
  /** How a single id of the command line is shown (default: as several are). */
  one?: {
    output: z.ZodType;
    show(body: EndpointAnswer<E>, id: string, run: BatchRun<Made, Known>): Shown | Promise<Shown>;
  };
}

/**
 * Declares a command that changes several things by their ids, with the same request for each. `request` is the one source
 * of what `--dry-run` prints and of what is sent. The ids as arguments and of `--ids-from`, `--yes`, the result of each id
 * and the exit code come with it.
 *
 * @see {@link defineChange}
 */
export function defineBatchChange<
  E extends Endpoint,
  Input extends z.ZodObject = z.ZodObject<Record<never, never>>,
  Made = undefined,
  Known = undefined,
>(change: BatchDefinition<Input, E, Made, Known>) {
  const { ids: argument, input: own, call, judgedBy, prepare, request, planNotes = [], one } = change;
  return defineCommand({
    ...change,
    positional: [argument.name],
    changes: true,
    flags: [REMOTE, WRITE, own !== undefined && 'resume' in own.shape ? ALL_PROFILES : WRITE_PROFILES],
    input: z.object({ [argument.name]: argument.flag, idsFrom: IDS_FROM, ...own?.shape }),
    output: one === undefined ? ChangedSeveral : z.union([one.output, ChangedSeveral]),
    records: 'results',
    async run(given, context, flagsOf): Promise<CommandOutcome> {
      const fields: object = given;
      const input = fields as FlagsOfChange<Input>; // and the fields of the ids
      const { idsFrom } = given as { idsFrom?: string };
      let opened: Promise<Client> | undefined;
      const open = () => {
        opened ??= context.service.client({
          writes: !input.dryRun,
          sends: judgedBy === null ? undefined : { row: call, body: judgedBy },
        });
        return opened;
      };
      const { ids, paused } = await chooseIds(given, change, { ...context, open });
      // undefined without that function, as the type of `Made` is then
      const made = (await prepare?.(input, { ...context, ids, flagsOf, open })) as Made;
      const client = await open();
      const { addresses } = argument;
      const isLookedUp = addresses !== undefined && ids.some(addresses.isAddress);
      if (input.dryRun)
        return {
          view: buildPlannedViews(
            ids.map((id) => client.plan(call, request(id, input, made))),
            idsFrom,
          ),
          notes: [...planNotes, ...(isLookedUp ? [addresses.note] : [])],
        };
      const run = { ...context, client, made, ids, known: undefined };
      return sendEach(change, { input, idsFrom, paused, run });
    },
  });
}

/** Asks, and sends the request of each id. */
async function sendEach<Input extends z.ZodObject, E extends Endpoint, Made, Known>(
  change: BatchDefinition<Input, E, Made, Known>,
  {
    input,
    idsFrom,
    paused,
    run: before,
  }: {
    input: FlagsOfChange<Input>;
    idsFrom: string | undefined;
    paused: PausedByAll | null;
    run: BatchRun<Made, undefined>;
  },
): Promise<CommandOutcome> {
  const { all, call, confirm, refuse, around, done, status, shownBy, one } = change;
  const { io, ids, made, client } = before;
  const run = { ...before, known: (await change.inspect?.(input, before)) as Known }; // undefined without it
  if (confirm !== undefined)
    await io.confirm({
      what: confirm.what(ids, input),
      details: async () => addRest(await confirm.describe(ids.slice(0, MOST_NAMED), run), ids.length),
      yes: input.yes,
    });
  const toId = (await change.ids.addresses?.lookUp(client, ids)) ?? ((id: string) => id);
  const apply = (id: string) => {
    const send = () => client.call(call, change.request(toId(id), input, made));
    return around === undefined ? send() : around(id, send, run);
  };
  const only = one === undefined ? null : getOnlyId(ids, idsFrom);
  if (one !== undefined && only !== null) {
    const refusal = await refuse?.(only, run);
    if (refusal) return refusal;
    const answer = await apply(only);
    return { ...(await one.show(answer.body, only, run)), raw: answer.bytes, ...getServiceTime(answer) };
  }
  const outcome = await changeSeveral({
    ids,
    done,
    status,
    shownBy: typeof shownBy === 'function' ? shownBy(made) : shownBy,
    ofAll: paused === null || all === undefined ? undefined : { action: all.action, paused },
    io,
    async apply(id) {
      const refusal = await refuse?.(id, run);
      if (refusal) throw refusal.failure;
      return apply(id);
    },
  });
  return { ...outcome, notes: await change.notes?.(run) };
}

/** The ids that were named, or those of `--all`. */
async function chooseIds(
  given: Readonly<Record<string, unknown>>,
  { ids: argument, all }: { ids: IdsArgument; all?: ChangeOfAll },
  context: CommandContext & { open(): Promise<Client> },
): Promise<{ ids: readonly string[]; paused: PausedByAll | null }> {
  const named = given[argument.name] as readonly string[]; // by the schema of the argument
  const idsFrom = given['idsFrom'] as string | undefined; // by that of its flag
  if (all === undefined || given[all.flag] !== true) {
    const acceptsUrls = argument.addresses !== undefined;
    return { ids: await readIdsOrRaw({ ids: named, idsFrom, acceptsUrls }, context.io), paused: null };
  }
  if (named.length > 0 || idsFrom !== undefined)
    throw createUsageError(
      `${FLAGS_OF_ALL[all.flag]} and ids cannot be used together`,
      'use only one of them',
    );
  const client = await context.open();
  const { openPausedByAll } = await import('./paused-by-all.ts'); // loaded on demand: few commands pause all
  const paused = await openPausedByAll(all.noun, context);
  return { ids: all.action === 'pause' ? await all.list({ ...context, client }) : paused.list(), paused };
}

const FLAGS_OF_ALL = { all: '--all', allScheduled: '--all-scheduled' } as const;
