import type {
  CommandNode,
  CompletionTree,
  FlagNode,
} from '../../../../src/cli/framework/argv/completion/completion-tree.ts';
import { listFlags } from '../../../../src/cli/framework/argv/completion/completion-tree.ts';
import { shellWords } from '../../terminal/shell-words.ts';
import type { FuzzRandom } from '../random.ts';

/** A command line, and what is certain about it. */
export interface FuzzedLine {
  readonly words: readonly string[];
  /** Whether it is a dry run in any case: the flag is the first of all, and no word was changed. */
  readonly isDryRun: boolean;
  readonly stdin: string;
}

/** Files of the folder in which lines run; no other path is written to, since the files are real. */
export const FILES: Readonly<Record<string, string>> = {
  'posts.csv': 'text,platforms\nHi,bluesky\n',
  'automation.yaml':
    'name: Guide\ntriggers:\n  - type: comment_keyword\n    postId: all\n    keywords: [GUIDE]\nactions:\n  - type: send_dm\n    message: Hi\n',
  'post.json': '{"post":"Hi","platforms":["bluesky"]}',
  'ids.txt': 'aB3dE6gH9k\n17999000000000456\n',
  'broken.json': '{"post":',
  'binary.png': '\u0089PNG\r\n\u001a\n\0\0',
  empty: '',
};

const PATHS = [
  ...Object.keys(FILES),
  'folder',
  'absent.txt',
  'folder/absent/x.json',
  '-',
  '@post.json',
  '@absent',
  '/dev/null',
];

const HOSTILE = [
  ...[
    '',
    ' ',
    '-',
    '--',
    '---',
    '-1',
    '-0',
    '0',
    '1',
    '1e9',
    '2147483648',
    '9007199254740993',
    '0x10',
    '1.5',
    'NaN',
  ],
  ...[
    '\u001b[31mred',
    'a\u0000b',
    'a\nb',
    '\u202Eabc',
    '\ud800',
    '👩‍👩‍👧',
    'e\u0301',
    '\uFEFFx',
    'ﷺ',
    '\t',
    '%00',
    '%s',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '{{x}}',
    '{{{{',
    '$(id)',
    '`id`',
    '; id',
    '=1+1',
    "'",
    '"',
    '\\',
    '*',
    '@',
    '#',
  ],
  ...[
    'x'.repeat(5_000),
    '[1,2',
    '{"a":1}',
    '.posts[',
    '.[]',
    'true',
    'null',
    'http://127.0.0.1/',
    'https://a.example/x',
  ],
  ...[
    '2026-12-24T17:00:00Z',
    '2026-13-45',
    'tomorrow 9:00',
    '1h',
    '99999999w',
    '0s',
    '24 dec',
    'all',
    'instagram',
    'x,y,,z',
  ],
];

const IDS = ['aB3dE6gH9k', '17999000000000456', '@1', '@0', '@-1', '@999', '1'];

const GENERAL = [
  '--json',
  '-o',
  '--fields',
  '--jq',
  '--help',
  '--yes',
  '--quiet',
  '--verbose',
  '--dry-run',
  '--sandbox',
  '--profile',
];

/** Makes lines from the tree of commands and from their examples: valid, half valid, and hostile. */
export function createLineMaker(
  tree: CompletionTree,
  examples: ReadonlyMap<string, readonly string[]>,
  random: FuzzRandom,
) {
  const pick = (items: readonly string[]) => String(random.pick(items));

  function makeValue(flag: Pick<FlagNode, 'value'> & { names?: readonly string[] }): string {
    const { value } = flag;
    if (random.once(4)) return pick(HOSTILE);
    if (Array.isArray(value) && value.length > 0) return String(value[random.below(value.length)]?.[0]);
    if (flag.names?.some((name) => /file|from|out|body|media|folder/.test(name))) return pick(PATHS);
    return pick(random.once(2) ? IDS : random.once(2) ? PATHS : HOSTILE);
  }

  function makeFlag(command: CommandNode): readonly string[] {
    // a trace is written below the folder of the process, which is not that of the line
    const flags = listFlags(command, tree).filter(({ names }) => !names.includes('--trace-file'));
    const flag = flags[random.below(flags.length)];
    if (flag === undefined || random.once(12))
      return [pick(['--nothing', '--', '-Z', '--=x', '--json=', '-abc', pick(GENERAL)])];
    const name = pick(flag.names);
    if (flag.isSwitch) return random.once(15) ? [`${name}=${pick(['', 'true', 'false', 'x'])}`] : [name];
    const value = makeValue(flag);
    if (random.once(15)) return [name];
    return random.once(3) && name.startsWith('--') ? [`${name}=${value}`] : [name, value];
  }

  function insertAt(words: string[], extra: readonly string[], from: number): void {
    words.splice(from + random.below(words.length - from + 1), 0, ...extra);
  }

  return (): FuzzedLine => {
    const command = tree.commands[random.below(tree.commands.length)];
    if (command === undefined) throw new Error('no command');
    const own = examples.get(command.path.join(' ')) ?? [];
    const isExample = own.length > 0 && !random.once(3);
    const words: string[] = isExample
      ? [...shellWords(pick(own))]
      : [...command.path, ...command.arguments.flatMap((each) => (random.once(5) ? [] : [makeValue(each)]))];
    for (let more = random.below(4); more > 0; more -= 1)
      insertAt(words, makeFlag(command), random.once(6) ? 0 : command.path.length);
    if (random.once(3))
      insertAt(
        words,
        random.once(2) ? ['--json'] : ['-o', pick(['json', 'ndjson', 'csv', 'tsv', 'md', 'html'])],
        command.path.length,
      );
    if (random.once(5)) words.splice(random.below(words.length), 1);
    if (random.once(6)) words[random.below(words.length)] = pick(HOSTILE);
    if (random.once(8)) insertAt(words, [pick(words)], 0);
    const isDryRun =
      random.once(4) &&
      command.path.every((word, at) => words[at] === word) &&
      !words.some((word) => word.startsWith('--dry-run='));
    if (isDryRun) words.splice(command.path.length, 0, '--dry-run');
    return { words, isDryRun, stdin: random.once(2) ? 'aB3dE6gH9k\n' : pick(HOSTILE) };
  };
}
