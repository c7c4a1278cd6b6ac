import { CONTROLS, INVISIBLE } from './hostile-texts/controls.ts';
import type { Family } from './hostile-texts/family.ts';
import { PRETENCE } from './hostile-texts/pretence.ts';
import { SEQUENCES } from './hostile-texts/sequences.ts';
import { WRITING } from './hostile-texts/writing.ts';

/** The corpus of threat C1 and target T8: what strangers can send, by what it tries. */
export const HOSTILE_FAMILIES: readonly Family[] = [
  ...CONTROLS,
  ...SEQUENCES,
  ...INVISIBLE,
  ...WRITING,
  ...PRETENCE,
];

/** All of them, each with what it tries. */
export const HOSTILE_TEXTS: Family['texts'] = HOSTILE_FAMILIES.flatMap(({ texts }) => texts);
