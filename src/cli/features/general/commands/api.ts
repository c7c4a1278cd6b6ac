import * as z from 'zod';
import type { Method } from '../../../../client/transport.ts';
import { NestingError, parseBoundedJson } from '../../../../domain/json/bounded-json.ts';
import { hasDrive } from '../../../../domain/text/rewritten-path.ts';
import { createUsageError } from '../../../../errors.ts';
import { defineCommand } from '../../../framework/command/command.ts';
import { buildPlannedView } from '../../../framework/command/writes.ts';
import { checkDecoded } from '../../../framework/input/files/decode-text.ts';
import type { ReadFile } from '../../../framework/input/files/file-reader.ts';
import { getFileLabel } from '../../../framework/input/files/read-files.ts';
import {
  defineFlag,
  defineTextFlag,
  findChoice,
  REMOTE,
  WRITE,
} from '../../../framework/input/flags/flags.ts';
import { maskLikelySecret } from '../../../framework/output/text/known-secrets.ts';
import { findPartialFailure } from '../../posts/read-post-outcome.ts';
import { findBodySchema, parseTypedField } from '../typed-field.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[];

export default defineCommand({
  summary: 'Send a request to any endpoint of the service',
  description: `
Sends a request with your API key attached. Fields become the query of a GET request, and the JSON body of any other.
Without a method it is a GET. -f passes text unchanged. -F gives a value the type of its field where the endpoint is
known, so that an id of digits stays text; elsewhere it converts true, false, null and numbers. It reads @file as the
text of a file. Build objects and arrays with name[key] and name[], quoted where the shell expands brackets: -f
'platforms[]=instagram'. This command never asks for confirmation.`,
  examples: [
    'api /comments/Sp7kQm2XvLr9TzBd4HnW',
    'api GET /media/instagram/audio/search -f query=slow -F limit=3',
    'api GET /history -f platforms=instagram,tiktok -F lastDays=7 --dry-run',
  ],
  positional: ['method', 'path'],
  completeWords: addMethod,
  changes: true,
  flags: [REMOTE, WRITE],
  input: z.object({
    method: z.enum(METHODS).describe('HTTP method; GET may be omitted'),
    path: z.string().describe('path below the base URL, with or without its first slash'),
    rawField: defineFlag(z.array(z.string()).default([]).describe('add a text field'), {
      short: 'f',
      placeholder: 'key=value',
    }),
    typedField: defineFlag(
      z.array(z.string()).default([]).describe('add a field: true, false, null, a number, text or @file'),
      {
        short: 'F',
        placeholder: 'key=value',
      },
    ),
    input: defineTextFlag('read the JSON body from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
  }),
  output: z.unknown(),
  async run({ dryRun, ...asked }, { service, io }) {
    const request = await buildApiRequest(asked, io.readFile);
    const client = await service.client({ writes: request.method !== 'GET' && !dryRun });
    if (dryRun) return { view: buildPlannedView(client.plan(request)) };
    const answer = await client.request(request);
    const failure = findPartialFailure(answer.body, { isRead: request.method === 'GET' });
    return {
      view: { kind: 'document', document: answer.body },
      raw: answer.bytes,
      failure: failure ?? undefined,
    };
  },
});

/** `crier api /user` is a GET, and so is `crier api user`: one argument is the path, unless it is a method. */
function addMethod(words: readonly string[], args: readonly string[]): readonly string[] {
  const [first = '', ...others] = args;
  const isPath = first !== '' && others.length === 0 && findChoice(first, METHODS) === null;
  return isPath ? ['GET', ...words] : words;
}

/**
 * Puts fields where the method takes them: into the query of a GET, else into the JSON body.
 *
 * @throws CrierError of kind usage
 */
async function buildApiRequest(
  asked: {
    method: Method;
    path: string;
    rawField: readonly string[];
    typedField: readonly string[];
    input?: string | undefined;
  },
  readFile: ReadFile,
) {
  const path = checkPath(asked.path);
  const fields: Record<string, unknown> = {};
  for (const field of asked.rawField) setAt(fields, ...splitField(field));
  const { method, input, typedField } = asked;
  // a query is text
  const schema = typedField.length === 0 || method === 'GET' ? null : await findBodySchema(method, path);
  for (const field of typedField) {
    const [name, text] = splitField(field);
    setAt(fields, name, await parseTypedField({ name, text }, schema, readFile));
  }
  const hasFields = Object.keys(fields).length > 0;
  if (method === 'GET' && input !== undefined)
    throw createUsageError('a GET has no body', 'use -f for its query, or another method');
  if (method === 'GET') return { method, path, query: toQuery(fields), body: null };
  if (input === undefined) return { method, path, query: {}, body: hasFields ? fields : null };
  if (hasFields) throw createUsageError('fields and --input cannot be used together', 'use only one of them');
  const bodyText = checkDecoded(await readFile(input), getFileLabel(input));
  return { method, path, query: {}, body: parseJsonInput(input, bodyText), bodyText };
}

/** Refuses a path that could lead outside of the base address. */
function checkPath(text: string): string {
  if (hasDrive(text)) {
    throw createUsageError(
      `the path is one of this machine: ${text}`,
      'Git Bash makes it of a path with a slash at its beginning: write it without, as in "api user"',
    );
  }
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
    const name = getFileLabel(file);
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

type FieldTree = { [key: string]: unknown };

/**
 * Sets one field of an object by a name such as `a`, `a[b]`, `a[b][c]` or `a[]`, which appends to a list.
 *
 * @throws CrierError of kind usage for an invalid name, or one that is both a value and an object
 */
function setAt(tree: FieldTree, name: string, value: unknown): void {
  const match = /^(?<head>[^[\]]+)(?<rest>(\[[^[\]]*\])*)$/.exec(name);
  const steps = [match?.groups?.head ?? '', ...(match?.groups?.rest ?? '').split(/[[\]]+/).slice(1, -1)];
  const isList = name.endsWith('[]');
  const keys = isList && steps.at(-1) === '' ? steps.slice(0, -1) : steps;
  if (match === null || keys.some((key) => key === '' || key === '__proto__')) {
    throw createUsageError(`the field name "${name}" is invalid`, 'write it as a, a[b] or a[]');
  }
  const last = keys.at(-1) ?? '';
  const owner = keys.slice(0, -1).reduce<FieldTree>((node, key) => enterField(node, key, name), tree);
  if (!isList) owner[last] = value;
  else owner[last] = [...requireList(owner[last], name), value];
}

function enterField(node: FieldTree, key: string, name: string): FieldTree {
  node[key] ??= {};
  const next = node[key];
  if (typeof next !== 'object' || next === null || Array.isArray(next))
    throw createUsageError(`the field "${name}" already has a value`);
  return next as FieldTree; // neither null nor a list
}

function requireList(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value))
    throw createUsageError(`the field "${name}" already has a value that is not a list`);
  return value;
}
