import * as z from 'zod';

/**
 * Lists the fields of a value that its schema does not name, at any depth: what a strict schema would refuse.
 * Fields of `z.unknown()` may hold anything.
 */
export function fieldsOutside(schema: z.core.$ZodType, value: unknown, path = ''): readonly string[] {
  if (schema instanceof z.ZodOptional) return fieldsOutside(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((entry, index) => fieldsOutside(schema.element, entry, `${path}[${index}]`));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = schema.shape[name];
    const here = path === '' ? name : `${path}.${name}`;
    return known === undefined ? [here] : fieldsOutside(known, field, here);
  });
}
