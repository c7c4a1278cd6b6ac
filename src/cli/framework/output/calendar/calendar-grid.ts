import type { CalendarSpan } from '../../../../domain/time/calendar-days.ts';

/** The days on which the rows of a list are shown. Days are numbers since 1970-01-01. */
export interface CalendarGrid {
  readonly span: CalendarSpan;
  readonly today: number;
  entry(row: unknown): CalendarEntry;
  /** Heading of the rows without a day. */
  readonly undated: string;
}

/** A row on its day. Its texts are plain, and not yet sanitized. */
export interface CalendarEntry {
  /** Null: it has none, and is shown below the grid. */
  readonly day: number | null;
  /** `09:00`; empty without one. */
  readonly time: string;
  readonly state: CalendarState;
  /** Whose it is, where rows differ in that; else null. */
  readonly owner: string | null;
  /** Where it is published, in at most `width` cells if possible. */
  place(width: number): string;
  readonly text: string;
}

export interface CalendarState {
  /** `scheduled` */
  readonly word: string;
  /** One cell, which the legend explains. */
  readonly mark: string;
  /** The same where the terminal shows ASCII only. */
  readonly ascii: string;
  readonly tone: 'text' | 'good' | 'warn' | 'bad' | 'dim';
}

/** A row and its entry. */
export interface PlacedEntry extends CalendarEntry {
  readonly row: unknown;
}

/** The rows of each day in the order of the list, and those without a day. */
export function placeEntries(rows: readonly unknown[], grid: CalendarGrid) {
  const placed = rows.map((row): PlacedEntry => ({ row, ...grid.entry(row) }));
  const byDay = Map.groupBy(placed, ({ day }) => day);
  return { on: (day: number) => byDay.get(day) ?? [], undated: byDay.get(null) ?? [], all: placed };
}

/** On one line. @param text of strangers, not yet sanitized */
export function joinWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
