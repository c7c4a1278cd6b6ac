import * as z from 'zod';
import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { findNearestName } from '../../output/text/suggest-nearest.ts';

/** A field that the schema has, or the first step of a path that it does not have. */
type FieldLookup =
  | {
      /** Null where the schema takes any value. */
      field: z.ZodType | null;
    }
  | {
      /** Position of the unknown step. */
      at: number;
      /** The names that are known there; none where the path goes through a value. */
      names: readonly string[];
      /** A list is there, so the step must be an index. */
      isList: boolean;
    };

/**
 * Finds the schema of a field by its path. Records with free keys, and objects of which no field is described, take any
 * name; objects that pass unknown fields on take only the described ones.
 */
export function findField(schema: z.ZodType, steps: readonly string[]): FieldLookup {
  return findFieldAt(schema, steps, 0);
}

function findFieldAt(schema: z.ZodType, steps: readonly string[], at: number): FieldLookup {
  const step = steps[at];
  if (step === undefined) return { field: schema };
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return findInOptions(inner.options as readonly z.ZodType[], steps, at); // core types of the same schemas
  if (inner instanceof z.ZodObject) return findInObject(inner, steps, at);
  if (inner instanceof z.ZodRecord) return findFieldAt(inner.valueType as z.ZodType, steps, at + 1); // as above
  if (inner instanceof z.ZodArray) {
    const isIndex = LIST_INDEX.test(step);
    return isIndex
      ? findFieldAt(inner.element as z.ZodType, steps, at + 1) // as above
      : { at, names: [], isList: true };
  }
  return isOpen(inner) ? { field: null } : { at, names: [], isList: false };
}

const LIST_INDEX = /^\d+$/;

function isOpen(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUnknown || schema instanceof z.ZodAny || schema instanceof z.ZodLazy;
}

/** Removes what only says whether a value may be missing, or how it is parsed. */
function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType); // the core type of the same schema
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return unwrap(schema.unwrap() as z.ZodType); // as above
  return schema;
}

/** The field of the options that have it; else of the option that has the most of the path. */
function findInOptions(options: readonly z.ZodType[], steps: readonly string[], at: number): FieldLookup {
  const found = options.map((option) => findFieldAt(option, steps, at));
  const fields = found.flatMap((each) => ('field' in each ? [each.field] : []));
  if (fields.includes(null)) return { field: null };
  const known = fields.filter((field) => field !== null);
  if (known.length > 0) return { field: z.union(known) };
  const faults = found.flatMap((each) => ('field' in each ? [] : [each]));
  const last = Math.max(...faults.map((fault) => fault.at));
  const deepest = faults.filter((fault) => fault.at === last);
  return {
    at: last,
    names: [...new Set(deepest.flatMap(({ names }) => names))],
    isList: deepest.every(({ isList }) => isList),
  };
}

function findInObject(object: z.ZodObject, steps: readonly string[], at: number): FieldLookup {
  const step = steps[at] ?? '';
  if (Object.hasOwn(object.shape, step)) return findFieldAt(object.shape[step] as z.ZodType, steps, at + 1); // a shape has schemas
  const names = Object.keys(object.shape);
  const rest = object.def.catchall as z.ZodType | undefined; // the core type of the same schema
  if (rest !== undefined && !(rest instanceof z.ZodNever)) {
    // loose objects pass unknown fields on, but do not describe them
    const isDescribed = !(rest instanceof z.ZodUnknown) || names.length === 0;
    if (isDescribed) return findFieldAt(rest, steps, at + 1);
  }
  return { at, names, isList: false };
}

/** Why a path is refused, and what was most likely meant. */
interface UnknownField {
  /** Number of steps that the schema has. */
  known: number;
  /** The nearest path, or several; empty if none is near. */
  suggestion: string;
  /** What can be written there. */
  advice: string;
}

/**
 * Describes a path that a schema does not have.
 *
 * @param suggestName other names of the fields of the body, such as those of flags
 * @returns null if the schema has it
 */
export function findUnknownField(
  schema: z.ZodType,
  steps: readonly string[],
  suggestName: (name: string) => string | null = () => null,
): UnknownField | null {
  const found = findField(schema, steps);
  if ('field' in found) return null;
  const nearest = findNearestPath(schema, steps, suggestName);
  const elsewhere = nearest === null ? findSameName(schema, steps, found.at) : [nearest.join('.')];
  return {
    known: found.at,
    suggestion: elsewhere.length <= MOST_SUGGESTIONS ? joinWithOr(elsewhere) : '',
    advice: adviseNames(steps.slice(0, found.at), found),
  };
}

/** More would not be read. */
const MOST_SUGGESTIONS = 4;

function adviseNames(
  before: readonly string[],
  { names, isList }: { names: readonly string[]; isList: boolean },
): string {
  const parent = before.join('.');
  if (isList) return `${parent} is a list: write an index, such as ${parent}.0`;
  if (names.length === 0) return `${parent} is a single value: write ${parent}=value`;
  return `the fields ${parent === '' ? '' : `of ${parent} `}are ${names.join(', ')}`;
}

/** Corrects one step after the other; null if one of them is like no name. */
function findNearestPath(
  schema: z.ZodType,
  steps: readonly string[],
  suggestName: (name: string) => string | null,
): readonly string[] | null {
  const found = findField(schema, steps);
  if ('field' in found) return steps;
  const { at, names } = found;
  const typed = steps[at] ?? '';
  const name = (at === 0 ? suggestName(typed) : null) ?? findNearestName(typed, names);
  // a corrected name is known, so that the next fault is further on
  if (name === null || !names.includes(name)) return null;
  return findNearestPath(schema, steps.with(at, name), suggestName);
}

/** Finds fields with the last name of the path, below the part of it that is known. */
function findSameName(schema: z.ZodType, steps: readonly string[], known: number): readonly string[] {
  const last = steps.at(-1)?.toLowerCase();
  return listPaths(schema, [], steps.slice(0, known))
    .filter((path) => path.at(-1)?.toLowerCase() === last)
    .map((path) => path.join('.'));
}

/** Lists the paths of all described fields below a path. */
function listPaths(
  schema: z.ZodType,
  path: readonly string[],
  below: readonly string[],
): readonly (readonly string[])[] {
  const [step, ...rest] = below;
  const names = listNames(schema, step);
  const inner = step === undefined ? names : names.filter(([name]) => name === step);
  return inner.flatMap(([name, field]) => [
    ...(step === undefined ? [[...path, name]] : []),
    ...listPaths(field, [...path, name], rest),
  ]);
}

/** @param index of the entry, if it is a list */
function listNames(schema: z.ZodType, index = '0'): readonly (readonly [name: string, field: z.ZodType])[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion)
    return (inner.options as readonly z.ZodType[]).flatMap((option) => listNames(option, index)); // core types of the same schemas
  if (inner instanceof z.ZodArray) return [[index, inner.element as z.ZodType]]; // as above
  return inner instanceof z.ZodObject ? (Object.entries(inner.shape) as [string, z.ZodType][]) : []; // a shape has schemas
}
