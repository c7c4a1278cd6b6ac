import type * as z from 'zod';
import type { Method } from '../../../client/transport.ts';
import type { Endpoint } from '../../../service/endpoint.ts';
import type { ReadFile } from '../../framework/input/files/file-reader.ts';
import { readPlainText } from '../../framework/input/files/read-files.ts';
import { getNamedFile } from '../../framework/input/files/text-argument.ts';
import { findField } from '../../framework/input/flags/schema-path.ts';
import { coerceValue } from '../../framework/input/flags/set-fields.ts';

/**
 * Parses the value of `-F`: the text of a file for `@file`, `@@` for an `@`; the type of the field where the schema has it; else true,
 * false, null, a number, or text.
 *
 * @param name such as `a`, `a[b]` or `a[]`
 * @param schema of the body; null if it is not known
 */
export async function parseTypedField(
  { name, text }: { name: string; text: string },
  schema: z.ZodType | null,
  readFile: ReadFile,
): Promise<unknown> {
  const file = getNamedFile(text);
  if (file !== null) return readPlainText(file, readFile);
  if (text.startsWith('@@')) return text.slice(1);
  const found = schema === null ? null : findField(schema, splitName(name));
  const isKnown = found !== null && 'field' in found && found.field !== null;
  return isKnown ? coerceValue(text, found.field, name) : parseScalar(text);
}

/** Splits `a[b][]` into `a`, `b` and the index of a list. */
function splitName(name: string): readonly string[] {
  const names = name.match(/[^[\]]+/g) ?? [];
  return name.endsWith('[]') ? [...names, '0'] : names;
}

function parseScalar(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  const isSafeNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) && String(Number(text)) === text;
  return isSafeNumber ? Number(text) : text;
}

/**
 * Finds the schema of a request's body; null for an unknown endpoint. Loads all schemas of the service.
 *
 * @param path below the base URL, with its query
 */
export async function findBodySchema(method: Method, path: string): Promise<z.ZodType | null> {
  const [{ findRoute }, { ENDPOINTS }] = await Promise.all([
    import('../../../sandbox/http/routes.ts'),
    import('../../../service/endpoints.ts'),
  ]);
  const [pathname = ''] = path.split('?', 1);
  const route = findRoute(method, pathname);
  const endpoint: Endpoint | null = route && ENDPOINTS[route.name];
  return endpoint?.body ?? null;
}
