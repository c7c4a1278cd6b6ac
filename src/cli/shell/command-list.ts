import { readdirSync } from 'node:fs';
import type { Command, CommandEntry, CommandPath, Group, Topic } from './command.ts';

// Building replaces this module with a generated list of the same names, so that the program needs no folder to read.
const COMMANDS_FOLDER = new URL('commands/', import.meta.url);
const TOPICS_FOLDER = new URL('topics/', import.meta.url);
const GROUP_FILE = 'group';

function listFiles(folder: URL): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

/** Every command, by its file: `commands/comments/get.ts` is `crier comments get`. */
export const COMMANDS: readonly CommandEntry[] = listFiles(COMMANDS_FOLDER)
  .map((file): CommandPath => file.split('/'))
  .filter((path) => path.at(-1) !== GROUP_FILE)
  .map((path) => ({
    path,
    // the contract test walks all files: each exports a command as its default
    load: async () =>
      ((await import(new URL(`${path.join('/')}.ts`, COMMANDS_FOLDER).href)) as { default: Command }).default,
  }));

/** The groups of commands: the `group.ts` of each folder. */
export const GROUPS: readonly { path: CommandPath; load(): Promise<Group> }[] = listFiles(COMMANDS_FOLDER)
  .map((file): CommandPath => file.split('/'))
  .filter((path) => path.at(-1) === GROUP_FILE)
  .map((path) => ({
    path: path.slice(0, -1),
    // the contract test walks all files: each exports a group
    load: async () =>
      ((await import(new URL(`${path.join('/')}.ts`, COMMANDS_FOLDER).href)) as { group: Group }).group,
  }));

/** Help topics, which belong to no command. */
export const TOPICS: readonly { name: string; load(): Promise<Topic> }[] = listFiles(TOPICS_FOLDER).map(
  (name) => ({
    name,
    // the contract test walks all files: each exports a topic
    load: async () => ((await import(new URL(`${name}.ts`, TOPICS_FOLDER).href)) as { topic: Topic }).topic,
  }),
);
