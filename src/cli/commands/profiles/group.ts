import type { Group } from '../../command.ts';

export const group: Group = { summary: 'See the User Profiles of the account, and act for one of them' };
