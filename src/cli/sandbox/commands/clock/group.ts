import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: 'Show and control the sandbox clock' };
