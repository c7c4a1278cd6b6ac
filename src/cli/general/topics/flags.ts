import { formatRows } from '../../render/wrap.ts';
import type { Topic } from '../../shell/command.ts';
import { describeSet } from '../../shell/flags/describe-command.ts';
import { EVERY, REMOTE, WRITE } from '../../shell/flags/flags.ts';
import { READ } from '../../shell/flags/read-flags.ts';
import { formatFlagLabel, formatFlagText } from '../../shell/help.ts';

export const topic: Topic = {
  summary: 'Flags that commands share',
  text: (width) =>
    [EVERY, REMOTE, READ, WRITE]
      .map((set) => {
        const rows = describeSet(set).map((flag) => [formatFlagLabel(flag), formatFlagText(flag)]);
        return `${set.title}\n${formatRows(rows, width)}`;
      })
      .join('\n\n'),
};
