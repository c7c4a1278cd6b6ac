import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listTypeNames } from '../support/declarations.ts';
import { type SourceFile, toSourceFile } from '../support/read-source.ts';

/** What can be counted in a folder of sources without running it. */
export interface HouseCounts {
  readonly files: number;
  readonly lines: number;
  readonly medianLines: number;
  readonly p90Lines: number;
  /** Every folder with the files that are directly in it, the largest first. */
  readonly folders: readonly FolderSize[];
  /** Files that exactly one other file imports, types and dynamic imports included. */
  readonly singleImporter: readonly string[];
  /** Those of them whose importer is in the same folder. */
  readonly singleImporterInFolder: number;
  readonly declaredTypes: number;
  /** Type names that are declared more than once, with the number of their declarations. */
  readonly sharedTypeNames: Readonly<Record<string, number>>;
  /** Groups of files that import each other, type imports included: the strongly connected components. */
  readonly cycles: readonly (readonly string[])[];
  /** The same without type imports. */
  readonly cyclesAtRunTime: readonly (readonly string[])[];
  /** Types that take members of another: `Pick<…>`. */
  readonly slices: number;
  /** Interfaces that one place uses. */
  readonly usedOnce: readonly string[];
  /** Interfaces with methods that one function returns, and no other. */
  readonly singleMaker: readonly string[];
  /** Functions of more than 60 lines, as `file:line`. */
  readonly longFunctions: readonly string[];
  readonly commands: number;
  /** Lines of the command line for each command. */
  readonly linesACommand: number;
  /** Imports of features in the framework of the command line. */
  readonly featuresInFramework: number;
}

interface FolderSize {
  readonly path: string;
  readonly files: number;
}

