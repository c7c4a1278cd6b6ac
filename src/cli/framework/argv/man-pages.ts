import { EXIT } from '../../../errors.ts';
import type { Command, CommandPath, Topic } from '../command/command.ts';
import { listCommandsUnder, listExamples } from '../command/command.ts';
import { COMMANDS, TOPICS } from '../command/command-list.ts';
import { GROUPS } from '../command/groups.ts';
import type { FlagFacts } from '../input/flags/describe-schema.ts';
import { wrap } from '../output/text/wrap.ts';
import { describeCommand } from './describe-command.ts';
import { formatFlagLabel, formatFlagText, formatUsage } from './flag-texts.ts';
import { formatReferenceHint, listRootExamples, ROOT_SUMMARY } from './help.ts';

/** A manual page and its file name. */
export interface ManPage {
  readonly file: string;
  readonly text: string;
}

/** Version and date for the footer of every page. */
interface ManualEdition {
  readonly version: string;
  /** Date of the build, `YYYY-MM-DD`. */
  readonly date: string;
}

const COMMANDS_SECTION = '1';
const TOPICS_SECTION = '7';

/** Width of indented text on a terminal with 80 columns. */
const WIDTH = 70;

/**
 * Renders a manual page for the program, each group, each command and each topic, from the same data as help.
 */
export async function renderManPages(edition: ManualEdition): Promise<readonly ManPage[]> {
  const [root, groups, commands, topics] = await Promise.all([
    buildRootPage(),
    Promise.all(GROUPS.map(({ path, summary }) => buildGroupPage(path, summary))),
    Promise.all(COMMANDS.map(async ({ path, load }) => buildCommandPage(path, await load()))),
    Promise.all(TOPICS.map(async ({ name, load }) => buildTopicPage(name, await load()))),
  ]);
  return [root, ...groups, ...commands, ...topics].map((page) => finishPage(page, edition));
}

interface ManPageContent {
  readonly name: string;
  readonly section: string;
  readonly summary: string;
  readonly body: readonly string[];
  /** Names of other pages, with their sections. */
  readonly seeAlso: readonly string[];
}

function finishPage(
  { name, section, summary, body, seeAlso }: ManPageContent,
  { version, date }: ManualEdition,
): ManPage {
  const lines = [
    // a date must not be quoted or escaped
    `.TH "${escapeRoff(name.toUpperCase())}" ${section} ${date} "crier ${version}" "Crier Manual"`,
    // no hyphenation of flag names, and no justification
    '.nh',
    '.ad l',
    formatMacro('SH', 'NAME'),
    `${escapeRoff(name)} \\-`,
    ...formatProse(summary),
    ...body,
    formatMacro('SH', 'SEE ALSO'),
    ...seeAlso.map((page, at) => formatReference(page, at === seeAlso.length - 1)),
  ];
  return { file: `${name}.${section}`, text: `${lines.join('\n')}\n` };
}

/** Formats a reference such as `crier-output(7)`, with a comma after all but the last. */
function formatReference(page: string, isLast: boolean): string {
  const [, name = page, section = ''] = /^(.*)\((\d)\)$/.exec(page) ?? [];
  return `.BR ${escapeRoff(name)} (${section})${isLast ? '' : ' ,'}`;
}

function toPageName(path: CommandPath): string {
  return ['crier', ...path].join('-');
}

function buildCommandPage(path: CommandPath, command: Command): ManPageContent {
  const { positional, sets } = describeCommand(command);
  const own = sets.filter(({ isOwn }) => isOwn);
  const examples = listExamples(command).map((example) => `$ crier ${example}`);
  return {
    name: toPageName(path),
    section: COMMANDS_SECTION,
    summary: command.summary,
    body: [
      ...formatSynopsis(['crier', ...path, formatUsage(positional)].join(' ')),
      ...(command.description === undefined
        ? []
        : [formatMacro('SH', 'DESCRIPTION'), ...formatText(command.description)]),
      ...formatText(formatReferenceHint(command)),
      ...formatList('ARGUMENTS', positional.map(toItem)),
      ...own.flatMap(({ title, flags }) => formatList(title.toUpperCase(), flags.map(toItem))),
      formatMacro('SH', 'SHARED FLAGS'),
      ...formatProse('Described in crier-flags(7).'),
      ...sets
        .filter(({ isOwn }) => !isOwn)
        .flatMap(({ title, flags }) => [
          formatMacro('TP'),
          escapeRoff(title),
          ...formatProse(flags.map(({ name }) => name).join(', ')),
        ]),
      formatMacro('SH', 'EXAMPLES'),
      ...formatLiteral(examples),
    ],
    seeAlso: [
      'crier(1)',
      ...(path.length > 1 ? [`${toPageName(path.slice(0, -1))}(1)`] : []),
      'crier-flags(7)',
      'crier-output(7)',
      'crier-exit-codes(7)',
    ],
  };
}

