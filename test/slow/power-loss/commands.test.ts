import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { crier } from '../../support/crier.ts';
import {
  type JudgedImages,
  judgeImages,
  type LostImage,
  withoutSyncs,
} from '../../support/power-loss/images.ts';
import {
  findMissing,
  findMoment,
  findTorn,
  type ReadState,
  readFiles,
  readRows,
  type TracedCommand,
  type TracedCommands,
  traceCommands,
} from '../../support/power-loss/traced-commands.ts';
import { canTrace, runInImage } from '../../support/power-loss/traced-process.ts';
import { REAL_TIME } from '../../support/real-time.ts';
import { scaled } from '../../support/scale.ts';
import { testSeed } from '../../support/test-seed.ts';

/** `CRIER_POWER_IMAGES` sets it: a release has 500 of each. */
const IMAGES = Number(process.env['CRIER_POWER_IMAGES'] ?? scaled(8, 100));
const BROKEN_IMAGES = 16;
const TIMEOUT_MS = 240_000 + IMAGES * 1_000;

/** Commands that write something, and what must hold of it in each image. */
interface WritingCommands {
  /** Make what the others need: power does not fail meanwhile. */
  readonly before?: readonly TracedCommand[];
  readonly commands: readonly TracedCommand[];
  readonly readState: ReadState;
  readonly judge: (
    traced: TracedCommands,
    image: LostImage,
    readState: ReadState,
  ) => readonly string[] | Promise<readonly string[]>;
  /** Whether images are made around changes of the sandbox's store, too. */
  readonly isOfStore?: boolean;
  /** Run in some images, and must succeed there. */
  readonly check: readonly (readonly string[])[];
}

/** Splits at spaces. */
const toCommand = (line: string, more: Omit<TracedCommand, 'words'> = {}): TracedCommand => ({
  words: line.split(' '),
  ...more,
});
const FREEZE = toCommand(`sandbox clock set ${new Date().toISOString()}`);
const POSTS = ['Sp7kQm2XvLr9TzBd4HnW', 'Gv3rPq7YsKa5MdHt8ZwE', 'Mn5cTy8LrWb2QzHp6KsD'];
const COMMENTS = ['18054973922452013', '18140876160314203'];

const STORE = 'state/sandbox/sandbox.db';
const ARCHIVES = ['comments.db', 'state/archives/sandbox/primary.sqlite'];
const readArchives: ReadState = (home) =>
  readRows(
    home,
    Object.fromEntries(ARCHIVES.map((name) => [name, 'select id from comments order by place'])),
  );

/** What "automations export" writes of the sample. */
const BRAND = [
  'brew-guide-on-request.yaml',
  'story-thank-you.yaml',
  'wholesale-price-list.yaml',
  'crier.lock',
].map((name) => `brand/${name}`);

const readWhole: ReadState = (home) =>
  readRows(home, {
    [STORE]: `select 'profile ' || title from profiles union all select id || about_json from posts
              union all select id || name from automations union all select name || value from keys`,
  });

/** What was replaced is kept beside it, whole. */
function judgeImport(traced: TracedCommands, image: LostImage, readState: ReadState): readonly string[] {
  const faults = findTorn(traced, image, readState);
  if (readState(image.folder).get(STORE) !== traced.states.at(-1)?.get(STORE)) return faults;
  const folder = join(image.folder, dirname(STORE));
  const copies = readdirSync(folder).filter((name) => name.includes('.replaced-') && !name.endsWith('.new'));
  const kept = copies.map((name) => readRows(folder, { [name]: 'select title from profiles' }).get(name));
  return kept.some((titles) => titles?.includes(REPLACED))
    ? faults
    : [...faults, 'no copy of what was replaced is there'];
}

const REPLACED = 'Made after the export';

/** All that runs by itself. */
const readRunning: ReadState = (home) =>
  readRows(home, {
    [STORE]: `select id, active from automations
              union all select id, about_json ->> '$.status' from posts
              union all select profile, active || message from auto_responses`,
  });

const readRepeated: ReadState = (home) =>
  readRows(home, { [STORE]: 'select id, about_json from posts order by id' });

