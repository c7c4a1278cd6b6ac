import { formatFlagLabel, formatFlagText } from '../../../framework/argv/flag-texts.ts';
import type { Topic } from '../../../framework/command/command.ts';
import { describeSet } from '../../../framework/input/flags/describe-set.ts';
import { EVERY, REMOTE, WRITE } from '../../../framework/input/flags/flags.ts';
import { READ } from '../../../framework/input/flags/read-flags.ts';
import { WRITE_PROFILES } from '../../../framework/input/flags/write-profiles.ts';
import { formatRows } from '../../../framework/output/text/wrap.ts';

export const topic: Topic = {
  summary: 'Flags that commands share',
  text: (width) =>
    [EVERY, REMOTE, READ, WRITE, WRITE_PROFILES]
      .map((set) => {
        const rows = describeSet(set).map((flag) => [formatFlagLabel(flag), formatFlagText(flag)]);
        return `${set.title}\n${formatRows(rows, width)}`;
      })
      .join('\n\n'),
};
