import { joinWithOr } from '../../../../domain/text/lists-and-counts.ts';
import { findMeantZones } from '../../../../domain/time/other-zone-names.ts';
import { type CrierError, createUsageError } from '../../../../errors.ts';
import { maskLikelySecrets } from '../../output/text/known-secrets.ts';
import { findNearestNames } from '../../output/text/suggest-nearest.ts';

/**
 * Checks the name of a time zone.
 *
 * @param typed an IANA name in any case, as a flag or variable has it
 * @returns the name in its usual spelling: `Europe/Oslo` for `europe/oslo`
 * @throws CrierError of kind usage for an unknown name, with the nearest ones
 */
export function requireZoneName(typed: string): string {
  const known = findZoneName(typed);
  if (known === null) throw createZoneError(typed);
  return isSame(known, typed) ? known : spellZone(typed);
}

/**
 * Abbreviations that `Intl` takes for one of several zones, such as BST for Bangladesh; no names of IANA. EST and MST are
 * names there, of zones without summer time, whose people do have it.
 *
 * @see docs/decisions/0024-time-zones.md
 */
const ABBREVIATIONS =
  /^(?:ACT|AET|AGT|ART|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|EST|IET|IST|JST|MIT|MST|NET|NST|PLT|PNT|PRT|PST|SST|VST)$/i;

export const isZoneName = (typed: string): boolean => findZoneName(typed) !== null;

function findZoneName(typed: string): string | null {
  if (ABBREVIATIONS.test(typed)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: typed }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The name of a zone that the runtime knows by another name is kept, with capitals if it has none. */
function spellZone(typed: string): string {
  return /[A-Z]/.test(typed)
    ? typed
    : typed.replaceAll(/(?<=^|[/_-])[a-z]/g, (letter) => letter.toUpperCase());
}

/** Maximum number of suggested names. */
const MOST_NAMES = 3;

/** The error for an unknown time zone, with the nearest names; for a city, with its zone. */
export function createZoneError(typed: string): CrierError {
  const nearest = findNearestZones(typed).map((name) => `"${name}"`);
  const suggestion = nearest.length === 0 ? '' : `did you mean ${joinWithOr(nearest)}? `;
  return createUsageError(
    `unknown time zone "${maskLikelySecrets(typed)}"`,
    `${suggestion}use a name such as Europe/Oslo, America/New_York or UTC`,
  );
}

/** `oslo` is most likely `Europe/Oslo`. */
function findNearestZones(typed: string): readonly string[] {
  const meant = findMeantZones(typed);
  if (meant.length > 0) return meant;
  const names = Intl.supportedValuesOf('timeZone');
  const bare = typed.toLowerCase().replaceAll(/[ -]/g, '_');
  const cities = new Map(names.map((each) => [(each.split('/').at(-1) ?? '').toLowerCase(), each]));
  const exact = cities.get(bare);
  if (exact !== undefined) return [exact];
  const ofCities = findNearestNames(bare, [...cities.keys()]).flatMap((city) => cities.get(city) ?? []);
  return [...new Set([...findNearestNames(typed, names), ...ofCities])].slice(0, MOST_NAMES);
}
