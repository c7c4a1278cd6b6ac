import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/service/endpoint.ts';
import { ENDPOINTS } from '../../../src/service/endpoints.ts';
import { ERRORS } from '../../../src/service/errors.ts';
import { buildOpenApiDocument, type OpenApiDocument } from '../../../src/service/openapi/build-document.ts';
import type { JsonSchema } from '../../../src/service/openapi/to-json-schema.ts';
import { Platform } from '../../../src/service/platforms.ts';

const document = buildOpenApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const rows = Object.entries<Endpoint>(ENDPOINTS);

async function validate(candidate: OpenApiDocument) {
  // it changes what it gets
  return new Validator().validate(JSON.parse(JSON.stringify(candidate)));
}

function findOperation({ path, method }: Endpoint) {
  const ofNetwork = path === '/history/{platform}' ? '/history/instagram' : path;
  const normalize = (text: string) => text.replaceAll(/\{\w+\}/g, '{}');
  return operations.find(
    (each) => normalize(each.path) === normalize(ofNetwork) && each.method === method.toLowerCase(),
  )?.operation;
}

describe('the OpenAPI document', () => {
  test('is valid by the schema of OpenAPI 3.1, which notices a fault', async () => {
    const found = await validate(document);
    expect(found.errors).toBeUndefined();
    expect(found.valid).toBe(true);
    const [first] = operations;
    const broken = { ...document, paths: { '/one': { get: { ...first?.operation, responses: 5 } } } };
    expect((await validate(broken as unknown as OpenApiDocument)).valid).toBe(false);
  });

  test.each(rows)('has an operation for %s, with its plans, parameters and errors', (name, endpoint) => {
    const operation = findOperation(endpoint);
    expect(operation?.operationId).toBe(name.replace('getPlatformHistory', 'getInstagramHistory'));
    expect(operation?.['x-plans']).toEqual(endpoint.plans);
    expect(operation?.['x-add-on']).toBe(endpoint.addOn);
    const parameters = operation?.parameters.map((each) => each.name) ?? [];
    expect(parameters).toEqual(expect.arrayContaining(Object.keys(endpoint.query?.shape ?? {})));
    expect(operation?.requestBody === undefined).toBe(endpoint.body === undefined);
    for (const code of [102, 1403, ...endpoint.errors]) {
      const { http = 0, class: kind } = ERRORS[code] ?? {};
      if (kind !== 'ok') expect(operation?.responses[http]?.description).toContain(`${code}: `);
    }
  });

  test('names each operation and each path once, with the parameters of the path', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  test('the history of each network is an operation of its own, beside that of a post', () => {
    const ids = operations.flatMap(({ path, operation }) =>
      path.startsWith('/history/') ? [[path, operation.operationId, operation.summary]] : [],
    );
    expect(ids).toContainEqual(['/history/gmb', 'getGmbHistory', 'Get Google Business Profile history']);
    expect(ids).toContainEqual(['/history/instagram', 'getInstagramHistory', 'Get Instagram history']);
    expect(ids).toContainEqual(['/history/{id}', 'getHistoryById', 'Get history by id']);
    expect(ids).toHaveLength(Platform.options.length + 1);
    const operation = document.paths['/history/instagram']?.['get'];
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['limit', 'next']);
    expect(operation?.responses[200]?.content['application/json'].schema.properties).toHaveProperty('posts');
  });

  test('the page size of activity is an integer', () => {
    const { parameters = [] } = document.paths['/automations/{id}/activity']?.['get'] ?? {};
    expect(parameters.find(({ name }) => name === 'limit')?.schema).toEqual({ type: 'integer', minimum: 1 });
  });

  test('names that generators make of it are identifiers, and no member contradicts the type of all others', () => {
    for (const { operation } of operations) expect(operation.operationId).toMatch(/^[a-z][A-Za-z]{2,30}$/);
    const contradicting = listSchemas(document.paths).filter(
      ({ properties = {}, additionalProperties: others, required = [] }) =>
        typeof others === 'object' &&
        Object.keys(others).length > 0 &&
        Object.keys(properties).some((name) => !required.includes(name)),
    );
    expect(contradicting).toEqual([]);
  });

  test('every call needs the API key; profile and X app may be beside it', {
    tags: ['AUTH-01', 'AUTH-04', 'AUTH-05'],
  }, () => {
    expect(document.security.every((each) => 'apiKey' in each)).toBe(true);
    expect(document.security).toContainEqual({ apiKey: [], profileKey: [], xApiKey: [], xApiSecret: [] });
    expect(document.components.securitySchemes['apiKey']).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(document.components.securitySchemes['profileKey']).toMatchObject({ name: 'Profile-Key' });
  });

  test('each example is what its schema allows, and nearly every body and answer has one', () => {
    // each check runs a few times: making it faster takes longer than it saves
    const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
    ajv.addSchema(document, 'document');
    const checks = new Map<string, ValidateFunction>();
    const compile = (schema: JsonSchema): ValidateFunction => {
      const text = JSON.stringify(schema).replace('"#/', '"document#/');
      const check = checks.get(text) ?? ajv.compile(JSON.parse(text));
      checks.set(text, check);
      return check;
    };
    const contents = operations.flatMap(({ operation }) => [
      ...(operation.requestBody === undefined ? [] : [operation.requestBody.content]),
      ...Object.values(operation.responses).map(({ content }) => content),
    ]);
    let examples = 0;
    for (const { 'application/json': json } of contents) {
      const values = [json.example, ...Object.values(json.examples ?? {}).map(({ value }) => value)];
      const check = compile(json.schema);
      for (const value of values.filter((each) => each !== undefined)) {
        expect(check(value), JSON.stringify(value)).toBe(true);
        examples += 1;
      }
    }
    expect(examples).toBeGreaterThan(operations.length * 8);
    const bare = operations.filter(
      ({ operation: { requestBody, responses } }) =>
        (requestBody !== undefined && requestBody.content['application/json'].example === undefined) ||
        responses[200]?.content['application/json'].example === undefined,
    );
    expect(bare.length).toBeLessThan(operations.length / 8);
  });
});

/** Every JSON Schema in a part of the document. */
function listSchemas(part: unknown): readonly JsonSchema[] {
  if (typeof part !== 'object' || part === null) return [];
  return [part as JsonSchema, ...Object.values(part).flatMap(listSchemas)]; // a part that is none lacks its members
}

/** What the regular expressions of a language do not read; the language, and a construct of it. */
const UNREADABLE: readonly (readonly [string, RegExp])[] = [
  ['Python: a Unicode property', /\\[pP]/],
  ['Python, Go: \\u{…}, \\c and \\k', /\\u\{|\\c|\\k/],
  ['Go: \\u', /\\u/],
  ['Go: a look-around', /\(\?<?[=!]/],
  ['Go: a reference to a group', /\\[1-9]/],
  ['Go: a repetition of more than 1,000', /\{(?:\d+,)?\d{4,}/],
  ['Python, Java: a group that is named as ECMAScript does', /\(\?</],
  ['Java: NUL as \\0', /\\0/],
  ['Java: a bracket in a class, or &&', /\[[^\]]*(?<!\\)\[|&&/],
];

test('each pattern is read alike in ECMAScript, Python, Go and Java', () => {
  const patterns = new Set(listSchemas(document.paths).flatMap(({ pattern }) => pattern ?? []));
  for (const pattern of patterns) {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    const faults = UNREADABLE.filter(([, construct]) => construct.test(pattern)).map(([name]) => name);
    expect(faults, pattern).toEqual([]);
  }
  expect(patterns.size).toBeGreaterThan(5);
});
