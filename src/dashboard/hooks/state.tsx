/** How each state of a delivery, or of one that is forwarded, looks: words say it, the color only repeats it. */
const LOOKS: Readonly<Record<string, 'good' | 'warm' | 'bad'>> = {
  delivered: 'good',
  forwarded: 'good',
  done: 'good',
  retrying: 'warm',
  waiting: 'warm',
  behind: 'warm',
  running: 'warm',
  failed: 'bad',
  dead: 'bad',
};

export function State({ state }: { state: string | null | undefined }) {
  const known = state ?? 'not reported';
  return <span class={`tag hook-state ${LOOKS[known] ?? 'plain'}`}>{known}</span>;
}
