import type { Group } from '../../shell/command.ts';

export const group: Group = { summary: 'Find Instagram audio for reels' };
