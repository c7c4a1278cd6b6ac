import type { Endpoint, EndpointName } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import {
  describeOperation,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
} from './describe-operation.ts';
import type { JsonSchema } from './to-json-schema.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, JsonSchema>>;
  };
}

/** Raised when the contract changes, and not with each version of crier. */
const CONTRACT_VERSION = '1.0.0';

/**
 * Describes all endpoints as an OpenAPI document, from their table.
 *
 * @see docs/service/endpoints.md#openapi
 */
export function buildOpenApiDocument(): OpenApiDocument {
  const paths = buildPaths(ENDPOINTS);
  const tags = new Set(
    Object.values(paths).flatMap((each) => Object.values(each).flatMap((one) => one.tags)),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Social media service',
      version: CONTRACT_VERSION,
      description:
        'Posts, comments, messages, automations and webhooks on several social networks, as crier calls the service and its sandbox serves it. Older spellings of paths, which the sandbox also serves, are not listed. Answers may have more members than are described.',
    },
    servers: [{ url: '/', description: 'the base URL of the service, with its path if it has one' }],
    security: listSecurity(),
    tags: [...tags].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: {
        'X-RateLimit-Max': {
          description: 'requests of a profile that the window allows; absent without a limit',
          schema: { type: 'integer' },
        },
        'X-RateLimit-Count': {
          description: 'requests of the profile in the window, this one included',
          schema: { type: 'integer' },
        },
      },
      schemas: { Error: ERROR },
    },
  };
}

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'the API key of the account' },
  profileKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Profile-Key',
    description: 'key of a User Profile; without it, a call is for the Primary Profile',
  },
  xApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twitter-OAuth1-Api-Key',
    description: "key of the account's own X app, for calls that address X",
  },
  xApiSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Twitter-OAuth1-Api-Secret',
    description: 'the secret beside it',
  },
} as const;

/** The API key, with or without a profile, with or without an X app. */
function listSecurity(): OpenApiDocument['security'] {
  const profile = { profileKey: [] };
  const xApp = { xApiKey: [], xApiSecret: [] };
  return [{}, profile, xApp, { ...profile, ...xApp }].map((more) => ({ apiKey: [], ...more }));
}

/**
 * An error: an envelope with its code; of a post or a comment, entries by network; of a history, an envelope inside.
 *
 * @see docs/service/errors.md#envelope
 */
const ENVELOPE: JsonSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    action: { type: 'string', description: 'kind of the error' },
    status: { const: 'error' },
    code: { type: 'integer', description: 'number of the error' },
    message: { type: 'string' },
    details: { description: 'further reasons: a text, or texts by field' },
    errors: {
      type: 'array',
      items: { type: 'object' },
      description: 'one entry for each network that failed',
    },
    retryAvailable: { type: 'boolean', description: 'the same request may be sent again' },
    relink: { type: 'boolean', description: 'the account must be linked again' },
    platform: { type: 'string' },
    id: { type: 'string' },
  },
};

const ERROR: JsonSchema = {
  description: 'an error; of posts and comments, with entries for the networks that failed',
  anyOf: [
    ENVELOPE,
    {
      type: 'object',
      required: ['history'],
      properties: { history: ENVELOPE },
      description: 'of a history without entries',
    },
  ],
};

type Paths = OpenApiDocument['paths'];

/**
 * One item for each path. Two endpoints of one method whose paths differ only in the name of a parameter are one
 * operation: OpenAPI cannot tell them apart.
 */
function buildPaths(endpoints: Readonly<Record<EndpointName, Endpoint>>): Paths {
  const items = new Map<string, { path: string; methods: Record<string, OpenApiOperation> }>();
  // Object.entries loses the literal types of the names
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    const { path } = endpoint;
    const item = items.get(normalizePath(path)) ?? { path, methods: {} };
    items.set(normalizePath(path), item);
    const method = endpoint.method.toLowerCase();
    const operation = renameParams(describeOperation(name, endpoint), path, item.path);
    const earlier = item.methods[method];
    item.methods[method] = earlier === undefined ? operation : mergeOperations(earlier, operation);
  }
  return Object.fromEntries([...items.values()].map(({ path, methods }) => [path, methods]));
}

const PARAM = /\{(\w+)\}/g;

function normalizePath(path: string): string {
  return path.replaceAll(PARAM, '{}');
}

/** Names the parameters of an operation as in the path of its item. */
function renameParams(operation: OpenApiOperation, from: string, to: string): OpenApiOperation {
  const names = (path: string) => [...path.matchAll(PARAM)].map(([, name = '']) => name);
  const others = names(to);
  const renamed = new Map(names(from).map((name, at) => [name, others[at] ?? name]));
  const parameters = operation.parameters.map((each) =>
    each.in === 'path' ? { ...each, name: renamed.get(each.name) ?? each.name } : each,
  );
  return { ...operation, parameters };
}

function mergeOperations(one: OpenApiOperation, other: OpenApiOperation): OpenApiOperation {
  const all = [...one.parameters, ...other.parameters];
  const byName = Map.groupBy(all, ({ name, in: place }) => `${place} ${name}`);
  const statuses = new Set([...Object.keys(one.responses), ...Object.keys(other.responses)]);
  return {
    ...one,
    operationId: `${one.operationId}Or${other.operationId.charAt(0).toUpperCase()}${other.operationId.slice(1)}`,
    summary: `${one.summary}, or ${other.summary.toLowerCase()}`,
    parameters: [...byName.values()].map(mergeParameters),
    responses: Object.fromEntries(
      [...statuses].map((status) => [status, mergeResponses(one.responses[status], other.responses[status])]),
    ),
  };
}

/** @param all the same parameter of one operation or both */
function mergeParameters(all: readonly OpenApiParameter[]): OpenApiParameter {
  const [first, second] = all;
  if (first === undefined) throw new Error('a parameter of no operation');
  if (second === undefined) return { ...first, required: first.in === 'path' };
  return {
    ...first,
    schema: { anyOf: all.map(({ schema }) => (schema === true ? {} : schema)) as JsonSchema[] },
  };
}

function mergeResponses(
  one: OpenApiResponse | undefined,
  other: OpenApiResponse | undefined,
): OpenApiResponse {
  if (one === undefined || other === undefined) {
    const only = one ?? other;
    if (only === undefined) throw new Error('a response of no operation');
    return only;
  }
  const [first, second] = [one.content['application/json'], other.content['application/json']];
  const isSame = JSON.stringify(first.schema) === JSON.stringify(second.schema);
  const schema = isSame ? first.schema : { anyOf: [first.schema, second.schema] };
  const examples = { ...second.examples, ...first.examples };
  const described = new Set([...one.description.split('\n\n'), ...other.description.split('\n\n')]);
  return {
    ...one,
    description: [...described].join('\n\n'),
    content: { 'application/json': { ...first, schema, ...(first.examples && { examples }) } },
  };
}
