import * as z from 'zod';

/** A JSON Schema, draft 2020-12, without its `$schema`. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/**
 * Converts a schema. What JSON Schema cannot express, such as a check across members, is left out.
 *
 * @param io `input` is what a caller sends, `output` what is answered
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: removeSafeBounds,
  });
  return rest;
}

/** Removes the safe-integer bounds, which every integer has. */
export function removeSafeBounds({ jsonSchema }: { readonly jsonSchema: JsonSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
