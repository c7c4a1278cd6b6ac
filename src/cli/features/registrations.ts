import { COMMANDS } from '../framework/command/command-list.ts';
import type { Registrations } from '../framework/command/registrations.ts';

/** What the framework gets of the features. A start loads this file, and none that it names. */
export const registrations: Registrations = {
  commands: COMMANDS,
  async loadLatestIds() {
    const { LATEST_IDS } = await import('./latest-ids.ts');
    return LATEST_IDS;
  },
  async openAddresses(use, context) {
    const { createAddressResolver } = await import('./posts/resolve-addresses.ts');
    return createAddressResolver(use, context);
  },
  async findNetworkId(postId, client) {
    const { findNetworkId } = await import('./posts/read-posts.ts');
    return findNetworkId(postId, client);
  },
  async showUpdateNotice(run) {
    const { showUpdateNotice } = await import('./general/update-notice.ts');
    await showUpdateNotice(run);
  },
};
