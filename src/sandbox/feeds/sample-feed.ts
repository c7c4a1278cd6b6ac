import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../service/durations.ts';
import type { FeedDocument } from './feed-draft.ts';

/** The feed of examples. Its host is reserved for documentation, and does not exist. */
const SAMPLE_URL = 'https://blog.example.com/feed.xml';

const TITLES = [
  'The spring blend is here',
  'Why we weigh the water',
  'A farm above the clouds',
  'Open late on Friday',
  'How to store your beans',
] as const;

const ENTRIES = 10;

/** A new entry each morning, UTC. */
const PUBLISHED_AT_MS = 7 * HOUR_MS;

/**
 * The feed of examples, so that they run as they are, also without a network: it has a new entry each day of the sandbox's
 * clock.
 *
 * @returns null for any other address
 */
export function buildSampleFeed(url: string, now: number): FeedDocument | null {
  if (url !== SAMPLE_URL) return null;
  const latest = Math.floor((now - PUBLISHED_AT_MS) / DAY_MS);
  const days = Array.from({ length: ENTRIES }, (_none, age) => latest - age);
  return {
    title: 'Kestrel Lane Journal',
    websiteLink: 'https://blog.example.com/',
    entries: days.map((day) => ({
      keys: [createHash('sha256').update(`${SAMPLE_URL} ${day}`).digest('hex')],
      idKeys: [],
      hints: [],
      titleKey: null,
      linkKey: null,
      title: TITLES[((day % TITLES.length) + TITLES.length) % TITLES.length] ?? null,
      link: `https://blog.example.com/${new Date(day * DAY_MS).toISOString().slice(0, 10)}`,
      imageUrl: 'https://blog.example.com/cup.jpg',
      publishedAt: day * DAY_MS + PUBLISHED_AT_MS,
    })),
  };
}
