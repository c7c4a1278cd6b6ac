import * as z from 'zod';
import { CrierError } from '../../../../errors.ts';
import { defineLocalChange } from '../../../framework/command/define-local.ts';
import { suggestNearest } from '../../../framework/output/text/suggest-nearest.ts';
import { findAlias } from '../../../framework/settings/aliases.ts';
import { AliasEntry } from '../alias-entry.ts';

export default defineLocalChange({
  summary: 'Remove one of your own commands',
  description: `
Removes an alias. For a program (crier-foo), your answer whether it gets the keys is forgotten, and it is asked again; the program
itself stays.`,
  before: ["alias set triage 'comments inbox --unanswered'"],
  examples: ['alias remove triage', 'alias remove triage --json'],
  positional: ['name'],
  input: z.object({ name: z.string().describe('its name, or the file of a program') }),
  output: z.object({ removed: z.array(AliasEntry) }),
  records: 'removed',
  async change({ name }, { settings }): Promise<readonly AliasEntry[]> {
    let removed: readonly AliasEntry[] = [];
    await settings.change((saved) => {
      const { aliases = {}, programs = {} } = saved;
      const command = findAlias(saved, name);
      const isMeant = (file: string) =>
        file === name || /[\\/]crier-([^\\/]+?)(?:\.exe)?$/.exec(file)?.[1] === name;
      const forgotten = Object.entries(programs).filter(([file]) => isMeant(file));
      removed = [
        ...(command === null ? [] : [{ name, kind: 'alias', command, keys: null } as const]),
        ...forgotten.map(([file, { keys }]) => ({ name, kind: 'program', command: file, keys }) as const),
      ];
      if (removed.length === 0) throw createUnknownError(name, Object.keys(aliases));
      const { [name]: _alias, ...others } = aliases;
      const kept = Object.entries(programs).filter(([file]) => !isMeant(file));
      return { ...saved, aliases: others, programs: Object.fromEntries(kept) };
    });
    return removed;
  },
  columns: [
    { name: 'name', title: 'removed', value: ({ name }) => name, role: 'name' },
    { name: 'command', title: 'stood for', value: ({ command }) => command, flexible: true },
  ],
});

function createUnknownError(name: string, names: readonly string[]): CrierError {
  return new CrierError('not-found', `there is no alias "${name}"`, {
    http: null,
    advice: `${suggestNearest(name, names)}"crier alias list" lists them`,
  });
}
