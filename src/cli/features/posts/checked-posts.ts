import * as z from 'zod';
import { ignoreErrors } from '../../../errors.ts';
import type { IoPort } from '../../framework/command/io.ts';
import { openStateFile } from '../../framework/settings/state-file.ts';
import type { PostOutcome } from './read-post-outcome.ts';

/** Ids by the version of crier that checked them; the oldest first. */
const CheckedPosts = z.strictObject({ version: z.string(), ids: z.array(z.string()) });

const MOST_CHECKED = 1000;

function openFile({ machine, version }: IoPort) {
  const file = openStateFile(machine, {
    name: 'checked-posts',
    schema: CheckedPosts,
    empty: { version, ids: [] },
    isDisposable: true,
  });
  // a newer version may know more limits
  const keepCurrent = (all: z.infer<typeof CheckedPosts>) => (all.version === version ? all.ids : []);
  return { file, keepCurrent };
}

/**
 * Ids of posts that this version created on this machine after a check without errors, and of their series. The
 * service stores no options, and one text for all networks: without this memory, a thread or a post with a text for
 * each network would seem to be too long.
 */
export function readCheckedPosts(io: IoPort): ReadonlySet<string> {
  const { file, keepCurrent } = openFile(io);
  return new Set(keepCurrent(file.read()));
}

/** Remembers posts that wait for their time or approval. It never fails: they are created. */
export async function rememberCheckedPosts(
  outcomes: readonly (PostOutcome | null)[],
  io: IoPort,
): Promise<void> {
  const ids = outcomes.flatMap((outcome) => {
    if (outcome?.verdict !== 'accepted') return [];
    const { id, autoRepostId } = outcome.posted;
    return [id, autoRepostId].filter((each) => typeof each === 'string');
  });
  if (ids.length === 0) return;
  const { file, keepCurrent } = openFile(io);
  await ignoreErrors(
    file.change((all) => ({
      version: io.version,
      ids: [...keepCurrent(all), ...ids].slice(-MOST_CHECKED),
    })),
  );
}
