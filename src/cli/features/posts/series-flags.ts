import { isRecord, type LooseRecord } from '../../../domain/json/loose-record.ts';
import { createUsageError } from '../../../errors.ts';
import { DAY_MS } from '../../../service/durations.ts';
import { AUDIO_PLATFORM, PLATFORMS, Platform } from '../../../service/platforms.ts';
import { ALL_NETWORKS, OPTIONS_PLATFORM, type PostOptionsName } from '../../../service/post-body.ts';
import { createRefusal } from '../../framework/input/flags/schema-issues.ts';
import { setPath } from '../../framework/input/flags/set-fields.ts';

/**
 * Reads when a post is published, and how often. With `--repeat`, `--schedule` is the time of the first.
 *
 * @param date the time of `--schedule`; null if it is not given
 * @throws CrierError of kind usage for `--repeat` without `--every`, and the reverse
 * @see docs/service/posts.md#auto-schedule, #auto-repost
 */
export function readTiming(
  {
    autoSchedule,
    repeat,
    every,
  }: { autoSchedule?: string | undefined; repeat?: number | undefined; every?: number | undefined },
  date: string | null,
): LooseRecord {
  if (repeat !== undefined && every === undefined)
    throw createUsageError('--repeat needs --every', 'add the time between repetitions, such as --every 7d');
  if (repeat === undefined && every !== undefined)
    throw createUsageError('--every needs --repeat', 'add the number of repetitions, such as --repeat 3');
  const isRepeated = repeat !== undefined && every !== undefined;
  return {
    ...(autoSchedule !== undefined && { autoSchedule: { schedule: true, title: autoSchedule } }),
    ...(isRepeated && {
      autoRepost: { repeat, days: every / DAY_MS, ...(date !== null && { startDate: date }) },
    }),
    ...(!isRepeated && date !== null && { scheduleDate: date }),
  };
}

/**
 * Adds the track of `--audio`.
 *
 * @throws CrierError of kind usage if the post is not sent to Instagram
 * @see docs/service/audio.md#search
 */
export function addAudio(body: LooseRecord, audio: string | undefined): LooseRecord {
  if (audio === undefined) return body;
  const { platforms } = body;
  if (
    Array.isArray(platforms) &&
    !platforms.some((name) => name === AUDIO_PLATFORM || name === ALL_NETWORKS)
  ) {
    throw createRefusal('--audio is only for Instagram, and the post is not sent there', {
      code: 101,
      advice: 'nothing was sent; add --platform instagram, or omit --audio',
    });
  }
  const set = setPath(body, 'instagramOptions.audioConfiguration.audioId', audio);
  if ('value' in set) return set.value;
  throw createUsageError(`--audio cannot be added: instagramOptions.audioConfiguration.audioId ${set.fault}`);
}

const THREAD_PLATFORMS = Platform.options.filter(
  (platform) => PLATFORMS[platform].post.threadOptions !== undefined,
);

/**
 * Sets the options of `--thread` and `--thread-numbers` for the networks with threads.
 *
 * @throws CrierError of kind usage if the post is sent to no such network
 * @see docs/service/posts.md#threads
 */
export function addThread(
  body: LooseRecord,
  { thread, threadNumbers }: { thread: boolean; threadNumbers: boolean },
): LooseRecord {
  if (!thread && !threadNumbers) return body;
  const { platforms } = body;
  const networks = THREAD_PLATFORMS.filter(
    (name) => !Array.isArray(platforms) || platforms.includes(name) || platforms.includes(ALL_NETWORKS),
  );
  if (networks.length === 0)
    throw createRefusal('--thread is only for X and Threads, and the post is sent to neither', {
      code: 101,
      advice: 'nothing was sent; add --platform twitter or --platform threads, or omit --thread',
    });
  const names = threadNumbers ? ['thread', 'threadNumber'] : ['thread'];
  return networks
    .flatMap((network) => names.map((name) => `${findOptionsName(network)}.${name}`))
    .reduce(setTrue, body);
}

function findOptionsName(platform: Platform): PostOptionsName | undefined {
  // Object.keys loses the literal key types.
  const names = Object.keys(OPTIONS_PLATFORM) as PostOptionsName[];
  return names.find((name) => OPTIONS_PLATFORM[name] === platform);
}

function setTrue(body: LooseRecord, path: string): LooseRecord {
  const set = setPath(body, path, true);
  if ('value' in set) return set.value;
  throw createUsageError(`--thread cannot be added: ${path} ${set.fault}`);
}

export function mergeOptions(before: LooseRecord, options: LooseRecord): LooseRecord {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const known = before[name];
      return [name, isRecord(known) && isRecord(value) ? { ...known, ...value } : value];
    }),
  );
}
