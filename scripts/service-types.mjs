// Writes the types of all calls of the service, and of the sandbox's control interface, from their schemas. The compiler
// would declare them by the types of zod, and whoever imports the library would need it. Without indentation: it would be
// a third of the text.
import * as z from 'zod';
import { CONTROL } from '../src/service/control/control.ts';
import { NO_INPUT } from '../src/service/endpoint.ts';
import { ENDPOINTS } from '../src/service/endpoints.ts';

/** What replaces declarations of the compiler, by their files. */
export const WRITTEN_DECLARATIONS = {
  'library/client/service-calls.d.ts': () => printCalls('ServiceCalls', ENDPOINTS, printEndpoint),
  'library/sandbox/control-calls.d.ts': () => printCalls('ControlCalls', CONTROL, printControl),
};

function printCalls(name, rows, print) {
  const members = Object.entries(rows).map(
    ([call, row]) => `/** \`${row.method} ${row.path}\` */\nreadonly ${call}: ${print(row)};\n`,
  );
  return `export interface ${name} {\n${members.join('')}}\n`;
}

function printEndpoint({ params = NO_INPUT, query = NO_INPUT, body, answer }) {
  const parts = [
    ['params', params],
    ['query', query],
    ['body', body],
  ].flatMap(([part, schema]) => {
    if (schema === undefined) return [];
    const type = printType(toSchema(schema, 'input'), 'readonly ');
    // a body is always sent, the others only with a member that is required
    const mark = part === 'body' || hasRequired(schema) ? '' : '?';
    return [`\nreadonly ${part}${mark}: ${type};`];
  });
  const input = parts.length === 0 ? '{}' : `{${parts.join('')}\n}`;
  return `{\nreadonly input: ${input};\nreadonly answer: ${printAnswer(answer)};\n}`;
}

function printControl({ input, answer }) {
  const type = printType(toSchema(input, 'input'), 'readonly ');
  return `{\nreadonly input: ${type};\nreadonly answer: ${printAnswer(answer)};\n}`;
}

const printAnswer = (schema) => printType(toSchema(schema, 'output'), '');

const hasRequired = (schema) => (toSchema(schema, 'input').required ?? []).length > 0;

function toSchema(schema, io) {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
}

/** @param modifier `readonly ` for lists that are only read */
function printType(schema, modifier) {
  if (schema === true || schema === undefined) return 'unknown';
  if (schema.$ref !== undefined)
    throw new Error(`a schema refers to ${schema.$ref}: print it as a type of its own`);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) {
    const types = new Set(options.map((each) => printType(each, modifier)));
    return types.has('unknown') ? 'unknown' : [...types].join(' | ');
  }
  if (schema.type === undefined && schema.allOf !== undefined) {
    return schema.allOf.map((each) => `(${printType(each, modifier)})`).join(' & ');
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => printType({ ...schema, type }, modifier)).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return printList(printType(schema.items, modifier), modifier);
    case 'object':
      return printObject(schema, modifier);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

const printList = (entry, modifier) =>
  /^[\w"]+$/.test(entry) ? `${modifier}${entry}[]` : `${modifier}(${entry})[]`;

function printObject(schema, modifier) {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const members = Object.entries(properties).map(([name, each]) => {
    const isRequired = required.includes(name);
    const type = printType(each, modifier);
    const optional = isRequired || type === 'unknown' ? '' : ' | undefined';
    return `${printComment(each.description)}${printName(name)}${isRequired ? '' : '?'}: ${type}${optional};\n`;
  });
  // objects are closed by `false` or, in answers, by nothing
  if (propertyNames !== undefined || members.length === 0) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    if (additionalProperties === false) return 'Record<string, never>';
    return `{ [name: string]: ${printType(values, modifier)} }`;
  }
  if (typeof additionalProperties === 'object') {
    const type = printType(additionalProperties, modifier);
    // a member that may be undefined must fit as well
    members.push(`[name: string]: ${type === 'unknown' ? type : `${type} | undefined`};\n`);
  }
  return `{\n${members.join('')}}`;
}

const printName = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

function printComment(description) {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
}
