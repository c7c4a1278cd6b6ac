import { createUsageError } from '../../../errors.ts';
import {
  type Command,
  type CommandEntry,
  type CommandPath,
  isSamePath,
  listExamples,
  listFormerNames,
  type Topic,
} from '../command/command.ts';
import { COMMANDS, TOPICS } from '../command/command-list.ts';
import { GROUPS } from '../command/groups.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { crier, toLineWords } from '../output/text/shell-command.ts';
import { layOutRows, wrap, wrapCommand } from '../output/text/wrap.ts';
import { type DescribedSet, describeCommand } from './describe-command.ts';

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
  const examples = wrapCommands(listExamples(command), width);
  const usage = formatUsage(path, positional);
  const wordRows = positional.map((word) => [word.name, formatFlagText(word)] as const);
  return joinSections([
    wrap(command.summary, width),
    renderSection('Examples', examples),
    renderSection('Usage', wrap(usage, width - MARGIN.length)),
    wrapParagraphs(command.description ?? '', width),
    wrapParagraphs(formatReferenceHint(command), width),
    ...formatDeprecations(path, command).map((sentence) => wrap(sentence, width)),
    renderRows('Arguments', wordRows, width),
    ...sets
      .filter(({ isOwn }) => isOwn)
      .map(({ title, flags }) =>
        renderRows(
          title,
          flags.map((flag) => [formatFlagLabel(flag), formatFlagText(flag)]),
          width,
        ),
      ),
    wrap(formatSharedFlags(sets.filter(({ isOwn }) => !isOwn)), width),
  ]);
}

/** That short references are accepted in place of ids; empty for most commands. */
export function formatReferenceHint({ references }: Command): string {
  return references === undefined
    ? ''
    : 'The short reference of a row in a table, such as 12, can be given in place of its id: "crier help identifiers".';
}

/** What to use instead of a command, and its former names; empty for most. */
function formatDeprecations(path: CommandPath, { deprecated }: Command): readonly string[] {
  const names = listFormerNames(path).map((name) => `"${name}"`);
  return [
    ...(deprecated === undefined ? [] : [`Deprecated: use ${deprecated}.`]),
    ...(names.length === 0 ? [] : [`Deprecated name: ${names.join(', ')}.`]),
  ];
}

/** As many flags of a set are named one by one. */
const MOST_NAMED = 4;

/** The one line about flags that several commands have: a small set by its flags, a large one by its title. */
function formatSharedFlags(sets: readonly DescribedSet[]): string {
  const mentions = sets.map(({ title, flags }) =>
    flags.length > MOST_NAMED ? title.toLowerCase() : flags.map(({ name }) => name).join(', '),
  );
  const [last = '', ...others] = mentions.toReversed();
  const before = others.length === 0 ? '' : `${others.toReversed().join(', ')} and `;
  return `Also takes ${before}${last}: "crier help flags"`;
}

async function renderGroupPage(path: CommandPath, width: number): Promise<string> {
  const group = GROUPS.find((each) => isSamePath(each.path, path));
  if (group === undefined)
    throw createUsageError(`there is no command "${path.join(' ')}"`, 'run "crier --help" for the list');
  const entries = COMMANDS.filter((each) => isSamePath(each.path.slice(0, path.length), path));
  const commands = await Promise.all(entries.map(async (entry) => ({ entry, command: await entry.load() })));
  const ready = commands.filter(
    ({ entry, command }) =>
      listExamples(command)[0] === command.examples[0] && entry.path.length === findLeastDepth(entries),
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
    wrap(`Run "${crier`${toLineWords(path)} <command> --help`}" for the flags of a command.`, width),
  ]);
}

/** How many words the nearest of some commands have: the examples of a noun are those of its own commands. */
function findLeastDepth(entries: readonly CommandEntry[]): number {
  return Math.min(...entries.map(({ path }) => path.length));
}

