import { join } from 'node:path';
import type { ArchivedComment } from '../../../src/cli/features/comments/archive/comment-archive.ts';
import { searchArchives } from '../../../src/cli/features/comments/archive/search-archives.ts';
import { openSqliteArchive } from '../../../src/cli/features/comments/archive/sqlite-archive.ts';
import { parseSearch } from '../../../src/domain/text/search-tokens.ts';
import { median } from '../measure.ts';
import { openPlace } from '../place.ts';
import { type Bench, result } from '../result.ts';

/** Most searches find more in it than are counted. */
const FEW = 30_000;
/** A million take minutes to archive. */
const [MANY, BUDGET] = process.env['CRIER_CHAOS'] === '1' ? [1_000_000, 6] : [100_000, 2];
const BATCH = 10_000;
const FIRST_MS = Date.UTC(2024, 0, 1);
const SECONDS_APART = 60;
const LANGUAGES = [
  ['the', 'oat', 'milk', 'is', 'so', 'good', 'in', 'this', 'café', 'latte', 'winter', '🥛', '#oatmilk'],
  ['我', '爱', '燕麦', '牛奶', '咖啡', '冬天', '的', '很', '好喝'],
];
const SEARCHES = [
  'the',
  'oat milk',
  '"oat milk"',
  'cafe -latte',
  'lat*',
  '燕麦',
  '奶',
  '#oatmilk',
  'word4711',
];

/** The newest 25 matches of several searches, in an archive of many comments against in one of few. */
export const ARCHIVE_SEARCH: Bench = {
  id: 'P16',
  async run(rounds) {
    const place = openPlace();
    const [few = '', many = ''] = [FEW, MANY].map((count) =>
      fill(join(place.folder, `${count}.sqlite`), count),
    );
    const [ofFew, ofMany]: [number[][], number[][]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ofFew.push(SEARCHES.map((words) => timeSearch(few, words)));
      ofMany.push(SEARCHES.map((words) => timeSearch(many, words)));
    }
    place.remove();
    const [each, againstEach] = [medians(ofMany), medians(ofFew)];
    const [ms, againstMs] = [sum(each), sum(againstEach)];
    const slowest = Math.max(...each);
    return [
      result({
        id: 'P16',
        what: `search in an archive of ${MANY}, against ${FEW}`,
        figure: ms / againstMs,
        unit: 'x',
        budget: BUDGET,
        goal: 1.2,
        detail: `${ms.toFixed(1)} ms against ${againstMs.toFixed(1)} for ${SEARCHES.length} searches; the slowest, ${SEARCHES[each.indexOf(slowest)]}: ${slowest.toFixed(1)} ms`,
      }),
    ];
  },
};

/** Of each search, over the rounds. */
const medians = (rounds: readonly (readonly number[])[]) =>
  SEARCHES.map((_, at) => median(rounds.map((round) => round[at] ?? 0)));

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function timeSearch(file: string, words: string): number {
  const filter = {
    query: parseSearch(words),
    platforms: [],
    from: undefined,
    post: undefined,
    since: Number.NEGATIVE_INFINITY,
    until: Number.POSITIVE_INFINITY,
    profile: null,
    isMissing: false,
  };
  const startedAt = performance.now();
  searchArchives([file], filter, { sort: 'time', limit: 25, cursor: undefined });
  return performance.now() - startedAt;
}

function fill(file: string, count: number): string {
  const archive = openSqliteArchive({ file, isDryRun: false });
  for (let at = 0; at < count; at += BATCH)
    archive.add(Array.from({ length: BATCH }, (_, index) => createComment(at + index)));
  archive.close();
  return file;
}

function createComment(number: number): ArchivedComment {
  const words = LANGUAGES[number % 8 === 0 ? 1 : 0] ?? [];
  const chosen = Array.from(
    { length: 8 },
    (_, place) => words[(number * (place + 7) + place * place) % words.length],
  );
  return {
    platform: number % 3 === 0 ? 'instagram' : 'youtube',
    id: `c${number}`,
    profile: null,
    postId: `p${Math.floor(number / 2_000)}`,
    post: 'The new roast of this winter',
    parentId: null,
    author: {
      id: `u${number % 7_919}`,
      name: null,
      handle: `user${number % 7_919}`,
      url: null,
      avatarUrl: null,
      isMe: false,
    },
    text: `${chosen.join(number % 8 === 0 ? '' : ' ')} word${number % 9_973}`,
    createdAt: new Date(FIRST_MS + number * SECONDS_APART * 1_000).toISOString().replace('.000', ''),
    likes: number % 50,
    replyCount: 0,
    url: null,
    extra: {},
    archivedAt: '2026-09-21T14:13:20Z',
  };
}
