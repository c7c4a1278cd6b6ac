import type { Endpoint } from '../endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../endpoints.ts';
import { PLATFORMS, Platform } from '../platforms.ts';
import { describeOperation, type OpenApiOperation } from './describe-operation.ts';
import type { JsonSchema } from './to-json-schema.ts';

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

function buildPaths(endpoints: Readonly<Record<EndpointName, Endpoint>>): Paths {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  // Object.entries loses the literal types of the names
  const rows = Object.entries(endpoints) as [EndpointName, Endpoint][];
  for (const [name, endpoint] of rows) {
    const isShared = rows.some(([other, each]) => other !== name && isSameShape(each, endpoint));
    const operation = describeOperation(name, endpoint);
    const all = isShared ? splitByNetwork(endpoint.path, operation) : [{ path: endpoint.path, operation }];
    for (const each of all) {
      paths[each.path] = { ...paths[each.path], [endpoint.method.toLowerCase()]: each.operation };
    }
  }
  return paths;
}

/** Whether OpenAPI cannot tell two endpoints apart, because only the name of a parameter differs. */
function isSameShape(one: Endpoint, other: Endpoint): boolean {
  const toShape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
  return one.method === other.method && toShape(one.path) === toShape(other.path);
}

const NETWORK = '{platform}';

/**
 * One operation for each network, whose paths come before one with a parameter: `/history/{platform}` becomes
 * `/history/instagram` and so on, and `getPlatformHistory` becomes `getInstagramHistory`. Any other path stays.
 */
function splitByNetwork(path: string, operation: OpenApiOperation) {
  if (!path.includes(NETWORK)) return [{ path, operation }];
  return Platform.options.map((network) => ({
    path: path.replace(NETWORK, network),
    operation: {
      ...operation,
      operationId: operation.operationId.replace('Platform', capitalize(network)),
      summary: operation.summary.replace('platform', PLATFORMS[network].name),
      parameters: operation.parameters.filter(({ in: place }) => place !== 'path'),
    },
  }));
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}
