import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Keep addresses and keys under names, and choose among them' };