const SUBJECTS: Readonly<Record<string, WritingCommands>> = {
  'files that are exported': {
    before: [FREEZE, toCommand(`comments done ${COMMENTS[0]} --sandbox`)],
    commands: [
      toCommand('posts export --file week.yaml --sandbox'),
      toCommand('handover export team.json --sandbox'),
      toCommand('handover export team.json --sandbox --yes'),
      toCommand('sandbox export shop.crier --yes'),
      toCommand('automations export --folder brand --sandbox'),
    ],
    readState: (home) => readFiles(home, ['week.yaml', 'team.json', 'shop.crier', ...BRAND]),
    judge: findTorn,
    check: [['handover', 'export', 'team.json', '--sandbox', '--yes']],
  },
  'an imported sandbox, and the copy of what it replaced,': {
    before: [
      FREEZE,
      toCommand('sandbox export shop.crier'),
      { words: ['profiles', 'create', REPLACED, '--sandbox'] },
      toCommand('posts create --platform bluesky --text Later --sandbox --yes'),
    ],
    commands: [toCommand('sandbox import shop.crier --yes')],
    isOfStore: true,
    readState: readWhole,
    judge: judgeImport,
    check: [['posts', 'list', '--sandbox', '--json']],
  },
  'settings with keys, aliases, saved replies and marks': {
    before: [FREEZE],
    commands: [
      toCommand('login --context work --base-url https://api.example.com/api --api-key-file - --no-verify', {
        stdin: 'KEY-0123-4567-89AB-CDEF\n',
      }),
      toCommand('config set webhook-secret --file - --context work', { stdin: 'a-secret-of-the-run\n' }),
      toCommand('config set plan launch --context work'),
      { words: ['alias', 'set', 'mine', 'posts list'] },
      toCommand('replies save hours --text Nine'),
      toCommand(`comments done ${COMMENTS[0]} --sandbox`),
      toCommand(`comments done ${COMMENTS[0]} ${COMMENTS[1]} --sandbox`),
      toCommand('comments watch Sp7kQm2XvLr9TzBd4HnW --once --sandbox -o ndjson', { isStream: true }),
    ],
    readState: (home) => readFiles(home, ['config/config.json', 'state/done.json', 'config/replies.json']),
    judge: findTorn,
    check: [
      ['config', 'list'],
      ['config', 'set', 'update-notice', 'off'],
      ['comments', 'done', COMMENTS[0] ?? '', '--undo', '--sandbox'],
    ],
  },
  'archives of comments': {
    before: [FREEZE],
    commands: [
      toCommand('comments export --posts 2 --allow-partial --sandbox --file comments.db'),
      toCommand('comments export --posts 20 --allow-partial --sandbox --file comments.db'),
      toCommand('comments export --posts 20 --allow-partial --sandbox'),
      toCommand('comments archive delete --contains the --yes --sandbox'),
    ],
    readState: readArchives,
    judge: findMissing,
    check: [['comments', 'export', '--posts', '20', '--allow-partial', '--sandbox', '--file', 'comments.db']],
  },
  'an archive in lines, and marks that a team shares': {
    before: [FREEZE, toCommand('config set done-file $HOME/team.ndjson')],
    commands: [
      toCommand('comments export --posts 2 --allow-partial --sandbox --file comments.ndjson'),
      toCommand('comments export --posts 20 --allow-partial --sandbox --file comments.ndjson'),
      toCommand(`comments done ${COMMENTS[0]} --sandbox`),
      toCommand(`comments done ${COMMENTS[1]} --sandbox`),
    ],
    readState: (home) => readFiles(home, ['comments.ndjson', 'team.ndjson']),
    judge: judgeLines,
    check: [
      ['comments', 'export', '--posts', '20', '--allow-partial', '--sandbox', '--file', 'comments.ndjson'],
    ],
  },
  'a pause, and bringing back what it stopped': {
    before: [
      FREEZE,
      {
        words: 'posts create --platform bluesky --text Later --schedule'
          .split(' ')
          .concat('in 3 days', '--sandbox'),
      },
      toCommand('messages autoresponse --on --text Monday --sandbox'),
    ],
    commands: [
      toCommand('pause --yes --sandbox'),
      toCommand('resume --yes --sandbox'),
      toCommand('pause --yes --sandbox'),
    ],
    readState: readRunning,
    judge: judgePause,
    check: [['status', '--all-profiles', '--sandbox']],
  },
  'changes that --resume records': {
    before: [FREEZE],
    commands: [
      toCommand('posts delete --ids-from - --resume deleted.ndjson --yes --sandbox', {
        stdin: POSTS.join('\n'),
      }),
    ],
    readState: readRepeated,
    judge: (traced, image, readState) => [
      ...findMissing(traced, image, readState),
      ...findUnrecorded(traced, image, readState),
    ],
    check: [],
  },
};

/** Up to a line that was cut short, which NULs show too: what is behind it was not synced yet. */
function keepWholeLines(state: ReturnType<ReadState>): ReturnType<ReadState> {
  return new Map(
    [...state].map(([name, text]) => {
      const known = text?.split('\0', 1)[0];
      return [name, known === undefined ? null : known.slice(0, known.lastIndexOf('\n') + 1)];
    }),
  );
}

