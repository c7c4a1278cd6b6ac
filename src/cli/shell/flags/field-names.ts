import * as z from 'zod';

const DEEPEST = 3;

/**
 * Lists the names that `--fields` accepts for a command, such as `platform` and `author.name`, from its
 * output schema. A name that ends in `.*` matches any member below it.
 *
 * @param records key of the document's records (default: the document is the record)
 */
export function listFieldNames(output: z.ZodType, records: string | undefined): readonly string[] {
  const documents = output instanceof z.ZodUnion ? output.options : [output];
  const names = documents.flatMap((document) => {
    if (!(document instanceof z.ZodObject)) return [];
    const record = records === undefined ? document : document.shape[records];
    return record ? [...listNames(record as z.ZodType, '', DEEPEST)] : []; // a shape's fields are schemas
  });
  return [...new Set(names)];
}

function* listNames(schema: z.ZodType, prefix: string, depth: number): Generator<string> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* listNames(schema.unwrap() as z.ZodType, prefix, depth); // the core type of the same schema
  } else if (schema instanceof z.ZodArray) {
    yield* listNames(schema.element as z.ZodType, prefix, depth); // the core type of the same schema
  } else if (schema instanceof z.ZodRecord && prefix !== '') {
    yield `${prefix}.*`;
  } else if (schema instanceof z.ZodObject && depth > 0) {
    for (const [key, field] of Object.entries(schema.shape)) {
      const name = prefix === '' ? key : `${prefix}.${key}`;
      yield name;
      yield* listNames(field as z.ZodType, name, depth - 1); // a shape's fields are schemas
    }
  }
}