interface ImportEdge {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/** @param root the folder of the sources; paths in the result are relative to it */
export function countHouse(root: string): HouseCounts {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  const texts = paths.map((path) => readFileSync(join(root, path), 'utf8'));
  const lengths = texts.map(countLines).toSorted((one, other) => one - other);
  const sources = paths.map((path, index) => toSourceFile(path, texts[index] ?? ''));
  const edges = sources.flatMap((source) => listImports(source, new Set(paths)));
  const commands = paths.filter((path) => /^cli\/features\/\w+\/commands\//.test(path)).length;
  const linesOfCli = paths.reduce(
    (sum, path, index) => sum + (path.startsWith('cli/') ? countLines(texts[index] ?? '') : 0),
    0,
  );
  return {
    files: paths.length,
    lines: lengths.reduce((sum, length) => sum + length, 0),
    medianLines: findPercentile(lengths, 0.5),
    p90Lines: findPercentile(lengths, 0.9),
    folders: countFolders(paths),
    ...countSingleImporters(edges),
    ...countTypeNames(sources),
    cycles: findCycles(paths, edges),
    cyclesAtRunTime: findCycles(
      paths,
      edges.filter(({ isTypeOnly }) => !isTypeOnly),
    ),
    ...countInterfaces(sources),
    longFunctions: sources.flatMap((source, index) => listLongFunctions(source.path, texts[index] ?? '')),
    commands,
    linesACommand: Math.round(linesOfCli / Math.max(1, commands)),
    featuresInFramework: edges.filter(
      ({ from, to }) => from.startsWith('cli/framework/') && to.startsWith('cli/features/'),
    ).length,
  };
}

/** Names of types are unique in the tree, so words are counted: the declaration, and its uses outside of imports. */
function countInterfaces(
  sources: readonly SourceFile[],
): Pick<HouseCounts, 'slices' | 'usedOnce' | 'singleMaker'> {
  const code = sources.map((source) => source.code.replace(/^import\b[^;]*;/gm, '')).join('\n');
  const words = Map.groupBy(code.match(/\b[A-Z]\w+/g) ?? [], (word) => word);
  const makers = Map.groupBy(
    [...code.matchAll(/\): (?:Promise<)?([A-Z]\w+)>? (?:\{|=>)/g)].map(([, name = '']) => name),
    (name) => name,
  );
  const interfaces = [...code.matchAll(/^(?:export )?interface (\w+)[^{]*\{(?<body>[\s\S]*?)^\}/gm)].map(
    ([, name = '', body = '']) => ({ name, hasMethods: /^ {2}\w+(?:<[^(]*>)?\(/m.test(body) }),
  );
  return {
    slices: words.get('Pick')?.length ?? 0,
    usedOnce: interfaces.filter(({ name }) => words.get(name)?.length === 2).map(({ name }) => name),
    singleMaker: interfaces
      .filter(({ name, hasMethods }) => hasMethods && makers.get(name)?.length === 1)
      .map(({ name }) => name),
  };
}

const LONG_FUNCTION = 60;
/** The first line of a function that has a body of its own, as the formatter writes it, and its indentation. */
const FUNCTION =
  /^(?<indent> *)(?:(?:export |default |async )*function\b|(?!.*\b(?:if|for|while|switch|catch)\b)(?:async )?\*?\w+\(.*\{$|.*=> \{$)/;

function listLongFunctions(path: string, text: string): readonly string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const indent = FUNCTION.exec(line)?.groups?.['indent'];
    const end = lines.findIndex(
      (other, place) => place > at && /^ *\}[);,]*$/.test(other) && other.indexOf('}') === indent?.length,
    );
    return end - at >= LONG_FUNCTION ? [`${path}:${at + 1}`] : [];
  });
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The nearest rank. @param sorted ascending */
function findPercentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

function countFolders(paths: readonly string[]): readonly FolderSize[] {
  return [...Map.groupBy(paths, dirname)]
    .map(([path, { length }]) => ({ path, files: length }))
    .toSorted((one, other) => other.files - one.files);
}

function countSingleImporters(
  edges: readonly ImportEdge[],
): Pick<HouseCounts, 'singleImporter' | 'singleImporterInFolder'> {
  const importers = [...Map.groupBy(edges, ({ to }) => to)].map(
    ([path, found]) => [path, [...new Set(found.map(({ from }) => from))]] as const,
  );
  const single = importers.filter(([, { length }]) => length === 1);
  const inFolder = single.filter(([path, from]) => from.every((each) => dirname(each) === dirname(path)));
  return {
    singleImporter: single.map(([path]) => path).toSorted(),
    singleImporterInFolder: inFolder.length,
  };
}

function countTypeNames(
  sources: readonly SourceFile[],
): Pick<HouseCounts, 'declaredTypes' | 'sharedTypeNames'> {
  const names = sources.flatMap(listTypeNames);
  const shared = [...Map.groupBy(names, (name) => name)].filter(([, { length }]) => length > 1);
  return {
    declaredTypes: names.length,
    sharedTypeNames: Object.fromEntries(shared.map(([name, { length }]) => [name, length])),
  };
}

/** `… from '…'`, with the word `type` before the names; `import('…')`, behind `typeof` or as a type too; `import '…'`. */
const IMPORT =
  /^(?:import|export)\s+(type\s)?[^;'"]*?\bfrom\s+"([^"]+)"|(\btypeof\s+)?\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm;

/** The files of the folder that a file imports, each time that it does. */
function listImports({ path, pieces }: SourceFile, known: ReadonlySet<string>): readonly ImportEdge[] {
  const code = pieces
    .map(({ kind, text }) => (kind === 'code' ? text : kind === 'text' ? JSON.stringify(text) : ''))
    .join('');
  return [...code.matchAll(IMPORT)].flatMap(([, typeOnly, named, ofType, called, bare]) => {
    const name = named ?? called ?? bare ?? '';
    const to = normalize(join(dirname(path), name)).replaceAll('\\', '/');
    const isTypeOnly = typeOnly !== undefined || ofType !== undefined;
    return name.startsWith('.') && known.has(to) ? [{ from: path, to, isTypeOnly }] : [];
  });
}

/** Tarjan's algorithm; a component of one file counts when the file imports itself. */
function findCycles(paths: readonly string[], edges: readonly ImportEdge[]): readonly (readonly string[])[] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const index = order.size;
    let low = index;
    order.set(path, index);
    open.push(path);
    for (const { to } of next.get(path) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (open.includes(to)) low = Math.min(low, order.get(to) ?? low);
    }
    lowest.set(path, low);
    if (low === index) {
      const group = open.splice(open.indexOf(path));
      const isCycle = group.length > 1 || next.get(path)?.some(({ to }) => to === path);
      if (isCycle) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const path of paths) if (!order.has(path)) visit(path);
  return cycles.toSorted((one, other) => other.length - one.length);
}
