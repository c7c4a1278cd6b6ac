import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { isRecord } from '../../../../../src/domain/json/loose-record.ts';
import type { Sandbox } from '../../../../../src/sandbox/open-sandbox.ts';
import { crier, openTestSandbox } from '../../../../support/crier.ts';

/** It has nothing to do with the library that the schemas come from. */
const validator = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  validateFormats: false,
});

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());
const run = (words: string | readonly string[]) =>
  crier(words, { sandbox: { ...sandbox, close: () => {} }, env: { CRIER_CONTEXT: 'sandbox' } });

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const names = COMMANDS.map(({ path }) => path.join(' '));

describe('crier commands', () => {
  test('lists all commands in order, in less than 100 kB, and describes the flags that a noun shares once', async () => {
    const { json, stdout } = await run('commands --json');
    expect(stdout.length).toBeLessThan(100_000);
    const { commands } = json as { commands: { name: string }[] };
    expect(commands.map(({ name }) => name)).toEqual(names);
    expect(commands.find(({ name }) => name === 'analytics links')).toEqual({
      name: 'analytics links',
      summary: expect.stringContaining('clicks'),
      usage: 'crier analytics links [flags]',
      changes: false,
    });
    const { stdout: posts } = await run('commands posts --json');
    expect(posts.match(/"name": "--insecure-skip-tls-verify"/g)).toHaveLength(1);
    const { stdout: all } = await run('commands --details --json');
    expect(all.match(/"name": "--insecure-skip-tls-verify"/g)).toHaveLength(1);
  });

  test.each(['comments', 'sandbox clock'])('%s: only its own', async (noun) => {
    const { json } = await run(`commands ${noun} --json`);
    const listed = (json as { commands: { name: string }[] }).commands.map(({ name }) => name);
    expect(listed).toEqual(names.filter((name) => name.startsWith(`${noun} `)));
    expect(listed.length).toBeGreaterThan(0);
  });

  test('says of each flag and argument what help says', async () => {
    const { json } = await run('commands api --json');
    expect(json).toMatchObject({
      commands: [
        {
          name: 'api',
          usage: 'crier api <method> <path> [flags]',
          changes: true,
          arguments: [
            { name: '<method>', required: true, choices: METHODS, repeatable: false },
            { name: '<path>', required: true, choices: null, kind: 'text' },
          ],
          flags: expect.arrayContaining([
            expect.objectContaining({ name: '--raw-field', short: '-f', repeatable: true, set: 'Flags' }),
            expect.objectContaining({ name: '--typed-field', placeholder: 'key=value' }),
          ]),
          sharedFlags: expect.arrayContaining(['--retries', '--yes', '--no-input']),
        },
      ],
      sharedFlags: expect.arrayContaining([
        expect.objectContaining({ name: '--retries', kind: 'number', default: '2', env: 'CRIER_RETRIES' }),
        expect.objectContaining({ name: '--yes', short: '-y', kind: 'boolean', default: null }),
        expect.objectContaining({ name: '--no-input', env: 'CRIER_NO_INPUT' }),
      ]),
    });
  });

  test('on a terminal: names and summaries, within the window', async () => {
    const { stdout } = await crier('commands', { isTerminal: true, columns: 80 });
    expect(stdout).toContain('comments replies');
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });
});

test('a command that changes something is marked, and no other', async () => {
  const writing =
    /^(add|set|unset|use|save|forget|remove|rename|reset|clear|create|delete|start|stop|login|logout)$/;
  const reading = /^(get|list|show|search|explain|path|status|now|env|commands|schema|doctor|user)$/;
  const wrong: string[] = [];
  for (const { path, load } of COMMANDS) {
    const command = await load();
    const verb = path.at(-1) ?? '';
    const asks = ['yes', 'dryRun'].some((key) =>
      describeCommand(command).sets.some(({ flags }) => flags.some((flag) => flag.key === key)),
    );
    const { changes = false } = command;
    if (changes ? reading.test(verb) : asks || writing.test(verb)) wrong.push(path.join(' '));
  }
  expect(wrong).toEqual([]);
});

