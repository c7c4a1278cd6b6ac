import { createUsageError } from '../errors.ts';
import type { Command, CommandEntry, CommandPath, Topic } from './command.ts';
import { COMMANDS, GROUPS, TOPICS } from './command-list.ts';
import { isSamePath } from './command-path.ts';
import { describeCommand } from './describe-flags.ts';
import type { FlagFacts } from './describe-schema.ts';
import { layOutRows } from './format-rows.ts';
import { wrap } from './render/wrap.ts';
import { wrapCommand } from './render/wrap-command.ts';
import { crier, toLineWords } from './shell-command.ts';

const MARGIN = '  ';
const WIDEST = 100;

/**
 * A page of help, plain text that ends in a line break: of the program (an empty path), of a folder of commands, of a
 * command, or of a topic.
 *
 * @param width in cells; pages are never wider than 100
 */
export async function renderHelpPage(path: CommandPath, width: number): Promise<string> {
  const columns = Math.min(width, WIDEST);
  const entry = COMMANDS.find((each) => isSamePath(each.path, path));
  const topic = path.length === 1 ? TOPICS.find((each) => each.name === path[0]) : undefined;
  const hasGroup = GROUPS.some((each) => isSamePath(each.path, path));
  if (topic !== undefined) {
    const about = renderTopicPage(await topic.load(), columns);
    return hasGroup ? `${await renderGroupPage(path, columns)}\n${about}` : about;
  }
  if (entry !== undefined) return renderCommandPage(path, await entry.load(), columns);
  return path.length === 0 ? renderRootPage(columns) : renderGroupPage(path, columns);
}

function renderCommandPage(path: CommandPath, command: Command, width: number): string {
  const { positional, sets } = describeCommand(command);
  const [own, ...shared] = sets;
  const examples = wrapCommands([...(command.before ?? []), ...command.examples], width);
  const usage = formatUsage(path, positional);
  const wordRows = positional.map((word) => [word.name, formatFlagText(word)] as const);
  const flagRows = own?.flags.map((flag) => [formatFlagLabel(flag), formatFlagText(flag)] as const) ?? [];
  return joinSections([
    wrap(command.summary, width),
    renderSection('Examples', examples),
    renderSection('Usage', wrap(usage, width - MARGIN.length)),
    wrapParagraphs(command.description ?? '', width),
    renderRows('Arguments', wordRows, width),
    renderRows('Flags', flagRows, width),
    ...shared.map(({ title, flags }) =>
      renderSection(title, wrap(flags.map(formatShortLabel).join(', '), width - MARGIN.length)),
    ),
    wrap('"crier help flags" explains the shared ones, "crier help output" the formats.', width),
  ]);
}

async function renderGroupPage(path: CommandPath, width: number): Promise<string> {
  const group = await GROUPS.find((each) => isSamePath(each.path, path))?.load();
  if (group === undefined)
    throw createUsageError(`there is no command "${path.join(' ')}"`, 'run "crier --help" for the list');
  const entries = COMMANDS.filter((each) => isSamePath(each.path.slice(0, path.length), path));
  const commands = await Promise.all(entries.map(async (entry) => ({ entry, command: await entry.load() })));
  const ready = commands.filter(
    ({ entry, command }) => command.before === undefined && entry.path.length === findLeastDepth(entries),
  );
  const examples = wrapCommands(
    ready.map(({ command }) => command.examples[0] ?? ''),
    width,
  );
  const rows = commands.map(({ entry, command }) => [
    entry.path.slice(path.length).join(' '),
    command.summary,
  ]);
  return joinSections([
    wrap(group.summary, width),
    renderSection('Examples', examples),
    renderRows('Commands', rows, width),
    wrap(`"${crier`${toLineWords(path)} <command> --help`}" tells the rest.`, width),
  ]);
}

/** How many words the nearest of some commands have: the examples of a noun are those of its own commands. */
function findLeastDepth(entries: readonly CommandEntry[]): number {
  return Math.min(...entries.map(({ path }) => path.length));
}

async function renderRootPage(width: number): Promise<string> {
  const nouns = await Promise.all(
    GROUPS.filter(({ path }) => path.length === 1).map(
      async ({ path, load }) => [path.join(' '), (await load()).summary] as const,
    ),
  );
  const single = COMMANDS.filter((entry) => entry.path.length === 1);
  const verbs = await Promise.all(
    single.map(async (entry) => [entry.path.join(' '), (await entry.load()).summary] as const),
  );
  const topics = await Promise.all(
    TOPICS.map(async ({ name, load }) => [name, (await load()).summary] as const),
  );
  return joinSections([
    wrap(`${ROOT_SUMMARY}.`, width),
    renderSection('Examples', wrapCommands(await listRootExamples(), width)),
    renderSection('Usage', ['crier <command> [flags]']),
    renderRows('Commands', sortByName([...nouns, ...verbs]), width),
    renderRows('Help topics, for "crier help <topic>"', topics, width),
    wrap(
      'With nothing configured, commands talk to the built-in sandbox; "crier login" saves a key of your own. "crier <command> --help" tells the rest, "crier completion --help" how the Tab key completes all this.',
      width,
    ),
  ]);
}

