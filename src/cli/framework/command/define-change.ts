import type * as z from 'zod';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '../../../service/endpoint.ts';
import { REMOTE, WRITE } from '../input/flags/flags.ts';
import { WRITE_PROFILES } from '../input/flags/write-profiles.ts';
import type { RecordLine } from '../output/view.ts';
import type { ConfirmQuestion } from '../terminal/run-host.ts';
import { type Command, type CommandOutcome, defineCommand, getServiceTime } from './command.ts';
import type { CommandContext } from './context.ts';
import { buildPlannedView } from './writes.ts';

/** The flags of a change: its own, and those of `WRITE`. */
export type FlagsOfChange<Input extends z.ZodObject> = z.infer<Input> & z.infer<(typeof WRITE)['schema']>;

/** What a change shows; raw output and the service's time are added to it. */
export type Shown = Omit<CommandOutcome, 'raw' | 'asOf'>;

/** What the functions of a change can use once the service is open. */
export interface ChangeRun<Made> extends CommandContext {
  client: Client;
  /** The result of `prepare`, or of `lookUp`. */
  made: Made;
}

/** What a change says of itself, as every command does. */
export type ChangeWords<Input extends z.ZodObject> = Omit<
  Command<Input>,
  'run' | 'changes' | 'flags' | 'reads' | 'namesTargets' | 'hasBytes' | 'repairsSettings'
>;

/** A command that makes one request. Its functions are called in the order in which they stand here. */
interface ChangeDefinition<Input extends z.ZodObject, E extends Endpoint, Made> extends ChangeWords<Input> {
  call: E;
  /** Whether it can be made for several profiles at once. */
  forProfiles?: boolean;
  /** Checks the input and reads files, before the service is opened; a dry run does that, too. */
  prepare?(input: FlagsOfChange<Input>, context: CommandContext): Made | Promise<Made>;
  /** The request: a dry run prints it, and any other sends it. */
  request(input: FlagsOfChange<Input>, made: Made): EndpointInput<E>;
  /** Notes below the plan of a dry run. */
  planNotes?(input: FlagsOfChange<Input>, made: Made): readonly string[];
  /** The question before it is sent. */
  confirm?(
    input: FlagsOfChange<Input>,
    run: ChangeRun<Made>,
  ): Omit<ConfirmQuestion, 'yes'> | Promise<Omit<ConfirmQuestion, 'yes'>>;
  /** Reads what the request needs of the service; a dry run prints it without. */
  lookUp?(input: FlagsOfChange<Input>, run: ChangeRun<Made>): Promise<Made>;
  /** Completes the error of the request. @param send sends it */
  around?(
    send: () => Promise<ClientAnswer<EndpointAnswer<E>>>,
    input: FlagsOfChange<Input>,
    run: ChangeRun<Made>,
  ): Promise<ClientAnswer<EndpointAnswer<E>>>;
  /** Shows the answer as a record with these lines. */
  lines?(body: EndpointAnswer<E>, input: FlagsOfChange<Input>): readonly RecordLine[];
  /** Shows the answer in another way. */
  show?(body: EndpointAnswer<E>, input: FlagsOfChange<Input>, run: ChangeRun<Made>): Shown | Promise<Shown>;
}

/**
 * Declares a command that changes something by one request. `request` is the one source of what `--dry-run` prints and of
 * what is sent; the flags of `REMOTE` and `WRITE`, raw output and the service's time come with it.
 *
 * @example
 * export default defineChange({
 *   summary: 'Shorten a link',
 *   examples: ['links create https://shop.example/spring', 'links create https://shop.example/spring --dry-run'],
 *   positional: ['url'],
 *   input: z.object({ url: z.url().describe('address to shorten') }),
 *   output: shortenLink.answer,
 *   call: shortenLink,
 *   request: ({ url }) => ({ body: { url } }),
 *   lines: ({ shortUrl }) => [{ name: 'shortUrl', title: 'short address', value: shortUrl ?? null }],
 * });
 */
export function defineChange<Input extends z.ZodObject, E extends Endpoint, Made = undefined>(
  change: ChangeDefinition<Input, E, Made>,
) {
  const {
    call,
    forProfiles = false,
    prepare,
    request,
    planNotes,
    confirm,
    lookUp,
    around,
    lines,
    show,
    ...words
  } = change;
  return defineCommand({
    ...words,
    changes: true,
    flags: forProfiles ? [REMOTE, WRITE, WRITE_PROFILES] : [REMOTE, WRITE],
    async run(given, context): Promise<CommandOutcome> {
      const input = given as FlagsOfChange<Input>; // as `defineCommand` composes it
      const made = (await prepare?.(input, context)) as Made; // undefined without that function
      const client = await context.service.client({ writes: !input.dryRun, sends: { row: call } });
      const toInput = (of: Made) => request(input, of);
      if (input.dryRun)
        return {
          view: buildPlannedView(client.plan(call, toInput(made))),
          notes: planNotes?.(input, made) ?? [],
        };
      let run = { ...context, client, made };
      const question = await confirm?.(input, run);
      if (question !== undefined) await context.io.confirm({ ...question, yes: input.yes });
      if (lookUp !== undefined) run = { ...run, made: await lookUp(input, run) };
      const send = () => client.call(call, toInput(run.made));
      const answer = await (around === undefined ? send() : around(send, input, run));
      const shown = (await show?.(answer.body, input, run)) ?? {
        view: { kind: 'record', document: { ...answer.body }, lines: lines?.(answer.body, input) ?? [] },
      };
      return { ...shown, raw: answer.bytes, ...getServiceTime(answer) };
    },
  });
}
