import type { Command as Commander, Help } from 'commander';
import { createUsageError } from '../../../errors.ts';
import {
  type Command,
  type CommandEntry,
  type CommandPath,
  isSamePath,
  listCommandsUnder,
  listExamples,
  listFormerNames,
  type Topic,
} from '../command/command.ts';
import { COMMANDS, TOPICS } from '../command/command-list.ts';
import { GROUPS } from '../command/groups.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { crier, toLineWords } from '../output/text/shell-command.ts';
import { layOutRows, wrap, wrapCommand } from '../output/text/wrap.ts';
import { type CommandFacts, describeCommand, listFlags } from './describe-command.ts';
import { formatFlagLabel, formatFlagText, formatUsage } from './flag-texts.ts';
import { createProgram, registerFlags, registerPath } from './program.ts';

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
  const topic = path.length === 1 ? TOPICS.find((each) => each.name === path[0]) : undefined;
  if (topic === undefined) return renderPage(path, columns);
  const about = await renderTopicPage(await topic.load(), columns);
  return GROUPS.some((each) => isSamePath(each.path, path))
    ? `${await renderPage(path, columns)}\n${about}`
    : about;
}

/** What a page has beside the lists of commander. */
interface PageTexts {
  readonly examples: readonly string[];
  /** The sections that end it. */
  readonly closing: readonly (readonly string[])[];
}

/** Registers what the page of a command lists, and has commander render it. */
async function renderPage(path: CommandPath, width: number): Promise<string> {
  const entry = COMMANDS.find((each) => isSamePath(each.path, path));
  const called = registerPath(createProgram().configureHelp({ helpWidth: width }), path);
  const texts = await (entry !== undefined
    ? registerVerb(called, entry, width)
    : path.length === 0
      ? registerTop(called, width)
      : registerGroup(called, path, width));
  return called
    .configureHelp({
      ...called.configureHelp(),
      formatHelp: (_, helper) => formatPage(called, helper, texts),
    })
    .helpInformation();
}

function formatPage(called: Commander, helper: Help, { examples, closing }: PageTexts): string {
  const width = helper.helpWidth ?? WIDEST;
  const isGroup = called.parent !== null && called.commands.length > 0;
  const usage = isGroup ? [] : wrap(helper.commandUsage(called), width - MARGIN.length);
  const words = helper
    .visibleArguments(called)
    .map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)]);
  const flags = helper.groupItems(
    [...called.options],
    helper.visibleOptions(called),
    ({ helpGroupHeading }) => helpGroupHeading ?? '',
  );
  const commands = helper.groupItems(
    [...called.commands],
    helper.visibleCommands(called),
    (each) => each.helpGroup() || 'Commands',
  );
  return joinSections([
    wrap(called.summary(), width),
    renderSection('Examples', wrapCommands(examples, width)),
    renderSection('Usage', usage),
    wrapParagraphs(helper.commandDescription(called), width),
    renderRows('Arguments', words, width),
    ...[...flags].map(([title, options]) =>
      renderRows(
        title,
        options.map((option) => [helper.optionTerm(option), helper.optionDescription(option)]),
        width,
      ),
    ),
    ...[...commands].map(([title, verbs]) =>
      renderRows(
        title,
        verbs.map((verb) => [helper.subcommandTerm(verb), helper.subcommandDescription(verb)]),
        width,
      ),
    ),
    ...closing,
  ]);
}

