import type * as z from 'zod';
import type { AnswerStream } from '../../../client/answer-stream.ts';
import type { Client } from '../../../client/client.ts';
import type { ClientAnswer } from '../../../client/transport.ts';
import type { Endpoint, EndpointAnswer, EndpointInput } from '../../../service/endpoint.ts';
import { type FlagSet, REMOTE } from '../input/flags/flags.ts';
import { READ_PROFILES } from '../input/flags/read-flags.ts';
import {
  buildListMeta,
  type Column,
  type ListView,
  type RecordLine,
  type RecordView,
} from '../output/view.ts';
import { type Command, type CommandOutcome, defineCommand, getServiceTime } from './command.ts';
import type { CommandContext } from './context.ts';
import type { Shown } from './define-change.ts';
import { isShownEach } from './shown-each.ts';

/** What the functions of a read can use. */
export interface ReadRun extends CommandContext {
  client: Client;
}

/** A command that shows the answer to one request: as a list of `rows`, as a record of `lines`, or as `show` builds it. */
interface ReadDefinition<Input extends z.ZodObject, E extends Endpoint, Row>
  extends Omit<Command<Input>, 'run' | 'changes' | 'flags' | 'hasBytes' | 'repairsSettings'> {
  /** Default: those of a command that reads something of a profile. */
  flags?: readonly FlagSet[];
  /** Refuses flags that do not go together, before the service is opened. */
  check?(input: z.infer<Input>, context: CommandContext): void;
  call: E;
  /** Default: nothing but the path. */
  request?(input: z.infer<Input>, run: ReadRun): EndpointInput<E> | Promise<EndpointInput<E>>;
  /** Completes the error of the request. @param send sends it */
  around?(
    send: () => Promise<ClientAnswer<EndpointAnswer<E>>>,
    input: z.infer<Input>,
  ): Promise<ClientAnswer<EndpointAnswer<E>>>;
  /** @param body the answer, or a part of it with some elements of its list: lists that may be long are shown as they arrive */
  rows?(body: EndpointAnswer<E>, input: z.infer<Input>): readonly Row[];
  columns?: readonly Column<NoInfer<Row>>[];
  /** Members of the document beside the rows (default: those of the answer). */
  beside?(body: EndpointAnswer<E>): object;
  /** Text of a table without rows. */
  empty?: string | ((input: z.infer<Input>) => string);
  /** Shows only the first `--limit` rows. @returns the note when there are more */
  cut?(shown: number, all: number): string;
  /** They are about all rows, which then are in memory. */
  notes?(rows: readonly NoInfer<Row>[]): readonly string[];
  lines?(body: EndpointAnswer<E>, input: z.infer<Input>): readonly RecordLine[];
  show?(
    body: EndpointAnswer<E>,
    input: z.infer<Input>,
    run: ReadRun & { sent: EndpointInput<E> },
  ): Shown | Promise<Shown>;
}

/**
 * Declares a command that shows the answer to one request. `-o raw` and the service's time come with it.
 *
 * @example
 * export default defineRead({
 *   summary: 'List the feeds of the profile',
 *   examples: ['feeds list', 'feeds list --json --fields id,feedURL,error'],
 *   input: z.object({}),
 *   output: z.looseObject({ feeds: z.array(AnsweredFeed) }),
 *   records: 'feeds',
 *   call: listFeeds,
 *   rows: ({ feeds }) => feeds ?? [],
 *   columns: FEED_COLUMNS,
 *   empty: 'no feeds',
 * });
 */
export function defineRead<Input extends z.ZodObject, E extends Endpoint, Row>(
  read: ReadDefinition<Input, E, Row>,
) {
  const { flags = [REMOTE, READ_PROFILES], check, call, request, around, rows, notes, lines, show } = read;
  const list = createListViews(read);
  const streams = rows !== undefined && notes === undefined && around === undefined;
  return defineCommand({
    ...read,
    flags,
    ...(streams && { streams: { unless: [] } }),
    async run(given, context): Promise<CommandOutcome> {
      const input = given as z.infer<Input>; // and flags of the sets
      check?.(input, context);
      const run = { ...context, client: await context.service.client() };
      // an endpoint whose input has a required member has `request`
      const sent = (await request?.(input, run)) ?? ({} as EndpointInput<E>);
      if (streams && isShownEach(context.io.printing))
        return list.stream(await run.client.stream(call, sent, () => true), rows, input);
      const send = () => run.client.call(call, sent);
      const answer = await (around === undefined ? send() : around(send, input));
      const { body } = answer;
      const shown =
        rows === undefined
          ? await show?.(body, input, { ...run, sent })
          : list.show(body, rows(body, input), input);
      const record: RecordView = {
        kind: 'record',
        document: { ...(body as object) }, // a list is shown as one
        lines: lines?.(body, input) ?? [],
      };
      return { ...(shown ?? { view: record }), raw: answer.bytes, ...getServiceTime(answer) };
    },
  });
}

/** Creates what shows the rows of a read: all of them, or each as it arrives. */
function createListViews<Input extends z.ZodObject, E extends Endpoint, Row>({
  records,
  columns = [],
  beside,
  empty = 'nothing',
  cut,
  notes,
}: ReadDefinition<Input, E, Row>) {
  const key = String(records);
  const readLimit = (input: z.infer<Input>) =>
    cut === undefined ? undefined : (input as { limit?: number }).limit; // of a command with that flag
  const buildList = (others: object, rows: readonly Row[], input: z.infer<Input>): ListView<Row> => ({
    kind: 'list',
    document: { ...others, [key]: rows },
    key,
    rows,
    columns,
    empty: typeof empty === 'function' ? empty(input) : empty,
  });
  const noteCut = (shown: number, all: number) => (shown < all && cut !== undefined ? [cut(shown, all)] : []);
  return {
    show(body: EndpointAnswer<E>, found: readonly Row[], input: z.infer<Input>): Shown {
      const limit = readLimit(input);
      const shown = found.slice(0, limit);
      const hasMore = shown.length < found.length;
      const meta = cut === undefined ? {} : { meta: buildListMeta({ hasMore, limit: limit ?? null }) };
      return {
        view: buildList({ ...(beside?.(body) ?? body), ...meta }, shown, input),
        notes: [...(notes?.(shown) ?? []), ...noteCut(shown.length, found.length)],
      };
    },
    stream(
      answer: AnswerStream<EndpointAnswer<E>>,
      listRows: (part: EndpointAnswer<E>, input: z.infer<Input>) => readonly Row[],
      input: z.infer<Input>,
    ): CommandOutcome {
      const limit = readLimit(input) ?? Number.POSITIVE_INFINITY;
      let [shown, all] = [0, 0];
      async function* readBatches() {
        for await (const part of answer.parts) {
          const found = listRows(part, input);
          const some = found.slice(0, limit - shown);
          all += found.length;
          shown += some.length;
          yield some;
        }
      }
      const { asOf } = getServiceTime(answer);
      return {
        view: {
          kind: 'stream',
          live: true,
          showsEmpty: true,
          batches: readBatches(),
          list: (rows) => buildList({}, rows as readonly Row[], input), // of the batches above
          asOf: () => asOf,
        },
        finish: () => ({ notes: noteCut(shown, all) }),
      };
    },
  };
}