/** What the whole program is for. */
export const ROOT_SUMMARY =
  'Read comments and posts of social networks in one way, and try it all on a built-in sandbox';

/** What a newcomer tries first. */
export async function listRootExamples(): Promise<readonly string[]> {
  return ['demo', await findFirstExample(['comments', 'get']), 'errors show 485'];
}

async function findFirstExample(path: CommandPath): Promise<string> {
  const entry: CommandEntry | undefined = COMMANDS.find((each) => isSamePath(each.path, path));
  return (await entry?.load())?.examples[0] ?? path.join(' ');
}

function renderTopicPage(topic: Topic, width: number): string {
  return joinSections([wrap(topic.summary, width), wrapParagraphs(topic.text(width), width)]);
}

function joinSections(sections: readonly (readonly string[])[]): string {
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function renderSection(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [head, ...lines.map((line) => `${MARGIN}${line}`)];
}

function renderRows(head: string, rows: readonly (readonly string[])[], width: number): readonly string[] {
  return rows.length === 0 ? [] : [head, ...layOutRows(rows, width)];
}

const PROMPT = '$ crier ';
const PROMPTED = MARGIN + PROMPT;
/** In a checkout, `npx` stands before each of them. */
const NPX = 'npx ';

/** Commands as they are typed, broken between words where a line is too short. */
function wrapCommands(commands: readonly string[], width: number): readonly string[] {
  return commands.flatMap((command) => wrapCommand(PROMPT + command, width - MARGIN.length - NPX.length));
}

/** Prose reflowed to the width; indented lines and heads above them stand as they are. */
function wrapParagraphs(text: string, width: number): readonly string[] {
  const parts = text.trim() === '' ? [] : text.trim().split(/\n{2,}/);
  return parts.flatMap((part, index) => [...(index === 0 ? [] : ['']), ...wrapParagraph(part, width)]);
}

function wrapParagraph(part: string, width: number): readonly string[] {
  const lines = part.split('\n');
  if (!lines.some((line) => line.startsWith(MARGIN))) return wrap(lines.join(' '), width);
  return lines.flatMap((line) => {
    const command = line.startsWith(PROMPTED) ? line.slice(PROMPTED.length) : null;
    return command === null ? [line] : wrapCommands([command], width).map((each) => MARGIN + each);
  });
}

/** How a command is written: `crier comments get <id> [flags]`. */
export function formatUsage(path: CommandPath, positional: readonly FlagFacts[]): string {
  const words = positional.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`));
  return ['crier', ...path, ...words, '[flags]'].join(' ');
}

/** A flag as help lists it: short form, long form, what stands for its value. */
export function formatFlagLabel(flag: FlagFacts): string {
  const short = flag.syntax.short === undefined ? '    ' : `-${flag.syntax.short}, `;
  const value = flag.kind === 'boolean' ? '' : ` <${flag.syntax.placeholder ?? getPlaceholder(flag)}>`;
  return `${short}${flag.name}${value}`;
}

/** One of some words is called as its flag is: `--audio-type <type>`. */
function getPlaceholder({ kind, choices, name }: FlagFacts): string {
  if (choices !== null) return name.split('-').at(-1) ?? name;
  return kind === 'number' ? 'n' : 'text';
}

function formatShortLabel(flag: FlagFacts): string {
  return `${flag.syntax.short === undefined ? '' : `-${flag.syntax.short}/`}${flag.name}`;
}

/** A flag's description with what its schema adds: choices, default, variable, repeating. */
export function formatFlagText({
  description,
  choices,
  defaultText,
  syntax,
  isList,
  name,
}: FlagFacts): string {
  const more = [
    choices === null ? [] : [`one of ${choices.join(', ')}`],
    defaultText === null ? [] : [`default ${defaultText}`],
    syntax.env === undefined ? [] : [`or ${syntax.env}`],
    isList && name.startsWith('--') ? ['can be repeated'] : [],
  ].flat();
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

function sortByName(rows: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return rows.toSorted(([one], [other]) => one.localeCompare(other));
}
