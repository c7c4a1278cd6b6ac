import type { Group } from '../../../shell/command.ts';

export const group: Group = { summary: "Manage posts made in a network's own app" };
