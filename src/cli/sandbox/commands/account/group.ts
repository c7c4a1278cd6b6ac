import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: 'Manage the linked accounts of the sandbox' };
