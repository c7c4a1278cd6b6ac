import type { Topic } from '../command.ts';
import { describeSet } from '../describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../flags.ts';
import { formatRows } from '../format-rows.ts';
import { formatFlagLabel, formatFlagText } from '../help.ts';

export const topic: Topic = {
  summary: 'Flags that commands share',
  text: (width) =>
    [EVERY, REMOTE, WRITE]
      .map((set) => {
        const rows = describeSet(set).map((flag) => [formatFlagLabel(flag), formatFlagText(flag)]);
        return `${set.title}\n${formatRows(rows, width)}`;
      })
      .join('\n\n'),
};
