import { ERRORS } from '../../../service/errors.ts';
import { getLegName, readFailedLeg, UNNAMED } from '../../render/failed-entry.ts';
import type { CommentsDocument } from '../comment.ts';
import type { AnsweredNetworks } from './find-answered-networks.ts';

/**
 * Whether a network has reached a limit of its own, which the service does not set and a wait of ten minutes
 * does not lift.
 */
export function isOwnLimit(code: number | null): boolean {
  return code !== null && ERRORS[code]?.ownLimit === true;
}

/** Failures that were already reported, by network. */
export type ReportedFailures = ReadonlyMap<string, string>;

/**
 * Reports changes of failed networks: a failure is reported once, and again when it changes or ends. Excluded
 * networks are not reported again.
 */
export function reportNetworkFailures(
  { told, excluded }: { readonly told: ReportedFailures; readonly excluded: ReadonlySet<string> },
  document: CommentsDocument,
  { hasAnswered }: Pick<AnsweredNetworks, 'hasAnswered'>,
): { readonly sentences: readonly string[]; readonly told: ReportedFailures } {
  const now = new Map<string, string>();
  const sentences: string[] = [];
  for (const error of document.errors) {
    const { platform, code, words } = readFailedLeg(error);
    const name = platform || UNNAMED;
    if (excluded.has(name)) continue;
    const fault = code || words;
    const said = [code, words].filter((part) => part !== '').join(', ');
    now.set(name, fault);
    if (told.get(name) === fault) continue;
    sentences.push(
      isOwnLimit(error.code)
        ? `${getLegName(name)} has reached a limit of its own and is no longer watched: ${said}`
        : `${getLegName(name)} failed: ${said}`,
    );
  }
  for (const [name, fault] of told) {
    if (now.has(name) || excluded.has(name)) continue;
    if (name === UNNAMED || hasAnswered(name)) sentences.push(`${getLegName(name)} responds again`);
    else now.set(name, fault);
  }
  return { sentences, told: now };
}
