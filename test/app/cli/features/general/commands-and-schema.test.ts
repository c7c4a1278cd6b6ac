import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeCommand } from '../../../../../src/cli/framework/argv/describe-command.ts';
import { COMMANDS } from '../../../../../src/cli/framework/command/command-list.ts';
import { GROUPS } from '../../../../../src/cli/framework/command/groups.ts';
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

const names = COMMANDS.map(({ path }) => path.join(' '));

describe('crier commands', () => {
  test('has every command, in order', async () => {
    const { json } = await run('commands --json');
    expect((json as { commands: { name: string }[] }).commands.map(({ name }) => name)).toEqual(names);
  });

  test('lists all commands in less than 100 kB, and describes the flags that a noun shares once', async () => {
    const { json, stdout } = await run('commands --json');
    expect(stdout.length).toBeLessThan(100_000);
    expect((json as { commands: object[] }).commands[0]).toEqual({
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

  test.each(GROUPS.map(({ path }) => path.join(' ')))('%s: only its own', async (noun) => {
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
            {
              name: '<method>',
              required: true,
              choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
              repeatable: false,
            },
            { name: '<path>', required: true, choices: null, kind: 'text' },
          ],
          flags: expect.arrayContaining([
            expect.objectContaining({
              name: '--raw-field',
              short: '-f',
              repeatable: true,
              set: 'Flags',
              placeholder: 'key=value',
            }),
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

describe('a command that changes something is marked', () => {
  test.each(COMMANDS.map(({ path, load }) => ({ name: path.join(' '), load })))(
    '$name',
    async ({ name, load }) => {
      const command = await load();
      const verb = name.split(' ').at(-1) ?? '';
      const asks = ['yes', 'dryRun'].some((key) =>
        describeCommand(command).sets.some(({ flags }) => flags.some((flag) => flag.key === key)),
      );
      const writes =
        /^(add|set|unset|use|save|forget|remove|rename|reset|clear|create|delete|start|stop|login|logout)$/.test(
          verb,
        );
      const reads = /^(get|list|show|search|explain|path|status|now|env|commands|schema|doctor|user)$/.test(
        verb,
      );
      if (asks || writes) expect(command.changes).toBe(true);
      if (reads) expect(command.changes ?? false).toBe(false);
    },
  );
});

describe('crier schema', () => {
  test.each(names)('%s: a self-contained schema of draft 2020-12', async (name) => {
    for (const more of [[], ['--input']]) {
      const { exitCode, json } = await run(['schema', ...name.split(' '), ...more]);
      expect(exitCode).toBe(0);
      expect(json).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        title: `crier ${name}`,
        description: expect.stringMatching(/^[A-Z]/),
      });
      expect({ valid: validator.validateSchema(json as object), errors: validator.errors }).toEqual({
        valid: true,
        errors: null,
      });
      expect(() => validator.compile(json as object)).not.toThrow();
    }
  });

  test('of several, one each', async () => {
    const { json } = await run('schema context');
    expect(Object.keys((json as { schemas: object }).schemas)).toEqual(
      names.filter((name) => name.startsWith('context ')),
    );
    expect(Object.keys(((await run('schema')).json as { schemas: object }).schemas)).toEqual(names);
  });

  test.each([
    'comments get Sp7kQm2XvLr9TzBd4HnW',
    'comments get Lt5nWc8RjYq3GvKs6PxA --sandbox',
    'comments replies 18008214909100698 --platform instagram',
    'posts list',
    'posts get Sp7kQm2XvLr9TzBd4HnW',
    'audio search slow',
    'errors show 485 416',
    'networks list',
    'profiles list',
    'sandbox status',
    'sandbox account list',
    'status',
    'user',
    'commands comments',
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
