import type * as z from 'zod';
import type { Clock } from '../clock.ts';
import { CrierError } from '../errors.ts';
import type { Endpoint, EndpointAnswer } from '../service/endpoint.ts';
import type { BegunAnswer } from './attempt-request.ts';
import { judgeRest } from './judge-answer.ts';
import { createRedactor, redactError } from './mask.ts';
import { UnreadableError } from './read-body.ts';
import { redactEchoedKeys } from './redact-answer.ts';
import type { AnswerPart } from './split-answer.ts';
import type { AnswerHead, ClientAnswer } from './transport.ts';

/** A response that is read in parts. */
export interface AnswerStream<Body> extends AnswerHead {
  /** The decoded body, if it did not come in parts. */
  readonly bytes?: Uint8Array;
  /**
   * The response itself, or objects with one member each, in their order: the elements of a long list come in several.
   * A response that is a list comes in shorter ones.
   *
   * @throws {CrierError} as `call` of the client, also after some parts
   */
  readonly parts: AsyncIterable<Body>;
  /** The response without the elements that came in parts. Call it after the last part. */
  rest(): Body;
  /** Ends the request, unless all parts were read. */
  close(): void;
}

/** What is made of a response that comes in parts. */
export interface AnswerFold<Body, Value> {
  add(part: Body): void | Promise<void>;
  /** @param rest the response without the elements that came in parts */
  end(rest: Body, answer: AnswerHead & { readonly bytes?: Uint8Array }): Value;
}

/** A response that did not come in parts. */
export function streamWhole<Body>(answer: ClientAnswer<Body>): AnswerStream<Body> {
  const { body } = answer;
  async function* yieldBody() {
    yield body;
  }
  return { ...answer, parts: yieldBody(), rest: () => body, close: () => {} };
}

/** @param fold of a response that did not come in parts */
export async function foldWhole<Body, Value>(
  answer: ClientAnswer<Body>,
  fold: AnswerFold<Body, Value>,
): Promise<Value> {
  await fold.add(answer.body);
  return fold.end(answer.body, answer);
}

/** Reads a response in parts, each validated, and with the keys of the request masked. */
export function readInParts<E extends Endpoint>(
  endpoint: E,
  { http, headers, bytes, split, wait, explain, close }: BegunAnswer,
  { clock, secrets }: { clock: Clock; secrets: readonly string[] },
): AnswerStream<EndpointAnswer<E>> {
  let rest: object | null = null;
  async function* read(): AsyncGenerator<unknown> {
    const members = new Map<string, unknown>();
    let isList = false;
    try {
      for await (const part of split(wait)) {
        const { name } = part;
        const { body } = redactEchoedKeys({ http, headers, bytes: part.bytes, body: part.value }, secrets);
        checkElements(endpoint, part, bytes);
        if (name === null) isList = true;
        else members.set(name, part.from === null ? body : []);
        yield name === null ? body : { [name]: body };
      }
      rest = isList ? [] : Object.fromEntries(members);
      judgeRest(rest, { http, headers }, { secrets, now: clock.now() });
      checkShape(endpoint.answer, rest, bytes);
    } catch (cause) {
      const error = explain(cause);
      throw error instanceof CrierError ? redactError(error, createRedactor(secrets)) : error;
    } finally {
      close();
    }
  }
  return {
    http,
    headers,
    close,
    parts: { [Symbol.asyncIterator]: () => read() as AsyncGenerator<EndpointAnswer<E>> }, // checked above
    rest() {
      if (rest === null) throw new Error('the response was not read to its end');
      return rest as EndpointAnswer<E>; // checked above
    },
  };
}

/** Elements of an unknown list are only checked where all lists have the same. */
function checkElements({ answer }: Endpoint, { name, value, from }: AnswerPart, bytes: Uint8Array): void {
  if (from === null) return;
  const schema = 'shape' in answer ? (answer.shape[name ?? ''] ?? answer.def.catchall) : answer;
  if (schema !== undefined) checkShape(schema, value, bytes, { name, from });
}

/**
 * @param bytes for the error
 * @param list where the value begins, for elements of a list
 * @throws {UnreadableError} not as the schema says
 */
export function checkShape(
  schema: z.core.$ZodType & Pick<z.ZodType, 'safeParse'>,
  value: unknown,
  bytes: Uint8Array,
  list: { name: string | null; from: number } | null = null,
): void {
  const result = schema.safeParse(value);
  if (result.success) return;
  const path = result.error.issues[0]?.path ?? [];
  const [first, ...inside] = path;
  const steps =
    list === null || typeof first !== 'number'
      ? [list?.name ?? [], path].flat()
      : [list.name ?? [], list.from + first, inside].flat();
  const place = steps.length === 0 ? '' : ` at ${steps.map(String).join('.')}`;
  throw new UnreadableError(`has an unexpected shape${place}`, bytes, result.error);
}
