import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Manage the User Profiles of the account' };
