/**
 * Letters that look like a Latin one: those of Cyrillic and Greek, by their capitals and small letters, and the small
 * capitals and inverted letters of decorated texts, which are letters or symbols of their own.
 */
const PAIRS: readonly (readonly [foreign: string, latin: string])[] = [
  ['АВЕЅІЈКМНОРԚСТУԜХҮԌ', 'ABESIJKMHOPQCTYWXYG'],
  ['аеѕіјкмоԛрсувхһԁԝѵү', 'aesijkmoqpcybxhdwvy'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ', 'ABEZHIKMNOPTYXC'],
  ['αικνορτυχγϲϳ', 'aikvoptuxycj'],
  ['ᴀʙᴄᴅᴇꜰғɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ', 'abcdeffghijklmnopqrstuvwyz'],
];

const LOOK_ALIKES = new Map(
  PAIRS.flatMap(([foreign, latin]) => [...foreign].map((letter, at) => [letter, latin.charAt(at)] as const)),
);

/** The first code points of rows of 26 decorated letters without a compatible form. */
const DECORATED_ROWS = [0x1f150, 0x1f170] as const;
const FIRST_LETTER = 0x61;
const LETTERS = 26;

/** Returns the Latin letter that a character looks like; null for none. */
function getLookAlike(character: string): string | null {
  const point = character.codePointAt(0) ?? 0;
  const row = DECORATED_ROWS.find((start) => point >= start && point < start + LETTERS);
  if (row !== undefined) return String.fromCodePoint(FIRST_LETTER + point - row);
  return LOOK_ALIKES.get(character) ?? null;
}

/** Replaces letters that look like Latin ones by these, before case is folded: `В` looks like `B`, `в` does not. */
export function replaceLookAlikes(text: string): string {
  return text.replace(/[^\0-\x7F]/gu, (character) => getLookAlike(character) ?? character);
}

/**
 * Finds a letter that looks like one of the script of the others: of a word with Latin letters the first other one,
 * if all of these look Latin; of a word mostly of another script the first Latin one, if all Latin letters look like
 * ones of that script. Null where a mixture may be meant.
 */
export function findStrayLookAlike(word: string): string | null {
  const letters = [...word].filter((character) => /\p{L}/u.test(character));
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
  const others = letters.filter((letter) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter));
  const [stray] = latin.length < others.length ? latin : others;
  if (stray === undefined) return null;
  if (others.every((letter) => getLookAlike(letter) !== null)) return stray;
  const isStray = latin.length < others.length && latin.every((letter) => FOREIGN.has(letter));
  return isStray ? stray : null;
}

const FOREIGN = new Set(PAIRS.slice(0, 4).flatMap(([, latin]) => [...latin]));