async function registerVerb(
  verb: Commander,
  { path, load }: CommandEntry,
  width: number,
): Promise<PageTexts> {
  const command = await load();
  const facts = describeCommand(command);
  registerFlags(verb, facts);
  const paragraphs = [
    command.description ?? '',
    formatReferenceHint(command),
    ...formatDeprecations(path, command),
  ];
  const described = new Map([...facts.positional, ...listFlags(facts)].map((flag) => [flag.key, flag]));
  const format = (key: string, write: (flag: FlagFacts) => string) =>
    [described.get(key)].flatMap((flag) => (flag === undefined ? [] : write(flag))).join('');
  verb
    .summary(command.summary)
    .description(paragraphs.filter((text) => text.trim() !== '').join('\n\n'))
    .usage(formatUsage(facts.positional))
    .configureHelp({
      ...verb.configureHelp(),
      argumentTerm: (word) => format(word.name(), ({ name }) => name),
      argumentDescription: (word) => format(word.name(), formatFlagText),
      optionTerm: (option) => format(option.attributeName(), formatFlagLabel),
      optionDescription: (option) => format(option.attributeName(), formatFlagText),
    });
  return { examples: listExamples(command), closing: [wrap(formatSharedFlags(facts), width)] };
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
function formatSharedFlags({ sets }: CommandFacts): string {
  const shared = sets.filter(({ isOwn }) => !isOwn);
  const mentions = shared.map(({ title, flags }) =>
    flags.length > MOST_NAMED ? title.toLowerCase() : flags.map(({ name }) => name).join(', '),
  );
  const [last = '', ...others] = mentions.toReversed();
  const before = others.length === 0 ? '' : `${others.toReversed().join(', ')} and `;
  return `Also takes ${before}${last}: "crier help flags"`;
}

async function registerGroup(noun: Commander, path: CommandPath, width: number): Promise<PageTexts> {
  const group = GROUPS.find((each) => isSamePath(each.path, path));
  if (group === undefined)
    throw createUsageError(`there is no command "${path.join(' ')}"`, 'run "crier --help" for the list');
  const entries = listCommandsUnder(path, COMMANDS);
  const commands = await Promise.all(entries.map(async (entry) => ({ entry, command: await entry.load() })));
  for (const { entry, command } of commands)
    registerPath(noun, entry.path.slice(path.length)).summary(command.summary);
  noun.summary(group.summary).configureHelp({
    ...noun.configureHelp(),
    visibleCommands: listVerbs,
    subcommandTerm: (verb) => listNames(verb).slice(path.length).join(' '),
  });
  const ready = commands.filter(
    ({ entry, command }) =>
      listExamples(command)[0] === command.examples[0] && entry.path.length === findLeastDepth(entries),
  );
  return {
    examples: ready.map(({ command }) => command.examples[0] ?? ''),
    closing: [
      wrap(`Run "${crier`${toLineWords(path)} <command> --help`}" for the flags of a command.`, width),
    ],
  };
}

/** The commands below a noun, those of its own nouns included. */
function listVerbs(noun: Commander): Commander[] {
  return noun.commands.flatMap((each) => (each.commands.length === 0 ? [each] : listVerbs(each)));
}

/** The words of a command, without that of the program. */
function listNames(command: Commander): readonly string[] {
  return command.parent === null ? [] : [...listNames(command.parent), command.name()];
}

/** How many words the nearest of some commands have: the examples of a noun are those of its own commands. */
function findLeastDepth(entries: readonly CommandEntry[]): number {
  return Math.min(...entries.map(({ path }) => path.length));
}

async function registerTop(program: Commander, width: number): Promise<PageTexts> {
  const summaries = await loadTopSummaries();
  for (const { title, names } of COMMAND_SECTIONS)
    for (const name of names)
      program
        .command(name)
        .helpGroup(title)
        .summary(summaries.get(name) ?? '');
  const longest = Math.max(...[...summaries.keys()].map((name) => name.length));
  program.summary(`${ROOT_SUMMARY}.`).configureHelp({
    ...program.configureHelp(),
    subcommandTerm: (command) => command.name().padEnd(longest),
  });
  const topics = await Promise.all(
    TOPICS.map(async ({ name, load }) => [name, (await load()).summary] as const),
  );
  return {
    examples: await listRootExamples(),
    closing: [
      renderRows('Help topics', topics, width),
      [
        ...wrap('Run "crier <command> --help" for its flags, and "crier help <topic>" for a topic.', width),
        ...wrap(
          'Without configuration, commands on a terminal use the built-in sandbox; "crier login" saves your own API key.',
          width,
        ),
      ],
    ],
  };
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
      'replies',
      'messages',
      'reviews',
      'inbox',
      'analytics',
      'report',
      'dashboard',
      'links',
      'audio',
      'hashtags',
      'networks',
    ],
  },
  { title: 'Automate', names: ['automations', 'feeds', 'hooks', 'callbacks', 'pause', 'resume'] },
  {
    title: 'Account',
    names: [
      'login',
      'logout',
      'status',
      'user',
      'profiles',
      'context',
      'config',
      'alias',
      'handover',
      'doctor',
    ],
  },
  { title: 'Sandbox', names: ['sandbox', 'demo'] },
  {
    title: 'Tools',
    names: ['api', 'schema', 'commands', 'skill', 'mcp', 'completion', 'errors', 'version', 'upgrade'],
  },
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

async function renderTopicPage(topic: Topic, width: number): Promise<string> {
  return joinSections([wrap(topic.summary, width), wrapParagraphs(await topic.text(width), width)]);
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
