import type { Group } from '../../../command.ts';

export const group: Group = { summary: 'Show and control the sandbox clock' };
