import type { Client } from '../../client/client.ts';
import { CrierError } from '../../errors.ts';
import { AUTOMATION_PLATFORM } from '../../facts/automation.ts';
import type { PostEntry } from '../../rules/post-entry.ts';
import { findNetworkId } from '../network-id.ts';
import { readAccountPosts } from '../read-posts.ts';
import type { WizardContext } from './wizard-context.ts';

/** So many of the latest are offered; an older one is given by its id. */
const MOST_POSTS = 50;

/** Looks up what stands on the instagram account, once, and when it is first asked for. */
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

/** The service does not say how it writes the kinds of posts. */
function isStory({ type }: PostEntry): boolean {
  return /story/i.test(type ?? '');
}

/** A list that cannot be had keeps nobody from giving an id. */
async function readLatestPosts(
  client: Client,
  note: (sentence: string) => Promise<void>,
): Promise<readonly PostEntry[]> {
  try {
    const account = { platform: AUTOMATION_PLATFORM, most: MOST_POSTS, cursor: undefined } as const;
    return (await readAccountPosts(client, account)).posts;
  } catch (error) {
    if (!(error instanceof CrierError)) throw error;
    await note(`the posts of the account cannot be shown: ${error.message}`);
    return [];
  }
}
