import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Read and change settings' };
