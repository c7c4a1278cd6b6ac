import { useState } from 'preact/hooks';
import type { AutomationRecord } from '../../service/endpoints/automations.ts';
import { pageState } from '../page-store.ts';
import { Advice } from '../parts/advice.tsx';
import { findCommandPlace } from '../parts/command-places.ts';
import { RanFailure } from '../parts/failure-note.tsx';
import { useRun } from '../use-run.ts';
import type { DoctorFindings } from './automation-records.ts';

/** Checks what an automation needs in order to work: some five requests, so only when it is asked for. */
export function Doctor({ automation }: { automation: AutomationRecord }) {
  const [turn, setTurn] = useState(0);
  return (
    <section class="part" aria-label="Check">
      <h3>Does it work?</h3>
      {turn > 0 && <Checked key={turn} automation={automation} />}
      <p>
        <button type="button" onClick={() => setTurn((each) => each + 1)}>
          {turn === 0 ? 'Check it' : 'Check again'}
        </button>{' '}
        {turn === 0 && (
          <span class="dim">Plan, account, messaging, posts, keywords, webhook and limits.</span>
        )}
      </p>
    </section>
  );
}

const SIGNS = { ok: '✓', warn: '!', fail: '✕', unknown: '?' } as const;
const WORDS = { ok: 'fine', warn: 'warning', fail: 'to fix', unknown: 'unknown' } as const;

function Checked({ automation }: { automation: AutomationRecord }) {
  const { ran, isLoading } = useRun<DoctorFindings>({
    command: 'automations doctor',
    input: { id: [automation.id] },
  });
  const findings = ran?.document?.findings ?? [];
  const toFix = findings.filter(({ status }) => status === 'fail' || status === 'warn').length;
  // its exit code says that something is to be fixed, which the findings say, too
  const failed = ran === null || ran.document !== null ? null : ran;
  return (
    <div aria-busy={isLoading}>
      <RanFailure ran={failed} />
      {ran === null && <div class="skeleton" role="status" aria-label="checking" />}
      {findings.length > 0 && (
        <p role="status" class="dim">
          {toFix === 0 ? 'Everything it needs is there.' : `${toFix} of ${findings.length} need attention.`}
        </p>
      )}
      <ul class="automation-findings">
        {findings.map(({ check, status, found, advice, command }) => (
          <li key={check} class={status}>
            <span class="sign" role="img" aria-label={WORDS[status]}>
              {SIGNS[status]}
            </span>
            <div>
              <p>
                <span class="strong">{nameCheck(check)}</span> <bdi>{found}</bdi>
              </p>
              <Fix check={check} id={automation.id} advice={advice} command={command} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `triggers[0].keywords` is the first thing that it waits for. */
function nameCheck(check: string): string {
  const [, list, at, field] = /^(triggers|actions)\[(\d+)\]\.(\w+)$/.exec(check) ?? [];
  if (list === undefined || field === undefined) return `${check.charAt(0).toUpperCase()}${check.slice(1)}:`;
  const entry = `${list === 'triggers' ? 'Trigger' : 'Action'} ${Number(at) + 1}`;
  return `${entry}, ${field.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}:`;
}

/** What to do, as a link to where this page does it. */
function Fix({
  check,
  id,
  advice,
  command,
}: {
  check: string;
  id: string;
  advice: string | null;
  command: string | null;
}) {
  const href = findPlace(check, id);
  const isOfCommand = command !== null && findCommandPlace(command) !== null && !isEntry(check);
  if (href === undefined || advice === null || isOfCommand) return <Advice text={advice} command={command} />;
  return (
    <>
      <p>
        <a class="link" href={href}>
          <bdi>{advice}</bdi>
        </a>
      </p>
      <Advice text={null} command={command} />
    </>
  );
}

/** Whether it is about what the form has. */
function isEntry(check: string): boolean {
  return /^(?:triggers|actions)\[|^messageUrl$/.test(check);
}

function findPlace(check: string, id: string): string | undefined {
  if (isEntry(check)) return `#/automations?${new URLSearchParams({ form: 'edit', id })}`;
  if (check === 'messaging add-on' && pageState.value?.isSandbox === true) return '#/sandbox';
  return PLACES[check];
}

const PLACES: Readonly<Record<string, string>> = {
  account: '#/settings',
  login: '#/settings',
  webhook: '#/hooks',
  'webhook secret': '#/hooks',
};
