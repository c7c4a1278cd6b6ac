import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import { defineCommand } from '../../command.ts';
import type { CommandContext } from '../../context.ts';
import { defineFlag } from '../../flags.ts';
import { listAliases, requireAlias } from '../../settings/aliases.ts';
import { CONFIG_KEYS, formatSetting, requireConfigKey, setConfigValue } from '../../settings/config-keys.ts';
import { buildSettingView, SettingEntry } from '../../settings/setting-entry.ts';
import { replaceContext, requireContext, SANDBOX } from '../../settings/settings.ts';
import { crier } from '../../shell-command.ts';
import { joinWithOr } from '../../suggest-nearest.ts';

export default defineCommand({
  summary: 'Change one setting of the context in use',
  description:
    'A secret does not stand on the command line: it comes from --file, or is asked for on a terminal.',
  before: ['context add work --base-url https://api.example.com/api'],
  examples: [
    'config set plan launch --context work',
    'config set webhook-secret --file - --context work',
    'config set dialect alt --context work --json',
  ],
  positional: ['key', 'value'],
  changes: true,
  flags: [],
  input: z.object({
    key: defineFlag(z.string().describe(`its name: ${joinWithOr(Object.keys(CONFIG_KEYS))}`), {
      offers: 'setting',
    }),
    value: defineFlag(z.string().optional().describe('its new value; left out for a secret'), {
      offers: 'value of a setting',
    }),
    file: defineFlag(
      z.string().optional().describe('read the value from this file, `-` for standard input'),
      {
        placeholder: 'file',
      },
    ),
  }),
  output: SettingEntry,
  async run({ key, value, file }, context) {
    const { settings, currentContext } = context;
    const row = requireConfigKey(key);
    const { name } = await currentContext();
    if (name === SANDBOX && row.field !== 'profile') {
      throw createUsageError(
        `the built-in sandbox has its own ${key}`,
        'choose another context with --context',
      );
    }
    if (row.isSecret && value !== undefined) {
      throw createUsageError(
        `${key} is refused on the command line, which every user of this machine can read`,
        `${crier`config set ${key} --file <file>`}, or - for standard input; one that was typed here should be replaced`,
      );
    }
    const wanted = value ?? (await readValue({ key, file, isSecret: row.isSecret }, context));
    if (row.field === 'profile') {
      row.check?.(wanted, {});
      const aliases = await listAliases(name, await settings.read(), context);
      requireAlias(
        wanted,
        name,
        aliases.map(({ alias }) => alias),
      );
    }
    const saved = await settings.change((before) => {
      const found = requireContext(before, name);
      row.check?.(wanted, found);
      return replaceContext(before, name, setConfigValue(found, row, wanted));
    });
    const shown = formatSetting(row, requireContext(saved, name));
    return { view: buildSettingView({ key, value: shown, context: name, meaning: row.meaning }) };
  },
});

interface SettingInput {
  readonly key: string;
  readonly file: string | undefined;
  readonly isSecret: boolean;
}

async function readValue(
  wanted: SettingInput,
  { readFile, readKeyFile, askSecret }: CommandContext,
): Promise<string> {
  const { key, file, isSecret } = wanted;
  const read = isSecret ? readKeyFile : readFile;
  const text = file !== undefined ? await read(file) : isSecret ? await askSecret(key) : null;
  if (text === null)
    throw createUsageError(`config set ${key} needs a value`, isSecret ? 'add --file <file or ->' : '');
  const value = text.replace(/\r?\n$/, '');
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw createUsageError(
    `${key} is empty, or holds characters that it cannot have`,
    'such as a space or a line break',
  );
}
