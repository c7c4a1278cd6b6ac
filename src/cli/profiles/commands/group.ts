import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Manage the User Profiles of the account' };
