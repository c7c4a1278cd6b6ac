import * as z from 'zod';
import type { Endpoint } from '../facts/endpoint.ts';
import { describeIssue } from '../rules/describe-issue.ts';
import { isRecord } from '../rules/loose-record.ts';
import { readQueryList, stripListBrackets } from '../rules/read-query-list.ts';
import { createInputFailure } from './service-failure.ts';

/** What a request says, as its endpoint's schemas see it. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Not yet held against its schema, where the endpoint has a code of its own for that. */
  readonly body: unknown;
}

/** What a request says: path and query as text, the body as JSON. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined for none. */
  readonly body: unknown;
}

/**
 * Reads path, query and body by an endpoint's schemas: `true` and `12` become values where the schema wants them, and
 * lists are read in every spelling of `readQueryList`. A member of the path may come with the query too, when it says the same. What the schemas do not know is not looked
 * at, since clients in use send such things, but where the endpoint says that it refuses it.
 *
 * @throws ServiceFailure 101 with what is wrong in `details`
 * @see docs/service/comments.md#routing
 */
export function readInput(endpoint: Endpoint, raw: RawInput): Input {
  const { params, query } = separatePathAndQuery(endpoint, raw);
  return {
    params: checkInput(endpoint.params, Object.fromEntries(params)),
    query: checkInput(endpoint.query, {
      ...coerceValues(endpoint.query, query),
      ...readLists(endpoint.query, raw.query),
    }),
    body: readBodyInput(endpoint, raw.body),
  };
}

/** What an endpoint without a body is sent in one is nobody's business. No body is one without members. */
function readBodyInput({ body: schema, invalidBody, refusesUnknown }: Endpoint, sent: unknown): unknown {
  if (schema === null) return undefined;
  if (invalidBody !== undefined) return sent;
  const body = sent === undefined ? {} : sent;
  return checkInput(schema, refusesUnknown === true ? body : pickKnownMembers(schema, body));
}

/** The members of a body that its schema knows; all of them, where it takes others too. */
function pickKnownMembers(schema: z.ZodObject, body: unknown): unknown {
  if (!(schema.def.catchall instanceof z.ZodNever) || !isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

type TextValues = Map<string, string>;

/** What belongs to the path, and what to the query, each once. Maps, since a name may be `__proto__`. */
function separatePathAndQuery(
  { params: ofPath, query: ofQuery, refusesUnknown }: Endpoint,
  raw: RawInput,
): { params: TextValues; query: TextValues } {
  const params: TextValues = new Map(Object.entries(raw.params));
  const query: TextValues = new Map();
  for (const [name, text] of raw.query) {
    if (isList(ofQuery, stripListBrackets(name))) continue;
    const isOfPath = Object.hasOwn(ofPath.shape, name);
    if (!isOfPath && refusesUnknown !== true && !Object.hasOwn(ofQuery.shape, name)) continue;
    const into = isOfPath ? params : query;
    if ((into.get(name) ?? text) !== text)
      throw createInputFailure(`${name}: given more than once, and not the same`);
    into.set(name, text);
  }
  return { params, query };
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
const WHOLE_NUMBER = /^-?\d{1,15}$/;

function coerceValues(schema: z.ZodObject, query: TextValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    query.entries().map(([name, text]) => [name, coerceValue(schema.shape[name], text)]),
  );
}

/** The lists of a query, where it has them. */
function readLists(schema: z.ZodObject, query: URLSearchParams): Readonly<Record<string, unknown>> {
  const lists = Object.keys(schema.shape).filter((name) => isList(schema, name));
  return Object.fromEntries(lists.map((name) => [name, readQueryList(query, name)]));
}

function isList({ shape }: z.ZodObject, name: string): boolean {
  return Object.hasOwn(shape, name) && unwrapOptional(shape[name]) instanceof z.ZodArray;
}

function unwrapOptional(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? schema.unwrap() : schema;
}

/** Text that is not what the schema wants stays as it is, and fails there. */
function coerceValue(schema: unknown, text: string): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodBoolean) return BOOLEANS.get(text) ?? text;
  if (inner instanceof z.ZodNumber) return WHOLE_NUMBER.test(text) ? Number(text) : text;
  return text;
}

/**
 * Reads a query by a schema, all of whose names it has to know.
 *
 * @throws ServiceFailure 101 with what is wrong in `details`
 */
export function readQuery(schema: z.ZodObject, query: URLSearchParams): Readonly<Record<string, unknown>> {
  return checkInput(schema, coerceValues(schema, new Map(query)));
}

/** @throws ServiceFailure 101 with what is wrong in `details` */
export function checkInput(schema: z.ZodObject, values: unknown): Readonly<Record<string, unknown>> {
  const result = schema.safeParse(values, { error: describeIssue });
  if (result.success) return result.data;
  throw createInputFailure(result.error.issues.map(formatIssue).join('; '));
}

function formatIssue(issue: z.core.$ZodIssue): string {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${key}: is no parameter of this call`).join('; ');
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
}
