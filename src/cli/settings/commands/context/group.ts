import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: 'Manage saved service addresses and their keys' };
