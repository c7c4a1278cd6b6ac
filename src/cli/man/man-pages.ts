import { EXIT } from '../../errors.ts';
import type { Command, CommandPath, Topic } from '../command.ts';
import { COMMANDS, GROUPS, TOPICS } from '../command-list.ts';
import { describeCommand } from '../describe-flags.ts';
import type { FlagFacts } from '../describe-schema.ts';
import { listCommandsUnder } from '../find-command.ts';
import { formatFlagLabel, formatFlagText, formatUsage, listRootExamples, ROOT_SUMMARY } from '../help.ts';
import { literal, macro, prose, roffText } from './roff.ts';

/** A manual page, by the name of its file. */
export interface ManPage {
  readonly file: string;
  readonly text: string;
}

/** What stands on every page beside its text. */
export interface Edition {
  readonly version: string;
  /** When it was made, `YYYY-MM-DD`. */
  readonly date: string;
}

const COMMANDS_SECTION = '1';
const TOPICS_SECTION = '7';

/** Columns of an 80 column terminal that are left to text, which stands in. */
const WIDTH = 70;

/** A manual page for the program, each folder of commands, each command and each topic, read off what help is made of. */
export async function manPages(edition: Edition): Promise<readonly ManPage[]> {
  const [root, groups, commands, topics] = await Promise.all([
    rootPage(),
    Promise.all(GROUPS.map(async ({ path, load }) => groupPage(path, (await load()).summary))),
    Promise.all(COMMANDS.map(async ({ path, load }) => commandPage(path, await load()))),
    Promise.all(TOPICS.map(async ({ name, load }) => topicPage(name, await load()))),
  ]);
  return [root, ...groups, ...commands, ...topics].map((page) => finished(page, edition));
}

interface Page {
  readonly name: string;
  readonly section: string;
  readonly summary: string;
  readonly body: readonly string[];
  /** Names of other pages, with their sections. */
  readonly seeAlso: readonly string[];
}

function finished({ name, section, summary, body, seeAlso }: Page, { version, date }: Edition): ManPage {
  const lines = [
    // a date is read as one only as it stands
    `.TH "${roffText(name.toUpperCase())}" ${section} ${date} "crier ${version}" "Crier Manual"`,
    // names of flags are not to be broken, and lines need not end evenly
    '.nh',
    '.ad l',
    macro('SH', 'NAME'),
    `${roffText(name)} \\-`,
    ...prose(summary),
    ...body,
    macro('SH', 'SEE ALSO'),
    ...seeAlso.map((page, at) => reference(page, at === seeAlso.length - 1)),
  ];
  return { file: `${name}.${section}`, text: `${lines.join('\n')}\n` };
}

/** `crier-output(7)`, its name in bold, and a comma behind all but the last. */
function reference(page: string, isLast: boolean): string {
  const [, name = page, section = ''] = /^(.*)\((\d)\)$/.exec(page) ?? [];
  return `.BR ${roffText(name)} (${section})${isLast ? '' : ' ,'}`;
}

function nameOf(path: CommandPath): string {
  return ['crier', ...path].join('-');
}

function commandPage(path: CommandPath, command: Command): Page {
  const { positional, sets } = describeCommand(command);
  const own = sets.filter(({ isOwn }) => isOwn);
  const examples = [...(command.before ?? []), ...command.examples].map((example) => `$ crier ${example}`);
  return {
    name: nameOf(path),
    section: COMMANDS_SECTION,
    summary: command.summary,
    body: [
      ...synopsis(formatUsage(path, positional)),
      ...(command.description === undefined
        ? []
        : [macro('SH', 'DESCRIPTION'), ...text(command.description)]),
      ...listed('ARGUMENTS', positional.map(asItem)),
      ...own.flatMap(({ title, flags }) => listed(title.toUpperCase(), flags.map(asItem))),
      macro('SH', 'SHARED FLAGS'),
      ...prose('Described in crier-flags(7).'),
      ...sets
        .filter(({ isOwn }) => !isOwn)
        .flatMap(({ title, flags }) => [
          macro('TP'),
          roffText(title),
          ...prose(flags.map(({ name }) => name).join(', ')),
        ]),
      macro('SH', 'EXAMPLES'),
      ...literal(examples),
    ],
    seeAlso: [
      'crier(1)',
      ...(path.length > 1 ? [`${nameOf(path.slice(0, -1))}(1)`] : []),
      'crier-flags(7)',
      'crier-output(7)',
      'crier-exit-codes(7)',
    ],
  };
}

