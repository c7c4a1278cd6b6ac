import type { Group } from '../../command.ts';

export const group: Group = { summary: 'Find instagram audio for reels' };
