import type { PostBody } from '../../service/post-body.ts';
import { OPTIONS_PLATFORM, POST_OPTIONS } from '../../service/post-options.ts';
import { getField, isRecord } from '../json/loose-record.ts';
import { createNameSuggester } from '../text/suggest-name.ts';
import type { PostFault } from './post-fault.ts';
import { POST_NAMES, POST_OPTION_NAMES } from './post-names.ts';

/**
 * Finds unknown fields that are misspelled or misplaced: the service accepts them, but they have no effect.
 *
 * @see docs/service/posts.md#body, #POST-18
 */
export function findSpellingWarnings(body: PostBody): readonly PostFault[] {
  return PLACES.flatMap(({ path, platform, check }) => {
    const object = path.reduce<unknown>(getField, body);
    if (!isRecord(object)) return [];
    return Object.keys(object).flatMap((name): readonly PostFault[] => {
      const message = check(name);
      if (message === null) return [];
      const place = [...path, name].join('.');
      return [{ code: 101, platform, path: place, message, effect: 'warning', feature: name }];
    });
  });
}

/** An object of a post with known fields. */
interface KnownObject {
  readonly path: readonly string[];
  readonly platform: PostFault['platform'];
  /** Returns what is wrong with the name of a field, or null. */
  check(name: string): string | null;
}

const OPTIONS = POST_OPTION_NAMES.map((name) => ({
  path: [name],
  platform: OPTIONS_PLATFORM[name],
  names: Object.keys(POST_OPTIONS[name].unwrap().shape),
}));
const AUDIO = POST_OPTIONS.instagramOptions.unwrap().shape.audioConfiguration.unwrap();

const checkPostMisspelling = createMisspellingCheck(POST_NAMES);

const PLACES: readonly KnownObject[] = [
  { path: [], platform: null, check: (name) => checkPostMisspelling(name) ?? checkMisplaced(name) },
  ...OPTIONS.map(({ names, ...place }) => ({ ...place, check: createMisspellingCheck(names) })),
  {
    path: ['instagramOptions', 'audioConfiguration'],
    platform: 'instagram',
    check: createMisspellingCheck(Object.keys(AUDIO.shape)),
  },
];

function createMisspellingCheck(names: readonly string[]): KnownObject['check'] {
  const nearest = createNameSuggester(names);
  return (name) => {
    const near = nearest(name);
    return near === null ? null : `is not known, and may have no effect: did you mean ${near}?`;
  };
}

/** Checks for a field in the post itself that belongs in an option object. */
function checkMisplaced(name: string): string | null {
  const homes = OPTIONS.filter(({ names }) => names.includes(name)).map(({ path }) => path.join('.'));
  const isKnown = homes.length === 0 || POST_NAMES.includes(name);
  return isKnown ? null : `may have no effect here: it belongs in ${homes.join(' or ')}`;
}
