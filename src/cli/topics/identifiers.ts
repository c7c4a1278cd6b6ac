import { ID_KINDS } from '../../facts/ids.ts';
import type { Topic } from '../command.ts';
import { formatRows } from '../format-rows.ts';

const kinds = Object.values(ID_KINDS).map(({ name, found, use }) => [name, `${found}; for ${use}`] as const);

export const topic: Topic = {
  summary: 'The kinds of ids, and what each is good for',
  text: (width) => `
Ids are text, also where they look like numbers: 17 digits and more pass through without losing one.

${formatRows(kinds, width)}

A tiktok post has the id "pending" until its video is published, and "failed" if that went wrong: reading its comments
ends with error 288.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier comments get 18119826100716099 --platform instagram
  $ crier comments replies 18008214909100698 --platform instagram
`,
};
