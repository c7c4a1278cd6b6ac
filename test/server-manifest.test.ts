import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../src/cli/framework/command/command-list.ts';
import { WriteMode } from '../src/cli/framework/settings/settings.ts';

const readJson = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'));

const Version = z.string().regex(/^\d+\.\d+\.\d+$/);
const Variable = z.strictObject({
  name: z.string().regex(/^CRIER_[A-Z_]+$/),
  description: z.string().min(1),
  isSecret: z.boolean().optional(),
  choices: z.array(z.string()).optional(),
});

/** The part of the format that the manifest uses. Source: the schema that it names. */
const Manifest = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z\d.-]+\/[\w.-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  version: Version,
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.string(),
      version: Version,
      runtimeHint: z.literal('npx'),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: z.string() })),
      environmentVariables: z.array(Variable),
    }),
  ),
});

test('The manifest for registries of MCP servers has their format, and is about this version', () => {
  const manifest = Manifest.parse(readJson('server.json'));
  const { name, version, mcpName, repository } = readJson('package.json');
  expect([manifest.name, manifest.version]).toEqual([mcpName, version]);
  expect(`git+${manifest.repository.url}.git`).toBe(repository.url);
  const [
    { packageArguments, environmentVariables, ...program } = {
      packageArguments: [],
      environmentVariables: [],
    },
    ...others
  ] = manifest.packages;
  expect([program, others]).toMatchObject([{ identifier: name, version }, []]);
  const words = packageArguments.map(({ value }) => value);
  expect(COMMANDS.map(({ path }) => path)).toContainEqual(words);
  const modes = environmentVariables.find((each) => each.name === 'CRIER_WRITES');
  expect(modes?.choices).toEqual(WriteMode.options);
  const isSecret = (variable: string) => /KEY|SECRET|TOKEN/.test(variable);
  expect(environmentVariables.filter((each) => isSecret(each.name) !== (each.isSecret ?? false))).toEqual([]);
});
