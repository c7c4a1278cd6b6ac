import * as z from 'zod';
import { describeSchema, type SetFlag } from './describe-schema.ts';
import type { FlagSet } from './flags.ts';
import { PREBUILT_FLAG_SETS } from './prebuilt-flag-sets.ts';

/** What was described: a run asks several times for each of its sets, which never change. */
const DESCRIBED = new WeakMap<FlagSet, readonly SetFlag[]>();

export function describeSet(set: FlagSet): readonly SetFlag[] {
  const known = PREBUILT_FLAG_SETS.get(set) ?? DESCRIBED.get(set);
  if (known !== undefined) return known;
  const described = readOff(set);
  DESCRIBED.set(set, described);
  return described;
}

function readOff({ schema }: FlagSet): readonly SetFlag[] {
  return describeSchema(schema).map((flag) => {
    const field: z.ZodType = schema.shape[flag.key] as z.ZodType; // a shape's fields are schemas
    const { data: fallback } = field.safeParse(undefined);
    return { ...flag, isFree: isFree(field), ...(fallback !== undefined && { fallback }) };
  });
}

function isFree(field: z.ZodType): boolean {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    return isFree(field.unwrap() as z.ZodType); // the core type of the same schema
  }
  if (field instanceof z.ZodString) return (field.def.checks ?? []).length === 0;
  return field instanceof z.ZodBoolean || field instanceof z.ZodEnum;
}