describe('crier schema', () => {
  test.each([
    ['its output', []],
    ['its input', ['--input']],
  ])('of every command, one for %s, of draft 2020-12', async (_of, flags) => {
    const { json } = await run(['schema', ...flags]);
    const { schemas } = json as { schemas: Record<string, object> };
    expect(Object.keys(schemas)).toEqual(names);
    for (const [name, schema] of Object.entries(schemas)) {
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: `crier ${name}`,
        description: expect.stringMatching(/^[A-Z]/),
      });
      expect({ name, valid: validator.validateSchema(schema) }).toEqual({ name, valid: true });
    }
  });

  test('of several, one each', async () => {
    const { json } = await run('schema context');
    expect(Object.keys((json as { schemas: object }).schemas)).toEqual(
      names.filter((name) => name.startsWith('context ')),
    );
  });

  test.each([
    'comments get Sp7kQm2XvLr9TzBd4HnW',
    'comments replies 18008214909100698 --platform instagram',
    'posts get Sp7kQm2XvLr9TzBd4HnW',
    'errors show 485 416',
    'status',
    'config list',
  ])('%s prints what its schema says, another validator finds', async (line) => {
    const { json: printed } = await run(`${line} --json`);
    expect(isRecord(printed)).toBe(true);
    const words = names.find((name) => `${line} `.startsWith(`${name} `)) ?? '';
    const { json: schema } = await run(['schema', ...words.split(' ')]);
    const check = validator.compile(schema as object);
    expect({ fits: check(printed), errors: check.errors }).toEqual({ fits: true, errors: null });
    expect(check([])).toBe(false);
    const noJson = () => {};
    const wrong = Object.keys(printed as object).filter(
      (key) => !check({ ...(printed as object), [key]: noJson }),
    );
    expect(wrong.length).toBeGreaterThan(0);
  });

  test('comments get is readable: repeated shapes occur once, and every field has a text', async () => {
    const { json } = await run('schema comments get');
    expect(JSON.stringify(json).match(/"avatarUrl":\{/g)).toHaveLength(1);
    expect(json).toMatchObject({
      anyOf: [
        { properties: { comments: { items: { $ref: '#/$defs/Comment' } } } },
        { properties: { results: {}, comments: { items: { properties: { requestedId: {} } } } } },
        { properties: { results: {}, comments: { items: { properties: { profile: {} } } } } },
      ],
      $defs: { Comment: { properties: { replies: { items: { $ref: '#/$defs/Comment' } } } } },
    });
    expect([...bare(json, '')]).toEqual([]);
    expect(JSON.stringify(json)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test('--input has arguments and flags by their fields, each with how it is written', async () => {
    const { json } = await run('schema posts open --input');
    expect(json).toMatchObject({
      additionalProperties: false,
      required: ['id'],
      properties: {
        id: { title: '<id>', type: 'string' },
        platform: { title: '--platform', enum: expect.arrayContaining(['instagram']) },
        noInput: { title: '--no-input', type: 'boolean', default: false },
        timeout: { title: '--timeout', default: '30s' },
      },
    });
  });
});

/** Properties without a description, by their paths. */
function* bare(schema: unknown, path: string): Generator<string> {
  if (!isRecord(schema)) return;
  for (const [name, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    if (!isRecord(property) || typeof property.description !== 'string') yield `${path}.${name}`;
    yield* bare(property, `${path}.${name}`);
  }
  yield* bare(schema.items, `${path}[]`);
  for (const each of Array.isArray(schema.anyOf) ? schema.anyOf : []) yield* bare(each, path);
  for (const [name, definition] of Object.entries(isRecord(schema.$defs) ? schema.$defs : {}))
    yield* bare(definition, `#${name}`);
}
