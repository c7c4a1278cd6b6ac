import * as z from 'zod';
import type { Plan } from './plans.ts';

/** One call of the service. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address; `{name}` stands for a member of `params`. */
  readonly path: string;
  readonly params: z.ZodObject;
  /** Strict, and typed: booleans and numbers are written out by the client. */
  readonly query: z.ZodObject;
  readonly body: z.ZodObject | null;
  /** Members of query and body that it does not know are refused; left out, the service does not look at them. */
  readonly refusesUnknown?: true;
  /**
   * The code for a body that is not as its schema wants, with `details` by field; left out, 101. Other refusals come
   * before it, so that the handler checks such a body.
   */
  readonly invalidBody?: number;
  /** Loose: more may come, and of what comes only the outline is asked for. */
  readonly answer: z.ZodObject;
  /** Lists directly under the top of its answer can be too long to hold: a client may give them to be read one element after the other. */
  readonly hasLongLists?: boolean;
  /** Its answer gives a secret out: where that cannot be read, nobody is shown any of it. */
  readonly answersSecret?: true;
  readonly plans: readonly Plan[];
  /** The code for any other plan; left out, 1403. */
  readonly withoutPlan?: number;
  /** `action` of its error envelopes. */
  readonly action: string;
  /** Codes that belong to it, beside those of every call. */
  readonly errors: readonly number[];
}

/** What a call has of params or query that takes none. */
export const NO_INPUT = z.strictObject({});

/** A part of a request that may be left out when nothing in it is required. */
type RequestPart<Key extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Key]?: Value } : { readonly [K in Key]: Value };

/** What a call takes: `params` for its path, `query`, and `body` where it has one. */
export type EndpointInput<E extends Endpoint> = RequestPart<'params', z.input<E['params']>> &
  RequestPart<'query', z.input<E['query']>> &
  (E['body'] extends z.ZodObject ? { readonly body: z.input<E['body']> } : unknown);

/** What a call answers when it worked. */
export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']>;
