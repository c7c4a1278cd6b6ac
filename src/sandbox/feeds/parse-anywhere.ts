import { Worker } from 'node:worker_threads';
import { FEED_READING } from '../../service/assumed-feeds.ts';
import { getFeedThreadFile } from './feed-thread-file.ts';
import type { FeedBytes, ParsedFeed } from './parse-feed.ts';

/** Memory limit of the thread: more than the feed of any site needs. */
const MOST_MEMORY_MB = 1_024;

/**
 * Parses a feed: a large one in a thread, because the parser stops for nothing, and a hostile document takes it seconds.
 *
 * @see docs/decisions/0035-feeds.md
 */
export async function parseAnywhere(feed: FeedBytes): Promise<ParsedFeed> {
  if (feed.bytes.length > FEED_READING.bytesAtOnce) return parseInThread(feed);
  // loaded when a feed is read: most requests to a sandbox need no parser
  const { tryParseFeed } = await import('./parse-feed.ts');
  return tryParseFeed(feed);
}

async function parseInThread(workerData: FeedBytes): Promise<ParsedFeed> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedFeed>();
  const worker = new Worker(getFeedThreadFile(), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fault: 'needs too much memory' });
    else reject(error);
  });
  worker.once('exit', (code) => reject(new Error(`the thread that parses a feed ended with ${code}`)));
  try {
    return await promise;
  } finally {
    await worker.terminate();
  }
}
