import type { Group } from '../../command.ts';

export const group: Group = {
  summary: 'Webhooks: where the service tells what happens, what became of it, and receivers tried out',
};
