import type * as z from 'zod';
import { type Endpoint, NO_INPUT } from '../endpoint.ts';
import type { EndpointName } from '../endpoints.ts';
import { ERRORS } from '../errors.ts';
import { ADD_ONS, PLANS, Plan } from '../plans.ts';
import { buildAnswerExample, buildBodyExample } from './build-example.ts';
import { DESCRIBED_ANSWERS } from './describe-answers.ts';
import { type JsonSchema, toJsonSchema } from './to-json-schema.ts';

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: JsonContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
  readonly 'x-plans': readonly string[];
  readonly 'x-add-on'?: string;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema | boolean;
  readonly style?: 'form';
  readonly explode?: false;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content: JsonContent;
}

interface JsonContent {
  'application/json': {
    schema: JsonSchema;
    example?: unknown;
    examples?: Readonly<Record<string, { summary: string; value: unknown }>>;
  };
}

/** Errors of every call: input, keys, plan, paths, request limit, and those of the sandbox itself. */
const COMMON_ERRORS = [101, 102, 1403, 1404, 1429, 1500, 1503];

const RATE_HEADERS = {
  'X-RateLimit-Max': { $ref: '#/components/headers/X-RateLimit-Max' },
  'X-RateLimit-Count': { $ref: '#/components/headers/X-RateLimit-Count' },
} as const;

const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' } as const;

/** Codes that are not expected, such as a fault that was injected. */
const ANY_ERROR: OpenApiResponse = {
  description: 'Any other error',
  content: { 'application/json': { schema: ERROR_SCHEMA } },
};

/** Describes an endpoint by its row of the table. @param name of the row */
export function describeOperation(name: EndpointName, endpoint: Endpoint): OpenApiOperation {
  const { params = NO_INPUT, query = NO_INPUT, body, plans } = endpoint;
  return {
    operationId: name,
    summary: toWords(name),
    description: describeAccess(endpoint),
    tags: [endpoint.action],
    parameters: [...listParameters(params, 'path'), ...listParameters(query, 'query')],
    ...(body && { requestBody: describeBody(body) }),
    responses: {
      200: describeSuccess(DESCRIBED_ANSWERS[name] ?? endpoint.answer),
      ...describeErrors(endpoint),
      default: ANY_ERROR,
    },
    'x-plans': plans,
    ...(endpoint.addOn !== undefined && { 'x-add-on': endpoint.addOn }),
  };
}

/** `generateJwt` becomes `Generate jwt`. */
function toWords(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function describeAccess({ plans, withoutPlan = 1403, addOn }: Endpoint): string {
  const names = plans.map((plan) => PLANS[plan].name).join(', ');
  const ofPlan =
    plans.length === Plan.options.length
      ? 'Every plan includes it.'
      : `The plans ${names} include it; any other gets error ${withoutPlan}.`;
  return addOn === undefined ? ofPlan : `${ofPlan} It needs the add-on ${ADD_ONS[addOn].name}, else 1403.`;
}

/** A whole number that is a text in its schema, to refuse `1e2`: no number that a client writes looks like that. */
const DIGITS = '^[1-9][0-9]*$';

function listParameters(schema: z.ZodObject, place: 'path' | 'query'): readonly OpenApiParameter[] {
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, each]) => {
    const { description, ...rest } = typeof each === 'boolean' ? {} : each;
    const isList = typeof each !== 'boolean' && each.type === 'array';
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest.pattern === DIGITS ? { type: 'integer', minimum: 1 } : rest,
      ...(isList && { style: 'form' as const, explode: false as const }),
    };
  });
}

function describeBody(schema: z.ZodObject): NonNullable<OpenApiOperation['requestBody']> {
  const described = toJsonSchema(schema, 'input');
  const isRequired = (described.required ?? []).length > 0;
  return { required: isRequired, content: describeJson(described, buildBodyExample(schema)) };
}

function describeSuccess(answer: Endpoint['answer']): OpenApiResponse {
  const content = describeJson(toJsonSchema(answer, 'output'), buildAnswerExample(answer));
  return { description: 'Success', headers: RATE_HEADERS, content };
}

function describeJson(schema: JsonSchema, example: unknown): JsonContent {
  return { 'application/json': { schema, ...(example !== undefined && { example }) } };
}

/** The errors of an endpoint by HTTP status, with an example each. */
function describeErrors({
  errors,
  withoutPlan,
  invalidBody,
  action,
}: Endpoint): OpenApiOperation['responses'] {
  const own = [withoutPlan, invalidBody].filter((code) => code !== undefined);
  const codes = [...new Set([...COMMON_ERRORS, ...errors, ...own])].toSorted((one, other) => one - other);
  const facts = codes.flatMap((code) => {
    const fact = ERRORS[code];
    return fact === undefined || fact.class === 'ok' ? [] : [{ code, ...fact }];
  });
  const byStatus = Map.groupBy(facts, ({ http }) => String(http));
  return Object.fromEntries(
    [...byStatus].map(([http, all]) => [
      http,
      {
        description: all.map(({ code, meaning }) => `${code}: ${meaning}`).join('\n\n'),
        content: {
          'application/json': {
            schema: ERROR_SCHEMA,
            examples: Object.fromEntries(
              all.map(({ code, meaning, action: kind = action }) => [
                String(code),
                { summary: meaning, value: { action: kind, status: 'error', code, message: meaning } },
              ]),
            ),
          },
        },
      },
    ]),
  );
}
