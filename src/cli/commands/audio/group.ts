import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Find Instagram audio for reels' };
