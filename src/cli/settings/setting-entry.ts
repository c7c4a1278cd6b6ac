import * as z from 'zod';
import { CONFIG_KEYS, formatSetting } from './config-keys.ts';
import type { SavedContext } from './settings.ts';

/** One setting of a context. */
export const SettingEntry = z.strictObject({
  key: z.string(),
  value: z.string().nullable().describe('secrets are masked; null when it is not set'),
  context: z.string(),
  meaning: z.string(),
});
export type SettingEntry = z.infer<typeof SettingEntry>;

export function listSettingEntries(context: SavedContext, name: string): readonly SettingEntry[] {
  return Object.entries(CONFIG_KEYS).map(([key, row]) => ({
    key,
    value: formatSetting(row, context),
    context: name,
    meaning: row.meaning,
  }));
}

/** Shows one setting as a record. */
export function buildSettingView(entry: SettingEntry) {
  return {
    kind: 'record',
    document: entry,
    lines: [
      { name: 'key', title: 'setting', value: entry.key },
      { name: 'value', title: 'value', value: entry.value },
      { name: 'context', title: 'context', value: entry.context },
    ],
  } as const;
}
