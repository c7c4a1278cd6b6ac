import { PLATFORMS } from '../../facts/platforms.ts';
import type { PostFault } from '../../rules/post-fault.ts';
import { describeUnlinked } from './ask-networks.ts';
import { findDraftFaults } from './find-draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';

/** What the writer of a post should know about it, a sentence each. */
export function listPostNotes(draft: PostDraft, talk: PostWizardContext): readonly string[] {
  const { accounts } = talk;
  const missing = listChosenNetworks(draft, talk).filter((each) => accounts !== null && !accounts.has(each));
  return [
    ...(missing.length === 0 ? [] : [describeUnlinked(missing)]),
    ...findDraftFaults(draft, talk).map(formatNote),
  ];
}

function formatNote({ platform, path, message, effect }: PostFault): string {
  const words = `${path}: ${message}`;
  if (effect === 'warning') return words;
  return platform === null
    ? `the service would refuse it: ${words}`
    : `${PLATFORMS[platform].name} would refuse its part: ${words}`;
}
