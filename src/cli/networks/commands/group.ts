import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Show what each network supports' };
