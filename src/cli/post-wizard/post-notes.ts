import { PLATFORMS } from '../../facts/platforms.ts';
import type { PostFault } from '../../rules/post-fault.ts';
import { notLinked } from './ask-networks.ts';
import { chosenNetworks } from './chosen-networks.ts';
import { draftFaults } from './draft-faults.ts';
import type { PostDraft, PostTalk } from './post-talk.ts';

/** What the writer of a post should know about it, a sentence each. */
export function postNotes(draft: PostDraft, talk: PostTalk): readonly string[] {
  const { accounts } = talk;
  const missing = chosenNetworks(draft, talk).filter((each) => accounts !== null && !accounts.has(each));
  return [...(missing.length === 0 ? [] : [notLinked(missing)]), ...draftFaults(draft, talk).map(noteOf)];
}

function noteOf({ platform, path, message, effect }: PostFault): string {
  const words = `${path}: ${message}`;
  if (effect === 'warning') return words;
  return platform === null
    ? `the service would refuse it: ${words}`
    : `${PLATFORMS[platform].name} would refuse its part: ${words}`;
}
