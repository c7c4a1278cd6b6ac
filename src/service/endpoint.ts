import * as z from 'zod';
import type { AddOn, Plan } from './plans.ts';

/** Method and path of an endpoint; `{name}` is replaced by the member of `params`. */
export interface EndpointRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base URL. */
  readonly path: string;
}

/** The effect of a request at the service, by what cannot be taken back. */
export type RequestEffect =
  /** Nothing is stored, sent or shown. */
  | 'none'
  /** Only the account sees it: drafts, notes, media, what is stopped. */
  | 'draft'
  /** It is published or sent, or lets the service do that by itself. */
  | 'publish'
  | 'delete'
  /** It changes the account: profiles, links to networks, webhooks, posting times. */
  | 'account';

/** The facts of an endpoint that routing needs, without its schemas. */
export interface RoutedEndpoint extends EndpointRoute {
  /**
   * Paths of the second dialect, where an id is in the query or the body, and older spellings that clients still
   * send. Each has the endpoint's method, unless it names another.
   *
   * @see docs/service/endpoints.md#older-spellings
   */
  readonly otherPaths?: readonly { readonly method?: EndpointRoute['method']; readonly path: string }[];
  /** The greatest effect; a body can lessen it: src/domain/requests/request-effects.ts. */
  readonly effect: RequestEffect;
  /** Whether it only reads, although it is a POST: its input is a body. Then it can be repeated. */
  readonly isRead?: true;
}

/** An endpoint of the service: what the client, the sandbox, the OpenAPI document and tests know of it. */
export interface Endpoint extends RoutedEndpoint {
  /**
   * A request that fits the schemas, and gets the same answer each time. Tests send it on every plan, without each
   * add-on, and with members that the service does not know.
   */
  readonly sample: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string | number | boolean>>;
    readonly body?: unknown;
  };
  readonly params?: z.ZodObject;
  /** Strict and typed; the client serializes booleans and numbers. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Whether unknown members of query and body are rejected (default: ignored). */
  readonly refusesUnknown?: true;
  /**
   * The code for a body that does not match its schema, with `details` by field (default: 101). Other checks come
   * first, so the handler validates such a body.
   */
  readonly invalidBody?: number;
  /** Loose: unknown members are allowed, and only the outline is validated. Some answers are a list. */
  readonly answer: z.ZodObject | z.ZodArray;
  /**
   * Whether top-level lists of the answer can be too long for memory, so that a client may stream them element by
   * element.
   */
  readonly hasLongLists?: boolean;
  /** Whether the answer contains a secret; if the secret cannot be read, the whole answer is withheld. */
  readonly answersSecret?: true;
  readonly plans: readonly Plan[];
  /** The code for any other plan (default: 1403). */
  readonly withoutPlan?: number;
  /** The add-on that it belongs to; without that: 1403. */
  readonly addOn?: AddOn;
  /** `action` in its error envelopes. */
  readonly action: string;
  /** Codes specific to the endpoint, besides those of every call. */
  readonly errors: readonly number[];
}

/** Of a call without params or query. */
export const NO_INPUT = z.strictObject({});

/** The Service Post ID of samples: a post in the small seed of tests. */
export const SAMPLE_POST_ID = 'EverywhereAAAAAAAAA1';

/** A part of a request; optional if it has no required member. */
type RequestPart<Key extends string, Value> =
  Record<never, never> extends Value ? { readonly [K in Key]?: Value } : { readonly [K in Key]: Value };

/** The schema of a part of a request. */
export type PartSchema<E extends Endpoint, Part extends 'params' | 'query'> = Part extends keyof E
  ? Extract<E[Part], z.ZodObject>
  : typeof NO_INPUT;

/** Input of a call: `params` for the path, `query`, and `body` if it has one. */
export type EndpointInput<E extends Endpoint> = RequestPart<'params', z.input<PartSchema<E, 'params'>>> &
  RequestPart<'query', z.input<PartSchema<E, 'query'>>> &
  (E extends { readonly body: infer Body extends z.ZodObject } ? { readonly body: z.input<Body> } : unknown);

export type EndpointAnswer<E extends Endpoint> = z.output<E['answer']>;
