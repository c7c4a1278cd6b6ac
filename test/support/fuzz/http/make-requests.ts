import type { SandboxRequest } from '../../../../src/sandbox/http/sandbox-request.ts';
import type { OpenApiDocument } from '../../../../src/service/openapi/build-document.ts';
import type { OpenApiOperation } from '../../../../src/service/openapi/describe-operation.ts';
import type { FuzzRandom } from '../random.ts';

/** The part of JSON Schema that the document uses. */
interface FuzzedSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly FuzzedSchema[];
  readonly oneOf?: readonly FuzzedSchema[];
  readonly properties?: Readonly<Record<string, FuzzedSchema>>;
  readonly additionalProperties?: FuzzedSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: FuzzedSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
}

const DEEP = `${'['.repeat(400)}${']'.repeat(400)}`;

const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    'null',
    '\0',
    '\n',
    '\u202E',
    '\ud800',
    '👩‍👩‍👧',
    'x'.repeat(300),
    'y'.repeat(70_000),
    '__proto__',
  ],
  ...[
    'https://127.0.0.1/',
    'https://a.example/a.jpg',
    'http://',
    '2026-12-24T17:00:00Z',
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ],
  ...['{{recipient_username}}', '%00', "' or 1=1 --", 'all', 'instagram', 'x,y', 'a@b.example', 'aB3dE6gH9k'],
];
const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, -0, 2 ** 31, [], {}, [[]], { a: { b: { c: [] } } }],
  ...[
    [null],
    ['x', 'x'],
    { length: 1 },
    { toString: 'x' },
    JSON.parse('{"__proto__":{"a":1},"constructor":1}'),
  ],
];
const BROKEN_BODIES = [
  '{',
  '',
  'null',
  '[]',
  '"x"',
  '{"a":1}x',
  '{"a":1,"a":2}',
  '\uFEFF{}',
  DEEP,
  '{"post":"\\ud800"}',
  '\0',
  '1e999',
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  '',
  'application/json; charset=utf-16',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'get', 'X'];

/** Makes requests from the OpenAPI document: valid, half valid, and hostile. @param ids that answers had */
export function createRequestMaker(
  document: OpenApiDocument,
  {
    ids,
    keys,
    random,
  }: { ids: readonly string[]; keys: () => readonly (string | null)[]; random: FuzzRandom },
) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const pick = <Item>(items: readonly Item[]) => items[random.below(items.length)];
  const oddText = () => pick(ODD_TEXTS) ?? '';
  const oddValue = () => (random.once(2) ? oddText() : pick(ODD_VALUES));
  const someId = () => (ids.length > 0 && !random.once(6) ? (pick(ids) ?? '') : oddText());

  function makeValue(schema: FuzzedSchema | boolean, name: string, depth: number): unknown {
    if (typeof schema === 'boolean' || random.once(14)) return oddValue();
    if (/(?:^id|Id|Ids|id)$/.test(name) && schema.type === 'string' && !random.once(6)) return someId();
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    if (schema.examples !== undefined && random.once(2)) return pick(schema.examples);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return makeValue(pick(choices) ?? true, name, depth);
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
    if (type === 'object' || schema.properties !== undefined) return makeObject(schema, depth);
    if (type === 'array') {
      const most = random.once(20) ? (schema.maxItems ?? 40) + 1 : 3;
      return Array.from({ length: random.below(most + 1) }, () =>
        makeValue(schema.items ?? true, name, depth + 1),
      );
    }
    if (type === 'integer' || type === 'number') return makeNumber(schema);
    if (type === 'boolean') return random.once(2);
    if (type === 'null') return null;
    const length = random.once(12)
      ? (schema.maxLength ?? 500) + 1
      : 1 + random.below(Math.min(40, schema.maxLength ?? 40));
    return random.once(4)
      ? oddText()
      : 'A text of some words and more of them'.repeat(4).slice(0, length).padEnd(length, 'z');
  }

  function makeNumber({ minimum = 0, maximum = 100 }: FuzzedSchema): number {
    return random.once(4)
      ? (pick([minimum, maximum, minimum - 1, maximum + 1]) ?? 0)
      : minimum + random.below(maximum - minimum + 1);
  }

  function makeObject(
    { properties = {}, required = [], additionalProperties }: FuzzedSchema,
    depth: number,
  ): object {
    const members = Object.entries(properties).flatMap(([name, schema]) => {
      const isKept = required.includes(name) ? !random.once(15) : random.once(depth + 3);
      return isKept ? [[name, makeValue(schema, name, depth + 1)] as const] : [];
    });
    const more = random.once(10) ? [[oddText().slice(0, 50), oddValue()] as const] : [];
    const free =
      typeof additionalProperties === 'object'
        ? [['instagram', makeValue(additionalProperties, '', depth + 1)] as const]
        : [];
    return Object.fromEntries([...members, ...free, ...more]);
  }

  function makeBody({ requestBody }: OpenApiOperation): SandboxRequest['body'] {
    if (requestBody === undefined) return random.once(10) ? '{}' : null;
    if (random.once(15)) return pick(BROKEN_BODIES) ?? null;
    if (random.once(40)) return Uint8Array.from({ length: 64 }, () => random.below(256));
    const { schema, example } = requestBody.content['application/json'];
    const isChanged = example !== undefined && random.once(3);
    const value = makeValue(schema as FuzzedSchema, '', 0); // as JSON Schema has it
    return (
      JSON.stringify(isChanged ? { ...Object(example), ...(random.once(2) ? Object(value) : {}) } : value) ??
      null
    );
  }

  return (): SandboxRequest => {
    const chosen = pick(operations);
    if (chosen === undefined) throw new Error('no operation');
    const { path, operation } = chosen;
    const query = new URLSearchParams();
    const url = path.replaceAll(/\{(\w+)\}/g, () =>
      encodeURIComponent(someId().toWellFormed().slice(0, 200)),
    );
    for (const { name, in: place, required, schema } of operation.parameters) {
      if (place !== 'query' || (!required && !random.once(3))) continue;
      const value = makeValue(schema as FuzzedSchema, name, 0); // as JSON Schema has it
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      query.append(random.once(20) ? `${name}[]` : name, text.toWellFormed().slice(0, 2_000));
      if (random.once(15)) query.append(name, oddText().toWellFormed().slice(0, 50));
    }
    if (random.once(20)) query.append(oddText().toWellFormed().slice(0, 50), 'x');
    const odd = random.once(20) ? (pick(['%ff', '/', '//', '/..', '%2f', ';x', '%00']) ?? '') : '';
    const key = pick(keys()) ?? null;
    const [admin] = keys();
    return {
      method: random.once(20) ? (pick(METHODS) ?? 'GET') : chosen.method,
      url: new URL(`http://sandbox.localhost${url}${odd}${query.size === 0 ? '' : `?${query}`}`),
      headers: {
        ...(!random.once(25) && { authorization: `Bearer ${random.once(30) ? 'x' : admin}` }),
        ...(random.once(3) &&
          key !== null && { 'profile-key': random.once(10) ? oddText().replaceAll(/[^!-~]/g, '') : key }),
        'content-type': random.once(15) ? (pick(TYPES) ?? '') : 'application/json',
        ...(random.once(20) && { 'accept-encoding': pick(['gzip', 'br', 'x', '*;q=0']) ?? '' }),
      },
      body: makeBody(operation),
    };
  };
}