async function groupPage(path: CommandPath, summary: string): Promise<Page> {
  const entries = listCommandsUnder(path, COMMANDS);
  return {
    name: nameOf(path),
    section: COMMANDS_SECTION,
    summary,
    body: [...synopsis(['crier', ...path, '<command> [flags]'].join(' ')), ...(await commandItems(entries))],
    seeAlso: ['crier(1)', ...entries.map((entry) => `${nameOf(entry.path)}(1)`)],
  };
}

async function rootPage(): Promise<Page> {
  const exits = Object.entries(EXIT).map(
    ([kind, { code, when }]) => [String(code), `${kind}: ${when}`] as const,
  );
  const topics = await Promise.all(
    TOPICS.map(async ({ name, load }) => [`crier-${name}(7)`, (await load()).summary] as const),
  );
  return {
    name: 'crier',
    section: COMMANDS_SECTION,
    summary: ROOT_SUMMARY,
    body: [
      ...synopsis('crier <command> [flags]'),
      macro('SH', 'DESCRIPTION'),
      ...prose('Without configuration, commands use the built-in sandbox. Each command has its own page.'),
      ...(await commandItems(COMMANDS)),
      ...listed('TOPICS', topics),
      ...listed('EXIT STATUS', exits),
      macro('SH', 'EXAMPLES'),
      ...literal((await listRootExamples()).map((example) => `$ crier ${example}`)),
    ],
    seeAlso: topics.map(([name]) => name),
  };
}

async function commandItems(entries: typeof COMMANDS): Promise<readonly string[]> {
  const items = entries.map(
    async ({ path, load }) => [['crier', ...path].join(' '), (await load()).summary] as const,
  );
  return listed('COMMANDS', await Promise.all(items));
}

function topicPage(name: string, topic: Topic): Page {
  return {
    name: `crier-${name}`,
    section: TOPICS_SECTION,
    summary: topic.summary,
    body: [macro('SH', 'DESCRIPTION'), ...text(topic.text(WIDTH))],
    seeAlso: ['crier(1)'],
  };
}

function synopsis(usage: string): readonly string[] {
  return [macro('SH', 'SYNOPSIS'), roffText(usage)];
}

function listed(head: string, items: readonly (readonly [string, string])[]): readonly string[] {
  if (items.length === 0) return [];
  return [
    macro('SH', head),
    ...items.flatMap(([name, about]) => ['.TP', `.B ${roffText(name)}`, ...prose(about)]),
  ];
}

function asItem(flag: FlagFacts): readonly [string, string] {
  return [flag.name.startsWith('-') ? formatFlagLabel(flag).trim() : flag.name, formatFlagText(flag)];
}

const MARGIN = '  ';

/** Text as help has it: paragraphs, and lines that stand in as they are, with or without a head above them. */
function text(whole: string): readonly string[] {
  const parts = whole.trim().split(/\n{2,}/);
  return parts.flatMap((part, at) => {
    const lines = part.split('\n');
    const isLiteral = lines.some((line) => line.startsWith(MARGIN));
    if (!isLiteral) return [...(at === 0 ? [] : ['.PP']), ...prose(part)];
    return runsOf(lines).flatMap(({ isHead, run }, place) =>
      isHead
        ? run.map((line) => macro('SS', line))
        : [...(place === 0 ? ['.PP'] : []), ...literal(run.map((line) => line.slice(MARGIN.length)))],
    );
  });
}

/** Lines one after the other that are all heads, or all stand in. */
function runsOf(
  lines: readonly string[],
): readonly { readonly isHead: boolean; readonly run: readonly string[] }[] {
  const runs: { isHead: boolean; run: string[] }[] = [];
  for (const line of lines) {
    const isHead = !line.startsWith(MARGIN);
    const last = runs.at(-1);
    if (last?.isHead === isHead) last.run.push(line);
    else runs.push({ isHead, run: [line] });
  }
  return runs;
}
