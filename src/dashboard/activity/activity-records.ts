import type { ActivityRow } from '../../service/endpoints/activity.ts';

export interface ActivityOfPage {
  readonly activity: readonly ActivityRow[];
  readonly meta: { readonly pagination: { readonly hasMore: boolean } };
}

interface OutcomeTotals {
  readonly rows: number;
  readonly sent: number;
  readonly failed: number;
  readonly other: number;
  readonly people: number;
}

/** Of `automations report --by reason`, whose totals are the steps of the funnel. */
export interface ActivityCountsOfPage {
  readonly totals: OutcomeTotals;
  readonly report: readonly { readonly name: string | null; readonly rows: number; readonly share: number }[];
}

export interface FindingOfPage {
  readonly subject: string;
  readonly status: string | null;
  readonly reason: string;
  readonly advice: string | null;
  readonly command: string | null;
}

export interface ExplanationOfPage {
  readonly activity: ActivityRow | null;
  readonly findings: readonly FindingOfPage[];
}

export interface AutomationNames {
  readonly automations: readonly { readonly id: string; readonly name: string | null }[];
}
