import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Read, change and explain the settings of this machine' };
