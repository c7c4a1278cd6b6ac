import type { Group } from '../../../command.ts';

export const group: Group = { summary: 'Manage the linked accounts of the sandbox' };
