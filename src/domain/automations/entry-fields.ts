import * as z from 'zod';
import { ACTIONS } from '../../service/actions.ts';
import { TRIGGERS } from '../../service/triggers.ts';

/** How a field is written on the command line; members of a list are separated by `|`. */
export type FieldKind = 'text' | 'list' | 'number' | 'switch';

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = Object.fromEntries(
  Object.entries({ ...TRIGGERS, ...ACTIONS }).map(([type, { shape }]) => [type, shape.shape]),
);

/** The fields of a trigger or action by name, without `type`; empty for an unknown type. */
export function listEntryFields(type: string): ReadonlyMap<string, FieldKind> {
  const shape = Object.hasOwn(SHAPES, type) ? (SHAPES[type] ?? {}) : {};
  const fields = Object.entries(shape).filter(([name]) => name !== 'type');
  return new Map(fields.map(([name, field]) => [name, getFieldKind(field as z.ZodType)])); // a shape's fields are schemas
}

function getFieldKind(field: z.ZodType): FieldKind {
  if (field instanceof z.ZodOptional) return getFieldKind(field.unwrap() as z.ZodType); // the core type of the same schema
  if (field instanceof z.ZodArray) return 'list';
  if (field instanceof z.ZodBoolean) return 'switch';
  return field instanceof z.ZodNumber ? 'number' : 'text';
}
