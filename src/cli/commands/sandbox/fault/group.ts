import type { Group } from '../../../command.ts';

export const group: Group = { summary: 'Failures that the sandbox is told to have' };
