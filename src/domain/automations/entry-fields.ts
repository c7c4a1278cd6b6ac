import * as z from 'zod';
import { ACTIONS } from '../../service/actions.ts';
import { TRIGGERS } from '../../service/triggers.ts';

/** How a field is written on the command line; members of a list are separated by `|`. */
export type FieldKind = 'text' | 'list' | 'number' | 'switch';

const SHAPES: Readonly<Record<string, z.ZodRawShape>> = Object.fromEntries(
  Object.entries({ ...TRIGGERS, ...ACTIONS }).map(([type, { shape }]) => [type, shape.shape]),
);

/** A field of a trigger or action, as forms and words have it. */
export interface FieldOfEntry {
  readonly name: string;
  readonly kind: FieldKind;
  readonly isOptional: boolean;
  /** Empty where the name says it all. */
  readonly description: string;
}

/** The fields of a trigger or action, without `type`; none for an unknown type. */
export function describeEntryFields(type: string): readonly FieldOfEntry[] {
  const shape = Object.hasOwn(SHAPES, type) ? (SHAPES[type] ?? {}) : {};
  return Object.entries(shape).flatMap(([name, field]) => {
    if (name === 'type') return [];
    const schema = field as z.ZodType; // a shape's fields are schemas
    const isOptional = schema instanceof z.ZodOptional;
    return [{ name, kind: getFieldKind(schema), isOptional, description: findDescription(schema) }];
  });
}

/** The kinds of the fields by name. */
export function listEntryFields(type: string): ReadonlyMap<string, FieldKind> {
  return new Map(describeEntryFields(type).map(({ name, kind }) => [name, kind]));
}

/** A description may be inside of what makes a field optional. */
function findDescription(field: z.ZodType): string {
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : undefined; // the core type of the same schema
  return field.description ?? inner?.description ?? '';
}

function getFieldKind(field: z.ZodType): FieldKind {
  if (field instanceof z.ZodOptional) return getFieldKind(field.unwrap() as z.ZodType); // the core type of the same schema
  if (field instanceof z.ZodArray) return 'list';
  if (field instanceof z.ZodBoolean) return 'switch';
  return field instanceof z.ZodNumber ? 'number' : 'text';
}
