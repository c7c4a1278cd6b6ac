import type { LocalClock } from '../../../../domain/time/local-time.ts';
import { formatSentenceTimes } from '../../../../domain/time/sentence-times.ts';
import { type Column, pickMember } from '../../../framework/output/view.ts';
import type { ExplanationFinding } from './explanation.ts';

/** @param zone in which people read the times of the sentences */
export const buildExplanationColumns = (zone: LocalClock): readonly Column<ExplanationFinding>[] => [
  // the id of an action is of no use to people
  { ...pickMember('subject', 'subject'), show: ({ subject }) => subject.split(' ')[0] ?? subject, drop: 0 },
  { ...pickMember('status', 'status'), role: 'status', drop: 1 },
  { ...pickMember('code', 'code'), dataOnly: true },
  {
    ...pickMember('reason', 'reason'),
    show: (finding) => formatFinding(finding, zone),
    flexible: true,
    wraps: true,
    holdsCommands: true,
  },
  { ...pickMember('advice', 'advice'), dataOnly: true },
  { ...pickMember('command', 'command'), dataOnly: true },
];

function formatFinding({ reason, advice, command }: ExplanationFinding, zone: LocalClock): string {
  const sentences = [reason, ...(advice === null ? [] : [advice])].map((each) =>
    formatSentenceTimes(each, zone),
  );
  return [...sentences, ...(command === null ? [] : [`$ ${command}`])].join('\n');
}
