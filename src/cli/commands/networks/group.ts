import type { Group } from '../../command.ts';

export const group: Group = { summary: 'See the networks and what works on each' };