async function renderRootPage(width: number): Promise<string> {
  const summaries = await loadTopSummaries();
  const longest = Math.max(...[...summaries.keys()].map((name) => name.length));
  const topics = await Promise.all(
    TOPICS.map(async ({ name, load }) => [name, (await load()).summary] as const),
  );
  return joinSections([
    wrap(`${ROOT_SUMMARY}.`, width),
    renderSection('Examples', wrapCommands(await listRootExamples(), width)),
    renderSection('Usage', ['crier <command> [flags]']),
    ...COMMAND_SECTIONS.map(({ title, names }) =>
      renderRows(
        title,
        names.map((name) => [name.padEnd(longest), summaries.get(name) ?? '']),
        width,
      ),
    ),
    renderRows('Help topics', topics, width),
    [
      ...wrap('Run "crier <command> --help" for its flags, and "crier help <topic>" for a topic.', width),
      ...wrap(
        'Without configuration, commands on a terminal use the built-in sandbox; "crier login" saves your own API key.',
        width,
      ),
    ],
  ]);
}

/** What the whole program is for. */
export const ROOT_SUMMARY = 'Publish, reply and automate across social networks from the command line';

/** The sections of the overview: every command and group of commands of one word is in one of them. */
export const COMMAND_SECTIONS = [
  {
    title: 'Publish and engage',
    names: [
      'posts',
      'media',
      'schedule',
      'comments',
      'messages',
      'reviews',
      'analytics',
      'links',
      'audio',
      'hashtags',
      'networks',
    ],
  },
  { title: 'Automate', names: ['automations', 'feeds', 'hooks', 'callbacks'] },
  {
    title: 'Account',
    names: ['login', 'logout', 'status', 'user', 'profiles', 'context', 'config', 'doctor'],
  },
  { title: 'Sandbox', names: ['sandbox', 'demo'] },
  { title: 'Tools', names: ['api', 'schema', 'commands', 'completion', 'errors', 'version'] },
] as const;

/** The summaries of the commands and groups of one word, by name. */
async function loadTopSummaries(): Promise<ReadonlyMap<string, string>> {
  const isTop = ({ path }: { readonly path: CommandPath }) => path.length === 1;
  const top = COMMANDS.filter(isTop);
  return new Map([
    ...GROUPS.filter(isTop).map(({ path, summary }) => [path.join(' '), summary] as const),
    ...(await Promise.all(
      top.map(async ({ path, load }) => [path.join(' '), (await load()).summary] as const),
    )),
  ]);
}

/** What a newcomer tries first. */
export async function listRootExamples(): Promise<readonly string[]> {
  return [
    'demo',
    await findFirstExample(['posts', 'create']),
    await findFirstExample(['comments', 'get']),
    await findFirstExample(['automations', 'list']),
  ];
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
/** Room for `npm start --`, by which a checkout calls the program. */
const LONGEST_PROGRAM = 'npm start --';

/** Commands as they are typed, broken between words where a line is too short. */
function wrapCommands(commands: readonly string[], width: number): readonly string[] {
  return commands.flatMap((command) =>
    wrapCommand(PROMPT + command, width - MARGIN.length - (LONGEST_PROGRAM.length - 'crier'.length)),
  );
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

/** A flag as help lists it: short form, long form, the placeholder of its value. */
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
    choices === null ? [] : [`one of: ${choices.join(', ')}`],
    defaultText === null ? [] : [`default: ${defaultText}`],
    syntax.env === undefined ? [] : [`env: ${syntax.env}`],
    isList && name.startsWith('--') ? ['can be repeated'] : [],
    syntax.deprecated === undefined ? [] : [`deprecated: use ${syntax.deprecated}`],
    syntax.hasDeprecatedSynonym === true ? [`deprecated name: ${syntax.synonym}`] : [],
  ].flat();
  if (more.length === 0) return description;
  const remark = /^(?<text>.*) \((?<inner>default: [^()]*)\)$/s.exec(description)?.groups;
  return `${remark?.text ?? description} (${[...(remark?.inner === undefined ? [] : [remark.inner]), ...more].join('; ')})`;
}
