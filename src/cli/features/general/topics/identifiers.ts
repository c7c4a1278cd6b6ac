import { ID_KINDS } from '../../../../service/ids.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { REFERENCE_HOURS } from '../../../framework/output/reference.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

const kinds = Object.values(ID_KINDS).map(({ name, found, use }) => [name, `${found}; for ${use}`] as const);

export const topic: Topic = {
  summary: 'Kinds of ids and where to use them',
  text: (width) => `
Ids are text, even if they look like numbers: ids of 17 or more digits keep all of their digits.

${formatRows(kinds, width)}

A table of posts or comments begins each row with a short reference. It can be used in place of the id, and sets the network, too. It is valid for ${REFERENCE_HOURS} hours, on this machine, for the service that was listed; a shell may take # for a comment,
so it is typed without. An id of 1 to 4 digits is written id:12. With --wide, tables show the ids.

A TikTok post has the id "pending" until its video is published, and "failed" if publishing failed. Reading its comments
then fails with error 288.

  $ crier comments get Sp7kQm2XvLr9TzBd4HnW
  $ crier comments get 18119826100716099 --platform instagram
  $ crier comments replies 18008214909100698 --platform instagram
`,
};
