import type { PostFault } from '../../../domain/posts/post-fault.ts';
import { PLATFORMS } from '../../../service/platforms.ts';
import { describeUnlinked } from './ask-networks.ts';
import { findDraftFaults } from './draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-draft.ts';

/** Notes about a post, one sentence each. */
export function listPostNotes(draft: PostDraft, wizard: PostWizardContext): readonly string[] {
  const { accounts } = wizard;
  const missing = listChosenNetworks(draft, wizard).filter(
    (each) => accounts !== null && !accounts.has(each),
  );
  return [
    ...(missing.length === 0 ? [] : [describeUnlinked(missing)]),
    ...findDraftFaults(draft, wizard).map(formatNote),
  ];
}

function formatNote({ platform, path, message, effect }: PostFault): string {
  const words = `${path}: ${message}`;
  if (effect === 'warning') return words;
  return platform === null
    ? `the service would refuse it: ${words}`
    : `${PLATFORMS[platform].name} would refuse it: ${words}`;
}
