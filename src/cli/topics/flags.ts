import type { Topic } from '../command.ts';
import { describeSet } from '../describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../flags.ts';
import { label, sentence } from '../help.ts';
import { linedUp } from '../lined-up.ts';

export const topic: Topic = {
  summary: 'The flags that commands share',
  text: (width) =>
    [EVERY, REMOTE, WRITE]
      .map((set) => {
        const rows = describeSet(set).map((flag) => [label(flag), sentence(flag)]);
        return `${set.title}\n${linedUp(rows, width)}`;
      })
      .join('\n\n'),
};
