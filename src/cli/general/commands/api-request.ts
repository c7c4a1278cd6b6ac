import type { Method } from '../../../client/transport.ts';
import { NestingError, parseBoundedJson } from '../../../domain/json/bounded-json.ts';
import { createUsageError } from '../../../errors.ts';
import type { ReadFile } from '../../context/secrets.ts';
import { maskLikelySecret } from '../../shell/mask-likely-secret.ts';
import { setAt } from './field-path.ts';

/** Arguments and flags of `crier api`. */
export interface ApiInput {
  readonly method: Method;
  readonly path: string;
  readonly rawField: readonly string[];
  readonly typedField: readonly string[];
  readonly input?: string | undefined;
}

/** A request to any path of the service. */
export interface ApiRequest {
  readonly method: Method;
  readonly path: string;
  /** Added to the query that the path already has. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The body's text from `--input`, which is sent unchanged. */
  readonly bodyText?: string;
}

/**
 * Puts fields where the method takes them: into the query of a GET, else into the JSON body.
 *
 * @throws CrierError of kind usage
 */
export async function buildApiRequest(asked: ApiInput, readFile: ReadFile): Promise<ApiRequest> {
  const path = checkPath(asked.path);
  const fields: Record<string, unknown> = {};
  for (const field of asked.rawField) setAt(fields, ...splitField(field));
  for (const field of asked.typedField) {
    const [key, value] = splitField(field);
    setAt(fields, key, await parseTypedValue(value, readFile));
  }
  const { method, input } = asked;
  const hasFields = Object.keys(fields).length > 0;
  if (method === 'GET' && input !== undefined)
    throw createUsageError('a GET has no body', 'use -f for its query, or another method');
  if (method === 'GET') return { method, path, query: toQuery(fields), body: null };
  if (input === undefined) return { method, path, query: {}, body: hasFields ? fields : null };
  if (hasFields) throw createUsageError('fields and --input cannot be used together', 'use only one of them');
  const bodyText = await readFile(input);
  return { method, path, query: {}, body: parseJsonInput(input, bodyText), bodyText };
}

/** Refuses a path that could lead outside of the base address. */
function checkPath(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(text)) {
    throw createUsageError('the path is a full URL', 'give only the path; set the address with --base-url');
  }
  const [steps = ''] = text.split('?', 1);
  const climbs = steps.split('/').some((step) => /^(\.|%2e){1,2}$/i.test(step));
  if (climbs || /[\\#\p{Cc}]/u.test(text)) {
    throw createUsageError(
      `the path "${steps}" is not allowed`,
      'a path cannot have . or .. segments, backslashes, # or control characters',
    );
  }
  return text.startsWith('/') ? text : `/${text}`;
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=');
  if (at < 1)
    throw createUsageError(`the field "${maskLikelySecret(field)}" has no value`, 'it is written key=value');
  return [field.slice(0, at), field.slice(at + 1)];
}

async function parseTypedValue(value: string, readFile: ReadFile): Promise<unknown> {
  if (value.startsWith('@')) return readFile(value.slice(1));
  if (value === 'true' || value === 'false') return value === 'true';
  if (value === 'null') return null;
  const isSafeNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) && String(Number(value)) === value;
  return isSafeNumber ? Number(value) : value;
}

function toQuery(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function parseJsonInput(file: string, text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch (error) {
    const name = file === '-' ? 'standard input' : file;
    if (error instanceof NestingError)
      throw createUsageError(`${name} ${error.message}`, 'check its brackets');
    throw createUsageError(`${name} is not valid JSON${formatJsonPosition(String(error))}`);
  }
}

/** Position of a JSON syntax error. Node's own message quotes the text around it, which may be a key. */
function formatJsonPosition(message: string): string {
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line === undefined ? '' : ` (line ${line}, column ${column})`;
}
