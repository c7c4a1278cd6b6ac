import type { Group } from '../../../command.ts';

export const group: Group = { summary: 'What the profiles of the sandbox have linked, and how well' };
