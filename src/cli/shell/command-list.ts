import { readdirSync } from 'node:fs';
import type { Command, CommandEntry, CommandPath, Group, Topic } from './command.ts';

// Building replaces this module with a generated list of the same names, so that the program needs no folder to read.
const FEATURES = new URL('../', import.meta.url);
const GROUP_FILE = 'group';

/** Where an entry was found, below `cli`, for the build. The generated list has none. */
interface Place {
  readonly file?: string;
}

/** The files in folders of this name, one in each feature, by their paths in it without the ending. */
function listFiles(folder: string): readonly { readonly feature: string; readonly words: CommandPath }[] {
  const ofFeature = new RegExp(`^([^/]+)/${folder}/(.+)\\.ts$`);
  return readdirSync(FEATURES, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const [, feature, words] = ofFeature.exec(name.replaceAll('\\', '/')) ?? [];
    return feature === undefined || words === undefined ? [] : [{ feature, words: words.split('/') }];
  });
}

const COMMAND_FILES = listFiles('commands');
/** Features whose commands begin with the feature's own name: `commands` itself holds their group. */
const NAMED = new Set(
  COMMAND_FILES.filter(({ words }) => words.length === 1 && words[0] === GROUP_FILE).map(
    ({ feature }) => feature,
  ),
);

/**
 * `comments/commands/get.ts` is `crier comments get`, as there is a `comments/commands/group.ts`;
 * `settings/commands/config/set.ts` is `crier config set`, as there is no such file in `settings/commands`.
 */
const FOUND = COMMAND_FILES.map(({ feature, words }) => ({
  file: `${feature}/commands/${words.join('/')}.ts`,
  path: NAMED.has(feature) ? [feature, ...words] : words,
})).sort((one, other) => (one.path.join('/') < other.path.join('/') ? -1 : 1));

function isGroup({ path }: { readonly path: CommandPath }): boolean {
  return path.at(-1) === GROUP_FILE;
}

/** Every command, by its file. */
export const COMMANDS: readonly (CommandEntry & Place)[] = FOUND.filter((found) => !isGroup(found)).map(
  ({ file, path }) => ({
    file,
    path,
    // the contract test walks all files: each exports a command as its default
    load: async () => ((await import(new URL(file, FEATURES).href)) as { default: Command }).default,
  }),
);

/** The groups of commands: the `group.ts` of each folder. */
export const GROUPS: readonly (Place & { path: CommandPath; load(): Promise<Group> })[] = FOUND.filter(
  isGroup,
).map(({ file, path }) => ({
  file,
  path: path.slice(0, -1),
  // the contract test walks all files: each exports a group
  load: async () => ((await import(new URL(file, FEATURES).href)) as { group: Group }).group,
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
