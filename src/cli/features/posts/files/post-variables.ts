import { isRecord, type LooseRecord } from '../../../../domain/json/loose-record.ts';
import { POST_NAMES } from '../../../../domain/posts/name-warnings.ts';
import { createRequestFault, type PostFault } from '../../../../domain/posts/post-part.ts';
import {
  escapeVariables,
  fillVariables,
  listVariables,
  normalizeName,
} from '../../../../domain/text/fill-variables.ts';
import type { PostBody } from '../../../../service/post-body.ts';
import { describeUnfilled } from '../../../framework/input/files/check-text.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';

/** Values of the columns of a row, by name in lower case. */
export type PostVariables = ReadonlyMap<string, string>;

/** Of a post of flags, in which nothing is filled in. */
export const NO_VARIABLES: PostVariables = new Map();

/** Fields in which nothing is filled in. */
const EXACT: ReadonlySet<string> = new Set(['platforms', 'scheduleDate', 'idempotencyKey', 'id', 'status']);

/** A post of a file with its variables filled in, and what is wrong with them. */
export interface FilledPost {
  readonly value: LooseRecord;
  readonly faults: readonly PostFault[];
  readonly variables: PostVariables;
}

/**
 * Fills in the variables of a post: the columns of its row, or the fields of its record that a post does not have. Those
 * that are used are no part of the post.
 *
 * @param columns of a table; null for a record
 */
export function fillPost(value: LooseRecord, columns: PostVariables | null): FilledPost {
  const variables = columns ?? listRecordVariables(value);
  const faults: PostFault[] = [];
  const used = new Set<string>();
  const fill = (part: unknown, path: string): unknown => {
    if (Array.isArray(part)) return part.map((each, at) => fill(each, `${path}[${at}]`));
    if (isRecord(part))
      return Object.fromEntries(
        Object.entries(part).map(([name, each]) => [name, fill(each, `${path}.${name}`)]),
      );
    if (typeof part !== 'string' || !part.includes('{{')) return part;
    for (const name of listVariables(part)) used.add(name);
    const { text, unknown, empty } = fillVariables(part, variables);
    faults.push(
      ...unknown.map((name) => createRequestFault(path, describeUnknown(name, variables))),
      ...empty.map((name) => createRequestFault(path, `{{${name}}} is empty here`)),
    );
    return text;
  };
  const filled = Object.entries(value).map(
    ([name, each]) => [name, EXACT.has(name) ? each : fill(each, name)] as const,
  );
  const isVariable = (name: string) =>
    columns === null && used.has(normalizeName(name)) && !POST_NAMES.includes(name);
  return { value: Object.fromEntries(filled.filter(([name]) => !isVariable(name))), faults, variables };
}

/** The post as {@link fillPost} reads it. */
export function escapePost(post: PostBody): PostBody {
  const escapeEach = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(escapeEach);
    if (isRecord(part))
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, escapeEach(each)]));
    return typeof part === 'string' ? escapeVariables(part) : part;
  };
  const fields = Object.entries(post).map(([name, each]) => [
    name,
    EXACT.has(name) ? each : escapeEach(each),
  ]);
  return Object.fromEntries(fields) as PostBody; // each text is still one
}

function listRecordVariables(value: LooseRecord): PostVariables {
  return new Map(
    Object.entries(value).flatMap(([name, each]) =>
      typeof each === 'string' || typeof each === 'number'
        ? [[normalizeName(name), String(each)] as const]
        : [],
    ),
  );
}

/** Why a name in double braces cannot be filled in, and how to write it. */
function describeUnknown(name: string, variables: PostVariables): string {
  if (variables === NO_VARIABLES) return describeUnfilled(name);
  return `{{${name}}} is not a column or field of this post; ${suggestNearest(name, [...variables.keys()])}for literal braces, write {{{{${name}}}}}`;
}
