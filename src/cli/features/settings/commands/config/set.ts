import * as z from 'zod';
import { createUsageError } from '../../../../../errors.ts';
import type { CommandContext } from '../../../../framework/command/context.ts';
import { defineLocalChange } from '../../../../framework/command/define-local.ts';
import { defineFlag, defineTextFlag } from '../../../../framework/input/flags/flags.ts';
import { crier } from '../../../../framework/output/text/shell-command.ts';
import {
  buildMachineEntry,
  buildSettingLines,
  formatSetting,
  listKeyNotes,
  requireConfigKey,
  SettingEntry,
  setConfigValue,
} from '../../../../framework/settings/config-keys.ts';
import { CREDENTIALS, findMachineKey, setMachineValue } from '../../../../framework/settings/machine-keys.ts';
import {
  replaceContext,
  requireContext,
  SANDBOX,
  type SavedSettings,
} from '../../../../framework/settings/settings.ts';
import { listAliases, requireAlias } from '../../../profiles/saved-profiles.ts';
import { findOwnContext } from '../../own-context.ts';

export default defineLocalChange({
  summary: 'Change a setting of the context in use',
  description: 'Secrets are not accepted on the command line: use --file, or type them when asked.',
  before: ['context add work --base-url https://api.example.com/api'],
  examples: [
    'config set plan launch --context work',
    'config set webhook-secret --file - --context work',
    'config set comment-routes alt --context work --json',
    'config set update-notice off',
    'config set writes drafts --context work',
    'config set credentials file',
  ],
  positional: ['key', 'value'],
  input: z.object({
    key: defineFlag(z.string().describe('setting to change, such as plan; "config list" lists all'), {
      offers: 'setting',
    }),
    value: defineTextFlag('new value; omit it for a secret', { offers: 'value of a setting' }),
    file: defineTextFlag('read the value from this file (`-` for standard input)', { placeholder: 'file' }),
  }),
  output: SettingEntry,
  async change({ key, value, file }, context) {
    const { service, settings, sandbox } = context;
    const ofMachine = findMachineKey(key);
    if (ofMachine !== null) {
      const wanted = value ?? (await readValue({ key, file, isSecret: false }, context));
      const place = { name: key, key: ofMachine, context: await findOwnContext(ofMachine, service) };
      const change = (before: SavedSettings) => setMachineValue(before, place, wanted);
      const { credentials } = ofMachine === CREDENTIALS ? change({ contexts: {} }) : {};
      const saved =
        credentials === undefined
          ? await settings.change(change)
          : await settings.moveKeys(credentials, change);
      return buildMachineEntry(place, saved);
    }
    const row = requireConfigKey(key);
    const { name } = await service.currentContext();
    if (name === SANDBOX && row.field !== 'profile') {
      throw createUsageError(
        `${key} of the built-in sandbox cannot be changed`,
        'choose another context with --context',
      );
    }
    if (row.isSecret && value !== undefined) {
      throw createUsageError(
        `${key} is not accepted on the command line, where every user of this machine can read it`,
        `${crier`config set ${key} --file <file>`}, or - for standard input; replace the secret that you typed here`,
      );
    }
    const wanted = value ?? (await readValue({ key, file, isSecret: row.isSecret }, context));
    if (row.field === 'profile') {
      row.check?.(wanted, {});
      const aliases = await listAliases(name, await settings.read(), sandbox);
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
    return { key, value: shown, context: name, meaning: row.meaning };
  },
  lines: buildSettingLines,
  notes: ({ key }) => listKeyNotes(key),
});

async function readValue(
  { key, file, isSecret }: { key: string; file: string | undefined; isSecret: boolean },
  { io, settings }: CommandContext,
): Promise<string> {
  const read = isSecret ? settings.readKeyFile : io.readFile;
  const text = file !== undefined ? await read(file) : isSecret ? await io.askSecret(key) : null;
  if (text === null)
    throw createUsageError(`config set ${key} requires a value`, isSecret ? 'add --file <file or ->' : '');
  const value = text.replace(/\r?\n$/, '');
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw createUsageError(`${key} is empty or contains invalid characters`, 'such as a space or a line break');
}
