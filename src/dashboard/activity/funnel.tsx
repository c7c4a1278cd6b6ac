import { FUNNEL_STEPS } from '../../domain/automations/activity-outcome.ts';
import { pageState } from '../page-store.ts';
import { formatReason } from '../parts/error-codes.tsx';
import { RanFailure } from '../parts/failure-note.tsx';
import { Meter } from '../parts/meter.tsx';
import { useRun } from '../use-run.ts';
import { type ActivityChoice, buildActivityAddress, listStatuses, toFindFlags } from './activity-filters.tsx';
import type { ActivityCountsOfPage } from './activity-records.ts';

const REASONS = 5;

/** How many events matched a trigger, how many of them were sent, and the reasons for the others. */
export function Funnel({ choice }: { choice: ActivityChoice }) {
  const { automation, statuses } = choice;
  const { ran, isLoading } = useRun<ActivityCountsOfPage>(
    {
      command: 'automations report',
      input: {
        ...{ by: 'reason', top: REASONS, ...toFindFlags(choice) },
        ...(automation !== null && { ids: [automation] }),
      },
    },
    // all rows of the period are read: of a real account, that is for the person to ask for
    { follows: pageState.value?.isSandbox === true },
  );
  const counted = ran?.document ?? null;
  // the list beside it says why nothing could be read
  if (ran !== null && counted === null) return null;
  const chosen = statuses.join(',');
  const { rows, people } = counted?.totals ?? { rows: 0, people: 0 };
  return (
    <section class="panel funnel" aria-label="Funnel" aria-busy={isLoading}>
      <RanFailure ran={ran} />
      {counted === null ? (
        <div class="skeleton" role="status" aria-label="counting activity" />
      ) : (
        <>
          <ol class="funnel-steps">
            <Step title="matched" rows={rows} of={rows} status="" chosen={chosen}>
              {people === 1 ? 'of 1 person' : `of ${people} people`}
            </Step>
            {(['sent', 'failed', 'other'] as const).map((step) => (
              <Step
                key={step}
                title={FUNNEL_STEPS[step]}
                rows={counted.totals[step]}
                of={rows}
                status={listStatuses(step)}
                chosen={chosen}
              >
                {rows === 0 ? '' : `${Math.round((100 * counted.totals[step]) / rows)}%`}
              </Step>
            ))}
          </ol>
          {counted.report.length > 0 && (
            <div class="reasons">
              <h2>Why some were not sent</h2>
              <ul>
                {counted.report.map(({ name, rows, share }) => (
                  <li key={name}>
                    <span class="count-of dim">{rows}</span>
                    <bdi>{name === null ? 'no reason given' : formatReason(name)}</bdi>
                    <Meter share={share} kind="other" />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** A step leads to its rows. @param status the parameter that chooses them */
function Step({
  title,
  rows,
  of,
  status,
  chosen,
  children,
}: {
  title: string;
  rows: number;
  of: number;
  status: string;
  chosen: string;
  children: string;
}) {
  return (
    <li>
      <a
        href={buildActivityAddress({ status: status === '' ? null : status, row: null })}
        aria-current={status === chosen ? 'true' : undefined}
      >
        <span class="figure">{rows}</span>
        <span>{title}</span> <span class="dim">{children}</span>
        <Meter share={of === 0 ? 0 : rows / of} kind={title === 'failed' ? 'failed' : 'sent'} />
      </a>
    </li>
  );
}
