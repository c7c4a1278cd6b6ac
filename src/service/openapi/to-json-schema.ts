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
  });
  return adaptJsonSchema(rest);
}

/** Adapts a schema and those inside it, in place, to what validators and generators of other languages read. */
export function adaptJsonSchema<Schema extends JsonSchema>(schema: Schema): Schema {
  for (const part of Object.values(schema)) {
    if (typeof part === 'object' && part !== null) adaptJsonSchema(part as JsonSchema); // or a map of them
  }
  const { pattern } = schema;
  removeSafeBounds(schema);
  if (typeof pattern === 'string') adaptPattern(schema, pattern);
  removeRepeatedMembers(schema);
  return schema;
}

/** Every integer has these bounds. */
function removeSafeBounds(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Unicode properties, which Python does not read; assertions and references, which RE2 does not read. */
const NOT_EVERYWHERE = /\\[pP]\{|\(\?<?[=!]|\\[1-9]|\\k</;

/** Java reads NUL as `\x00` only. Where a pattern cannot be written for all, the description has to say it. */
function adaptPattern(schema: JsonSchema, pattern: string): void {
  if (NOT_EVERYWHERE.test(pattern)) delete schema.pattern;
  else schema.pattern = pattern.replaceAll(String.raw`\0`, String.raw`\x00`);
}

/** An optional member with the schema of all others; generators declare it with a type that contradicts theirs. */
function removeRepeatedMembers(schema: JsonSchema): void {
  const { properties, additionalProperties: others, required = [] } = schema;
  if (properties === undefined || typeof others !== 'object') return;
  for (const [name, each] of Object.entries(properties)) {
    if (!required.includes(name) && JSON.stringify(each) === JSON.stringify(others)) delete properties[name];
  }
}
