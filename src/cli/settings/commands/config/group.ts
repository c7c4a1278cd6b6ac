import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: 'Read and change settings' };
