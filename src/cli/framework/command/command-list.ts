import { readdirSync } from 'node:fs';
import type { Command, CommandEntry, CommandPath, Topic } from './command.ts';
import { GROUPS } from './groups.ts';

// Building replaces this module with a generated list of the same names, so that the program needs no folder to read.
const FEATURES = new URL('../../features/', import.meta.url);

/** Where an entry was found, below `features`, for the build. The generated list has none. */
interface Place {
  file?: string;
}

/** The files in folders of this name, one in each feature, by their paths in it without the ending. */
function listFiles(folder: string): readonly { feature: string; words: CommandPath }[] {
  const ofFeature = new RegExp(`^([^/]+)/${folder}/(.+)\\.ts$`);
  return readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const [, feature, words] = ofFeature.exec(name.replaceAll('\\', '/')) ?? [];
    return feature === undefined || words === undefined ? [] : [{ feature, words: words.split('/') }];
  });
}

const GROUP_NAMES = new Set(GROUPS.map(({ path }) => path.join(' ')));

/** Every command, by its file: the files of `commands` folders. */
export const COMMANDS: readonly (CommandEntry & Place)[] = listFiles('commands')
  .map(({ feature, words }) => ({
    file: `${feature}/commands/${words.join('/')}.ts`,
    path: GROUP_NAMES.has(feature) ? [feature, ...words] : words,
  }))
  .sort((one, other) => (one.path.join('/') < other.path.join('/') ? -1 : 1))
  .map(({ file, path }) => ({
    file,
    path,
    // the contract test walks all files: each exports a command as its default
    load: async () => ((await import(new URL(file, FEATURES).href)) as { default: Command }).default,
  }));

/** Help topics, which belong to no command: the files of `topics` folders. */
export const TOPICS: readonly (Place & { name: string; load(): Promise<Topic> })[] = listFiles('topics')
  .map(({ feature, words }) => ({ name: words.join('/'), file: `${feature}/topics/${words.join('/')}.ts` }))
  .sort((one, other) => (one.name < other.name ? -1 : 1))
  .map(({ name, file }) => ({
    name,
    file,
    // the contract test walks all files: each exports a topic
    load: async () => ((await import(new URL(file, FEATURES).href)) as { topic: Topic }).topic,
  }));
