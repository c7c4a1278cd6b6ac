import * as z from 'zod';
import { createUsageError } from '../../../errors.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { suggestNearest } from '../../framework/output/text/suggest-nearest.ts';
import { getSettingsPaths } from '../../framework/settings/paths.ts';
import { SettingName } from '../../framework/settings/settings.ts';
import { openStateFile } from '../../framework/settings/state-file.ts';

/** A reply that is saved under a name, for comments that are often alike. */
export const SavedReply = z.strictObject({
  name: z.string().describe('its name'),
  text: z.string().describe('the text, in which {{handle}} and {{name}} are filled for each comment'),
});
export type SavedReply = z.infer<typeof SavedReply>;

/** Code units: the longest text that a network takes is 10,000. */
const LONGEST_TEXT = 20_000;
/** Well below the size that a file of settings may have, with texts of a usual length. */
const MOST_REPLIES = 500;

/** The texts by their names, as they are stored and handed over; built where there is a file to read. */
export const SavedReplyTexts = z.lazy(() => z.record(SettingName, z.string().max(LONGEST_TEXT)));

/** The replies of this machine, beside its settings: they are for all contexts and profiles. */
export function openSavedReplies({ machine }: Pick<IoPort, 'machine'>) {
  const { folder } = getSettingsPaths(machine);
  const file = openStateFile(machine, {
    name: 'replies',
    schema: SavedReplyTexts,
    empty: {},
    folder,
    isWritten: true,
  });
  return {
    /** By name. */
    list: (): readonly SavedReply[] => toReplies(file.read()),
    /** @throws CrierError of kind usage for a name with another text, unless that may be replaced */
    async save({ name, text }: SavedReply, options: { mayReplace: boolean }): Promise<void> {
      if (text.length > LONGEST_TEXT)
        throw createUsageError(`the text is longer than ${LONGEST_TEXT} characters`, 'shorten it');
      await file.change((before) => {
        const own = Object.hasOwn(before, name) ? before[name] : undefined;
        if (own !== undefined && own !== text && !options.mayReplace)
          throw createUsageError(
            `a reply "${name}" with another text is saved already`,
            'choose another name, or add --replace',
          );
        if (own === undefined && Object.keys(before).length >= MOST_REPLIES)
          throw createUsageError(
            `there are ${MOST_REPLIES} saved replies, and no more can be added`,
            'remove some with "crier replies remove"',
          );
        return { ...before, [name]: text };
      });
    },
    /**
     * Adds replies of another machine. One with a name that has another text here stays out, and so do those for which there
     * is no place.
     *
     * @param isDryRun nothing is changed
     */
    async merge(
      handed: readonly SavedReply[],
      isDryRun: boolean,
    ): Promise<{ added: number; refused: readonly { reply: SavedReply; kept: string }[] }> {
      let added = 0;
      const refused: { reply: SavedReply; kept: string }[] = [];
      const addAll = (before: Readonly<Record<string, string>>) => {
        const after = { ...before };
        for (const reply of handed) {
          const own = Object.hasOwn(after, reply.name) ? after[reply.name] : undefined;
          if (own === reply.text) continue;
          if (own !== undefined) refused.push({ reply, kept: own });
          else if (Object.keys(after).length >= MOST_REPLIES)
            refused.push({ reply, kept: `the ${MOST_REPLIES} that are here` });
          else {
            after[reply.name] = reply.text;
            added += 1;
          }
        }
        return after;
      };
      if (isDryRun || handed.length === 0) addAll(file.read());
      else await file.change(addAll);
      return { added, refused };
    },
    /** @throws CrierError of kind usage for a name that is not saved: nothing was removed */
    async remove(names: readonly string[]): Promise<void> {
      await file.change((before) => {
        pickReplies(toReplies(before), names);
        return Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)));
      });
    },
  };
}

/** The replies of a document, by name. */
export function toReplies(texts: Readonly<Record<string, string>>): readonly SavedReply[] {
  return Object.entries(texts)
    .map(([name, text]) => ({ name, text }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** The replies with these names. @throws CrierError of kind usage for a name that is not saved */
export function pickReplies(replies: readonly SavedReply[], names: readonly string[]): readonly SavedReply[] {
  return [...new Set(names)].map((name) => {
    const found = replies.find((each) => each.name === name);
    if (found !== undefined) return found;
    const known = replies.map((each) => each.name);
    throw createUsageError(
      `no reply is saved as "${name}"`,
      `${suggestNearest(name, known)}"crier replies list" shows all`,
    );
  });
}