async function buildGroupPage(path: CommandPath, summary: string): Promise<ManPageContent> {
  const entries = listCommandsUnder(path, COMMANDS);
  return {
    name: toPageName(path),
    section: COMMANDS_SECTION,
    summary,
    body: [
      ...formatSynopsis(['crier', ...path, '<command> [flags]'].join(' ')),
      ...(await listCommandItems(entries)),
    ],
    seeAlso: ['crier(1)', ...entries.map((entry) => `${toPageName(entry.path)}(1)`)],
  };
}

async function buildRootPage(): Promise<ManPageContent> {
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
      ...formatSynopsis('crier <command> [flags]'),
      formatMacro('SH', 'DESCRIPTION'),
      ...formatProse(
        'Without configuration, commands on a terminal use the built-in sandbox. Each command has its own page.',
      ),
      ...(await listCommandItems(COMMANDS)),
      ...formatList('TOPICS', topics),
      ...formatList('EXIT STATUS', exits),
      formatMacro('SH', 'EXAMPLES'),
      ...formatLiteral((await listRootExamples()).map((example) => `$ crier ${example}`)),
    ],
    seeAlso: topics.map(([name]) => name),
  };
}

async function listCommandItems(entries: typeof COMMANDS): Promise<readonly string[]> {
  const items = entries.map(
    async ({ path, load }) => [['crier', ...path].join(' '), (await load()).summary] as const,
  );
  return formatList('COMMANDS', await Promise.all(items));
}

async function buildTopicPage(name: string, topic: Topic): Promise<ManPageContent> {
  return {
    name: `crier-${name}`,
    section: TOPICS_SECTION,
    summary: topic.summary,
    body: [formatMacro('SH', 'DESCRIPTION'), ...formatText(await topic.text(WIDTH))],
    seeAlso: ['crier(1)'],
  };
}

function formatSynopsis(usage: string): readonly string[] {
  return [formatMacro('SH', 'SYNOPSIS'), escapeRoff(usage)];
}

function formatList(head: string, items: readonly (readonly [string, string])[]): readonly string[] {
  if (items.length === 0) return [];
  return [
    formatMacro('SH', head),
    ...items.flatMap(([name, about]) => ['.TP', `.B ${escapeRoff(name)}`, ...formatProse(about)]),
  ];
}

function toItem(flag: FlagFacts): readonly [string, string] {
  return [flag.name.startsWith('-') ? formatFlagLabel(flag).trim() : flag.name, formatFlagText(flag)];
}

const MARGIN = '  ';

/** Converts help text: paragraphs, and indented literal lines with or without a heading. */
function formatText(whole: string): readonly string[] {
  const parts = whole.trim().split(/\n{2,}/);
  return parts.flatMap((part, at) => {
    const lines = part.split('\n');
    const isLiteral = lines.some((line) => line.startsWith(MARGIN));
    if (!isLiteral) return [...(at === 0 ? [] : ['.PP']), ...formatProse(part)];
    return groupLines(lines).flatMap(({ isHead, run }, place) =>
      isHead
        ? run.map((line) => formatMacro('SS', line))
        : [...(place === 0 ? ['.PP'] : []), ...formatLiteral(run.map((line) => line.slice(MARGIN.length)))],
    );
  });
}

/** Groups consecutive lines that are all headings, or all indented. */
function groupLines(
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

/** Characters that are special to roff, or typeset as characters that cannot be copied back. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/** Escapes one line of text so that roff prints it literally, also when it starts like a request. */
export function escapeRoff(text: string): string {
  const safe = text.replaceAll(
    /[\\\-'`^~"]|[^\x20-\x7E]/gu,
    (char) => ESCAPES[char] ?? escapeCodePoint(char),
  );
  return safe.startsWith('.') ? `\\&${safe}` : safe;
}

function escapeCodePoint(char: string): string {
  return `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Formats a macro call with quoted arguments. */
export function formatMacro(name: string, ...values: readonly string[]): string {
  return [`.${name}`, ...values.map((value) => `"${escapeRoff(value)}"`)].join(' ');
}

/** Formats prose, which roff fills. Each sentence starts on a new line, which is how roff detects its end. */
export function formatProse(text: string): readonly string[] {
  const sentences = text.trim().split(/(?<=[.?!:])\s+(?=[A-Z"])/);
  return sentences
    .flatMap((sentence) => wrap(sentence.replaceAll(/\s+/g, ' '), LONGEST_LINE))
    .map(escapeRoff);
}

/** Leaves room for escapes: lines of roff source should have at most 80 bytes. */
const LONGEST_LINE = 64;

/** Formats literal lines. Hyphenation is turned off again after them. */
export function formatLiteral(lines: readonly string[]): readonly string[] {
  return ['.EX', ...lines.map(escapeRoff), '.EE', '.nh'];
}
