import type { Group } from '../../../command.ts';

export const group: Group = { summary: 'What is so of files that posts name; the sandbox fetches none' };
