import type { Client } from '../../../client/client.ts';
import { CrierError } from '../../../errors.ts';
import { AUTOMATION_PLATFORM } from '../../../service/endpoints/automation.ts';
import { findNetworkId } from '../../posts/network-id.ts';
import type { PostEntry } from '../../posts/post-entry.ts';
import { readAccountPosts } from '../../posts/read-posts.ts';
import type { WizardContext } from './wizard-context.ts';

/** Number of recent posts that are offered; older ones can be chosen by id. */
const MOST_POSTS = 50;

/** Reads the posts of the Instagram account, once and on demand. */
export function createAccountLookup(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Pick<WizardContext, 'findPosts' | 'networkId'> {
  let reading: Promise<readonly PostEntry[]> | undefined;
  return {
    async findPosts(place) {
      reading ??= readLatestPosts(client, note);
      return (await reading).filter((post) => isStory(post) === (place === 'story'));
    },
    networkId: (id) => findNetworkId(id, client),
  };
}

/** The service does not document the values of post types. */
function isStory({ type }: PostEntry): boolean {
  return /story/i.test(type ?? '');
}

/** Errors are only noted, since an id can still be typed. */
async function readLatestPosts(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Promise<readonly PostEntry[]> {
  try {
    const account = { platform: AUTOMATION_PLATFORM, most: MOST_POSTS, cursor: undefined } as const;
    return (await readAccountPosts(client, account)).posts;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await note(`the posts of the account cannot be listed: ${error.message}`);
    return [];
  }
}