async function judgeLines(traced: TracedCommands, image: LostImage, readState: ReadState) {
  const faults = findMissing(traced, image, (home) => keepWholeLines(readState(home)));
  const archive = join(image.folder, 'comments.ndjson');
  const isTorn = existsSync(archive) && readFileSync(archive).includes(0);
  if (!isTorn) return faults;
  const again = 'comments export --posts 20 --allow-partial --sandbox --file comments.ndjson';
  const { stderr } = await runInFolder(image.folder, again);
  const found = readIds(readFileSync(archive, 'utf8'));
  const wanted = readIds(traced.states.at(-1)?.get('comments.ndjson') ?? '');
  const missing = [...wanted].filter((id) => !found.has(id)).length;
  return missing === 0 ? faults : [...faults, `the next export leaves ${missing} comments out: ${stderr}`];
}

/** Of the lines that are whole: torn ones, which NULs show, stay. */
function readIds(text: string): ReadonlySet<string> {
  const whole = text.split('\n').filter((line) => line !== '' && !line.includes('\0'));
  return new Set(whole.map((line) => (JSON.parse(line) as { id: string }).id)); // a row of the archive
}

const runInFolder = (folder: string, line: string) =>
  crier(line, {
    env: { CRIER_STATE_DIR: join(folder, 'state'), CRIER_CONFIG_DIR: join(folder, 'config') },
    folder,
    onDisk: true,
    clock: REAL_TIME,
  });

/** What a pause stopped, also one that was interrupted, is brought back, and nothing else. */
async function judgePause(traced: TracedCommands, image: LostImage, readState: ReadState) {
  const torn = findMoment(traced, image.place);
  const wanted = traced.states[torn.reported === torn.begun ? torn.reported : -1];
  const lost =
    wanted === undefined || wanted.get(STORE) === readState(image.folder).get(STORE)
      ? []
      : ['what a command reported is not so'];
  const { exitCode, stderr } = await runInFolder(image.folder, 'resume --yes --sandbox');
  const isBack = traced.states[0]?.get(STORE) === readState(image.folder).get(STORE);
  return isBack
    ? lost
    : [...lost, `not all runs again after a resume, which ended with ${exitCode}: ${stderr}`];
}

/** A change that no record has would be made again. */
function findUnrecorded(traced: TracedCommands, { folder }: LostImage, readState: ReadState) {
  const before = new Set(traced.states[0]?.get(STORE)?.split('\n'));
  const changed = (readState(folder).get(STORE) ?? '').split('\n').filter((row) => !before.has(row));
  const file = join(folder, 'deleted.ndjson');
  const record = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return changed.flatMap((row) => {
    const id = row.split(' ')[0] ?? '';
    return record.includes(`${id}","status"`)
      ? []
      : [`the change of ${id} would be made again without a mark`];
  });
}

describe.skipIf(!canTrace)('a power failure of commands', { tags: ['T3'] }, () => {
  const seed = testSeed();
  let home: string;
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  // tracing takes most of the time
  test.each(Object.entries(SUBJECTS).slice(0, scaled(1, 100)))(
    `%s are lost neither as a whole nor in part (seed ${seed})`,
    { timeout: TIMEOUT_MS },
    async (_name, { before = [], commands, isOfStore = false, readState, judge, check }) => {
      home = mkdtempSync(join(tmpdir(), 'crier-power-'));
      const whole = await traceCommands(home, [...before, ...commands], readState);
      const from = whole.places[before.length]?.begun ?? 0;
      const traced = {
        ...whole,
        places: whole.places.slice(before.length),
        states: whole.states.slice(before.length),
      };
      const root = join(home, 'home');
      const isNear = (path: string) =>
        path.startsWith(root) && path.startsWith(join(root, STORE)) === isOfStore;
      const judgeSome = (events: TracedCommands['events'], count: number): Promise<JudgedImages> =>
        judgeImages(events, { root, count, seed, from, isNear }, async (image) => [
          ...(await judge(traced, image, readState)),
          ...(image.isStarted ? check.flatMap((words) => runInImage(image.folder, words)) : []),
        ]);
      const { faults, images } = await judgeSome(whole.events, IMAGES);
      expect({ seed, faults, images }).toEqual({ seed, faults: [], images: IMAGES });
      const broken = await judgeSome(withoutSyncs(whole.events), BROKEN_IMAGES);
      expect(broken.faults.length).toBeGreaterThan(0);
    },
  );
});
