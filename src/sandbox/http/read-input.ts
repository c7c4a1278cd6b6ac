import * as z from 'zod';
import {
  NestingError,
  parseBoundedJson,
  readQueryList,
  stripListBrackets,
} from '../../domain/json/bounded-json.ts';
import { isRecord } from '../../domain/json/loose-record.ts';
import { describeIssue, TOO_MANY } from '../../domain/requests/find-body-faults.ts';
import { type Endpoint, NO_INPUT } from '../../service/endpoint.ts';
import { LIMITS } from '../../service/limits.ts';
import type { SandboxRequest } from './sandbox-request.ts';
import { createInputFailure, ServiceFailure } from './service-failure.ts';

const FORM = /^multipart\/form-data *;/i;

/** Whether a body is a form with a file, as HTTP libraries send one. */
export function isFileForm({ headers }: SandboxRequest): boolean {
  return FORM.test(headers['content-type'] ?? '');
}

/**
 * Reads a form with a file as the JSON body that an upload has: the file as a data URI, with its own name unless another
 * field has one. An assumption: the contract describes only the JSON.
 *
 * @returns null when it is too large or is not such a form; it is then refused as a body that is not JSON
 * @see docs/service/endpoints.md#media
 */
export async function readFileForm({ headers, body }: SandboxRequest): Promise<object | null> {
  if (body === null || body.length > LIMITS.requestBodyBytes) return null;
  const type = headers['content-type'] ?? '';
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
  const file = form?.get('file');
  if (!form || !(file instanceof File)) return null;
  const texts = [...form].filter(([, value]) => typeof value === 'string');
  const content = Buffer.from(await file.arrayBuffer()).toString('base64');
  // many clients name no type: the bytes decide
  const declared = /^(?:image|video)\/[\w.+-]+$/.test(file.type) ? file.type : 'image/unknown';
  const dataUri = `data:${declared};base64,${content}`;
  return { ...(file.name !== '' && { fileName: file.name }), ...Object.fromEntries(texts), file: dataUri };
}

/** Input of a request, parsed by the endpoint's schemas. */
export interface Input {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Not validated yet when the endpoint has an error code of its own for that. */
  readonly body: unknown;
}

/** Input of a request: path and query as text, the body as JSON. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Undefined when there is none. */
  readonly body: unknown;
}

/**
 * Parses path, query and body by an endpoint's schemas: `true` and `12` are coerced where the schema requires it, and
 * lists are read in every spelling of `readQueryList`. A path parameter may be repeated in the query with the same
 * value. Unknown members are ignored, because existing clients send some, except for endpoints that refuse them.
 *
 * @throws ServiceFailure 101 with what is wrong in `details`
 * @see docs/service/comments.md#routing
 */
export function readInput(endpoint: Endpoint, raw: RawInput): Input {
  const { params, query } = separatePathAndQuery(endpoint, raw);
  const { params: ofPath = NO_INPUT, query: ofQuery = NO_INPUT } = endpoint;
  return {
    params: checkInput(ofPath, Object.fromEntries(params)),
    query: checkInput(ofQuery, { ...coerceValues(ofQuery, query), ...readLists(ofQuery, raw.query) }),
    body: readBodyInput(endpoint, raw.body),
  };
}

/** The body of an endpoint without one is ignored. A missing body counts as an empty object. */
function readBodyInput({ body: schema, invalidBody, refusesUnknown }: Endpoint, sent: unknown): unknown {
  if (schema === undefined) return undefined;
  if (invalidBody !== undefined) return sent;
  const body = sent === undefined ? {} : sent;
  return checkInput(schema, refusesUnknown === true ? body : pickKnownMembers(schema, body));
}

/** The known members of a body; all of them, if the schema accepts others. */
function pickKnownMembers(schema: z.ZodObject, body: unknown): unknown {
  if (!(schema.def.catchall instanceof z.ZodNever) || !isRecord(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name)));
}

type TextValues = Map<string, string>;

/** Separates path parameters and query parameters, each once. Maps, because a name may be `__proto__`. */
function separatePathAndQuery(
  { params: ofPath = NO_INPUT, query: ofQuery = NO_INPUT, refusesUnknown }: Endpoint,
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
      throw createInputFailure(`${name}: is given more than once, with different values`);
    into.set(name, text);
  }
  return { params, query };
}

export const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
const WHOLE_NUMBER = /^-?\d{1,15}$/;

function coerceValues(schema: z.ZodObject, query: TextValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    query.entries().map(([name, text]) => [name, coerceValue(schema.shape[name], text)]),
  );
}

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

/** Text that cannot be coerced stays unchanged and fails validation. */
function coerceValue(schema: unknown, text: string): unknown {
  const inner = unwrapOptional(schema);
  if (inner instanceof z.ZodBoolean) return BOOLEANS.get(text) ?? text;
  if (inner instanceof z.ZodNumber) return WHOLE_NUMBER.test(text) ? Number(text) : text;
  return text;
}

/**
 * Parses a query by a schema that does not allow unknown names.
 *
 * @throws ServiceFailure 101 with what is wrong in `details`
 */
export function readQuery(schema: z.ZodObject, query: URLSearchParams): Readonly<Record<string, unknown>> {
  return checkInput(schema, coerceValues(schema, new Map(query)));
}

/** A body can have hundreds of thousands of faults. */
const MAX_LISTED_FAULTS = 20;

/** @throws ServiceFailure 101 with what is wrong in `details` */
export function checkInput(schema: z.ZodObject, values: unknown): Readonly<Record<string, unknown>> {
  const result = parseInput(schema, values);
  if (result.success) return result.data;
  const { issues } = result.error;
  const listed = issues.slice(0, MAX_LISTED_FAULTS).map(formatIssue);
  const more = issues.length - listed.length;
  throw createInputFailure([...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
}

function parseInput(schema: z.ZodObject, values: unknown) {
  try {
    return schema.safeParse(values, { error: describeIssue });
  } catch (error) {
    if (error instanceof RangeError) throw createInputFailure(TOO_MANY.message);
    throw error;
  }
}

function formatIssue(issue: z.core.$ZodIssue): string {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${key}: is not a parameter of this call`).join('; ');
  return path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`;
}

/** A body that cannot be read. The connection is closed, because the bytes that follow have no defined meaning. */
export class BodyRefusal extends ServiceFailure {
  constructor(message: string, details: string) {
    super(101, { message, details: `body: ${details}` });
  }
}

/**
 * Reads the body of a request.
 *
 * @returns the parsed body; undefined when there is none
 * @throws BodyRefusal when it is not JSON, too large, or nested too deep
 * @see docs/service/general.md#identifier-formats
 */
export function readBody(body: string | Uint8Array | null): unknown {
  if (body === null || body.length === 0) return undefined;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  if (bytes.length > LIMITS.requestBodyBytes) {
    throw new BodyRefusal(
      'The body of the request is too large.',
      `at most ${LIMITS.requestBodyBytes} bytes`,
    );
  }
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof NestingError) {
      throw new BodyRefusal('The body of the request is nested too deep.', error.message);
    }
    throw new BodyRefusal('The body of the request is not JSON.', 'must be JSON in UTF-8');
  }
}
