import type { Group } from '../../../command.ts';

export const group: Group = { summary: "Manage posts made in a network's own app" };
