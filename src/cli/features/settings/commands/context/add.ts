import * as z from 'zod';
import { checkTarget } from '../../../../../client/target.ts';
import { type CrierError, createUsageError } from '../../../../../errors.ts';
import { Plan } from '../../../../../service/plans.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag, defineTextFlag } from '../../../../framework/input/flags/flags.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import { parseAddress } from '../../../../framework/settings/given-service.ts';
import { describeSavedPlace } from '../../../../framework/settings/saved-secrets.ts';
import {
  Dialect,
  findContext,
  replaceContext,
  requireContext,
  type SavedContext,
  SettingName,
} from '../../../../framework/settings/settings.ts';
import { buildContextLines, ContextEntry, toContextEntry } from '../../context-entry.ts';

export default defineLocalChange({
  summary: 'Add a context: the address of a service and its key',
  description:
    'The first context you add becomes the default. "crier login" does the same and also verifies the key.',
  examples: [
    'context add work --base-url https://api.example.com/api',
    'context add work --base-url https://api.example.com/api --api-key-file - --plan launch',
  ],
  positional: ['name'],
  input: z.object({
    name: SettingName.describe('name of the context'),
    baseUrl: defineTextFlag('address of the service; may end in a path (required)', { placeholder: 'url' }),
    apiKeyFile: defineTextFlag('read the API key from this file (`-` for standard input)', {
      placeholder: 'file',
    }),
    plan: Plan.optional().describe('plan of the account'),
    commentRoutes: defineFlag(
      Dialect.optional().describe('spelling of the comment routes of the service (default: spec)'),
      { synonym: '--dialect' },
    ),
  }),
  output: ContextEntry,
  async change({ name, baseUrl, apiKeyFile, plan, commentRoutes }, { settings, io }) {
    if (baseUrl === undefined) {
      throw createUsageError(
        '--base-url is missing',
        `"${crier`login --context ${name}`}" asks for the address and key, and checks them`,
      );
    }
    const apiKey =
      apiKeyFile === undefined ? null : (await settings.readKeyFile(apiKeyFile)).replace(/\r?\n$/, '');
    checkTarget({
      baseUrl: parseAddress(baseUrl),
      apiKey: apiKey ?? 'none-yet',
      profileKey: null,
      xPair: null,
    });
    const context: SavedContext = {
      baseUrl,
      ...(apiKey !== null && { apiKey }),
      ...(plan && { plan }),
      ...(commentRoutes && { dialect: commentRoutes }),
    };
    const saved = await settings.change((before) => {
      if (findContext(before, name) !== null) throw createNameTakenError(name);
      return { context: name, ...replaceContext(before, name, context) };
    });
    const now = requireContext(saved, name);
    await io.note(`saved in ${describeSavedPlace(settings.place().file, now.apiKey)}`);
    return toContextEntry(saved, name, now);
  },
  lines: buildContextLines,
});

function createNameTakenError(name: string): CrierError {
  return createUsageError(
    `a context "${name}" already exists`,
    `choose another name, or change it: "${crier`login --context ${name}`}", "crier config set"`,
  );
}
