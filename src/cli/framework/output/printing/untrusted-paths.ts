import { getField, isRecord } from '../../../../domain/json/loose-record.ts';

/**
 * Fields of a document whose texts others wrote, as jq names them, without the first dot: `comments[].author`. One with
 * an object or a list means all texts in it, and `*` is each member that has one.
 */
export type UntrustedFields = readonly string[];

/** Where the document of many has the own document of each. */
const OF_EACH = ['documents[].', 'results[].document.'];

/**
 * The paths of a document with texts that others wrote: those of the fields that it has.
 *
 * @see docs/command-line.md#untrusted
 */
export function listUntrustedPaths(document: unknown, fields: UntrustedFields): readonly string[] {
  const all = ['', ...OF_EACH].flatMap((place) => fields.map((field) => place + field));
  return all.flatMap((path) => (path === '*' ? listMembers(document) : hasText(document, path) ? path : []));
}

/** The members of an unknown document that hold more than one value. */
function listMembers(document: unknown): readonly string[] {
  if (!isRecord(document)) return [];
  return Object.keys(document).filter((name) => name !== 'meta' && isFilled(document[name]));
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function hasText(value: unknown, path: string): boolean {
  if (path === '') return typeof value === 'string' ? value !== '' : isFilled(value);
  const [step = '', rest = ''] = splitStep(path);
  const isList = step.endsWith('[]');
  const member = getField(value, isList ? step.slice(0, -2) : step);
  if (!isList) return hasText(member, rest);
  return Array.isArray(member) && member.some((each) => hasText(each, rest));
}

function splitStep(path: string): readonly [string, string] {
  const dot = path.indexOf('.');
  return dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)];
}
