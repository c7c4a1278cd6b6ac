import { isRecord, type LooseRecord } from '../../domain/json/loose-record.ts';
import type { Random } from '../generate-ids.ts';

/** Public addresses of nothing: the sandbox fetches no media. */
const SAMPLE_MEDIA = {
  image: 'https://media.example.com/sample.jpg',
  video: 'https://media.example.com/sample.mp4',
} as const;

/** Flags of a post that ask for a video. */
const VIDEO_FLAGS = ['isVideo', 'isLandscapeVideo', 'isPortraitVideo'] as const;

/**
 * Fills what clients leave to the service while they are tested: `randomPost`, `randomMediaUrl` and `randomComment`. Members
 * that are there stay. An assumption: the contract does not name them.
 *
 * @see docs/service/posts.md#samples
 */
export function fillSamples(body: unknown, random: Random): unknown {
  if (!isRecord(body)) return body;
  const isAsked = (flag: string, member: string) => body[flag] === true && body[member] === undefined;
  return {
    ...body,
    ...(isAsked('randomPost', 'post') && { post: writeSample(random) }),
    ...(isAsked('randomComment', 'comment') && { comment: writeSample(random) }),
    ...(isAsked('randomMediaUrl', 'mediaUrls') && { mediaUrls: [chooseMedia(body)] }),
  };
}

function chooseMedia(body: LooseRecord): string {
  return SAMPLE_MEDIA[VIDEO_FLAGS.some((flag) => body[flag] === true) ? 'video' : 'image'];
}

const PEOPLE = ['A barista', 'The baker', 'A neighbour', 'The gardener', 'A painter', 'The ferryman'];
const DOINGS = ['opens early', 'hums along', 'waves twice', 'counts cups', 'sweeps leaves', 'reads aloud'];
const PLACES = [
  'by the quay',
  'under the arch',
  'at the corner',
  'near the mill',
  'on the hill',
  'in the yard',
];

/** A sentence that is unlikely to be a near-duplicate (137) of another one. */
function writeSample(random: Random): string {
  const choose = (words: readonly string[]) => words[(random(1)[0] ?? 0) % words.length];
  const number = Buffer.from(random(4)).toString('hex');
  return `Sample ${number} of the sandbox: ${choose(PEOPLE)} ${choose(DOINGS)} ${choose(PLACES)}.`;
}
