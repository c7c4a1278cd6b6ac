import type { Group } from '../../../command.ts';

export const group: Group = { summary: 'Inject faults into the sandbox' };
