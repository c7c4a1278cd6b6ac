import type * as z from 'zod';
import { type JsonSchema, toJsonSchema } from './to-json-schema.ts';

/** Values of members with these names, in the format of the service. The first that fits its schema's type is used. */
const BY_NAME: readonly (readonly [name: RegExp, value: string])[] = [
  [/^(?:id|postId)$/i, 'Sp7kQm2XvLr9TzBd4HnW'],
  [/commentId$/i, 'Cm3nXe7RtUa5WqLs8VbY'],
  [/^(?:automationId|autoId)$/i, 'auto_K4mZ8qT2xW'],
  [/Id$/, '17999000000000456'],
  [/url|link|href/i, 'https://shop.example.com/spring.jpg'],
  [/date|created|updated|^at$|until|time|next(?:Attempt|Update)/i, '2027-03-02T08:15:00Z'],
  [/email|^to$/i, 'owner@shop.example.com'],
  [/^status$/, 'success'],
  [/^action$/, 'scheduled'],
  [/^file$/, 'data:image/png;base64,iVBORw0KGgo='],
  [/key$|secret/i, 'KEY'],
  [/username|handle|^from$/i, 'kestrellane'],
  [/title|name/i, 'Kestrel Lane Coffee'],
  [/timeZone/i, 'Europe/Berlin'],
];
const TEXT = 'Open until six.';
const DEPTH = 4;

/**
 * Builds an answer with every member that its schema names.
 *
 * @returns undefined when there is a check that it does not pass
 */
export function buildAnswerExample(schema: z.ZodType): unknown {
  const example = buildExample(toJsonSchema(schema, 'output'));
  return isFilled(example) && schema.safeParse(example).success ? example : undefined;
}

/**
 * Builds a body with the members that are required, and as many others as a check across members needs.
 *
 * @returns undefined when there is a check that none passes
 */
export function buildBodyExample(schema: z.ZodObject): unknown {
  const { required = [], ...whole } = toJsonSchema(schema, 'input');
  const all = Object.entries(buildExample(whole) ?? {});
  const needed = all.filter(([name]) => required.includes(name));
  const others = all.filter(([name]) => !required.includes(name));
  const candidates = [
    needed,
    ...others.map((one) => [...needed, one]),
    ...others.map((_one, at) => [...needed, ...others.slice(0, at + 1)]),
  ].map((members): unknown => Object.fromEntries(members));
  return candidates.find((each) => isFilled(each) && schema.safeParse(each).success);
}

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

/** @param name of the member that has the value */
function buildExample(schema: JsonSchema | boolean | undefined, name = '', depth = 0): unknown {
  if (schema === undefined || typeof schema === 'boolean') return buildText(name);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option !== undefined) return buildExample(option, name, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return buildObject(schema, depth);
    case 'array':
      if (depth > DEPTH || Array.isArray(schema.items)) return [];
      return [buildExample(schema.items, toSingular(name), depth + 1)];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
    case undefined:
      return schema.format === 'uri' ? 'https://shop.example.com/spring.jpg' : buildText(name);
  }
}

function buildObject({ properties = {} }: JsonSchema, depth: number): unknown {
  if (depth > DEPTH) return {};
  const members = Object.entries(properties).map(([key, each]) => [key, buildExample(each, key, depth + 1)]);
  return Object.fromEntries(members);
}

function buildText(name: string): string {
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? TEXT;
}

/** `mediaUrls` has entries named `mediaUrl`. */
function toSingular(name: string): string {
  return name.replace(/s$/, '');
}
