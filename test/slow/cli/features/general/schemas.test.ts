import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { crier } from '../../../../support/crier.ts';

test.each([
  ['output', 'schema'],
  ['input', 'schema --input'],
])('the schema of the %s of every command is self-contained, another validator finds', async (_of, line) => {
  const validator = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateFormats: false,
  });
  const { json } = await crier(line);
  for (const schema of Object.values((json as { schemas: Record<string, object> }).schemas))
    expect(() => validator.compile(schema)).not.toThrow();
});
