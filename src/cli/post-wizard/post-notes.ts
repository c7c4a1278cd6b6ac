import { PLATFORMS } from '../../facts/platforms.ts';
import type { PostFault } from '../../rules/post-fault.ts';
import { describeUnlinked } from './ask-networks.ts';
import { findDraftFaults } from './find-draft-faults.ts';
import { listChosenNetworks } from './list-chosen-networks.ts';
import type { PostDraft, PostWizardContext } from './post-wizard-context.ts';

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
