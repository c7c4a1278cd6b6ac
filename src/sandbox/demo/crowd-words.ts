/** Comments in one language: `{a}` and `{b}` are friends, `{d}` a way to drink coffee, `{p}` a place. */
export interface CrowdLanguage {
  /** Percentage of the comments. */
  readonly share: number;
  readonly says: readonly [string, ...string[]];
  readonly drinks: readonly [string, ...string[]];
  readonly places: readonly [string, ...string[]];
}

const ENGLISH: CrowdLanguage = {
  share: 76,
  says: [
    '{a} {d}',
    '{a} {d}, {p}',
    '{d}, {p}. Right, {a}?',
    '{a} and {b}: {d}, {p}',
    'It has to be {a}. {d}, {p}',
    '{a} would never forgive me otherwise. {d}',
    'Sharing with {a}, honest. {d}, {p}',
    'Me and {a}: {d}, {p}',
    'Never won a thing in my life. {a} {d}',
    '{a} {b} this is the one! {d}',
    '{a} because you lent me your bike. {d}',
    'With {a}, {p}. {d}, as always',
  ],
  drinks: [
    'black, no sugar, big mug',
    'flat white, extra hot',
    'oat milk and nothing else',
    'mostly milk, to be fair',
    'iced, even in winter',
    'two sugars, no shame',
    'cold brew by the litre',
    'out of the old moka pot',
    'a cortado',
    'from the flask',
    'poured by hand, slowly',
    'espresso, standing up',
    'black, with lemon cake',
    'half decaf, half hope',
    'camping style, from the pan',
    'with a little cardamom',
  ],
  places: [
    'on the balcony',
    'before the school run',
    'on the night shift',
    'after a cold swim',
    'on the early ferry',
    'in the back of the van',
    'with my gran',
    'in bed on Sundays',
    'at the allotment',
    'between two meetings',
    'on the harbour wall',
    'while the bread rises',
  ],
};

const GERMAN: CrowdLanguage = {
  share: 8,
  says: [
    '{a} {d}',
    '{a} und {b}: {d} {p}',
    'Für {a} und mich! {d} {p}',
    '{d} {p}, oder, {a}?',
    'Geteilt mit {a}, versprochen. {d}',
  ],
  drinks: [
    'schwarz, ohne alles',
    'mit Hafermilch',
    'ein Cortado',
    'aus der alten Kanne',
    'mit viel Milch',
    'eiskalt, auch im Winter',
  ],
  places: ['auf dem Balkon', 'vor der Frühschicht', 'nach dem Schwimmen', 'am Hafen', 'im Garten'],
};

const SPANISH: CrowdLanguage = {
  share: 7,
  says: [
    '{a} {d}',
    '{a} y {b}: {d} {p}',
    'Lo comparto con {a}. {d} {p}',
    '¡{a}, este es el nuestro! {d}',
    '{d} {p}, ¿verdad, {a}?',
  ],
  drinks: [
    'solo y sin azúcar',
    'un cortado, como debe ser',
    'con leche de avena',
    'con hielo',
    'en taza grande',
    'de la cafetera vieja',
  ],
  places: ['en la terraza', 'antes del cole', 'después de nadar', 'en el barco', 'con mi abuela'],
};

const JAPANESE: CrowdLanguage = {
  share: 3,
  says: ['{a} {d}', '{a} と{p}一緒に飲みたいです。{d}', '当たりますように🙏 {a} {d}'],
  drinks: ['ブラックで', 'ミルク多めで', 'アイスで', 'ハンドドリップで'],
  places: ['朝いちばんに', '海を見ながら', '日曜日に'],
};

const ARABIC: CrowdLanguage = {
  share: 3,
  says: ['{a} {d}', '{a} {d} {p}', 'سأشاركها مع {a}، {d}'],
  drinks: ['سادة بدون سكر', 'مع الهيل', 'مع الحليب', 'باردة مع الثلج'],
  places: ['على الشرفة', 'قبل العمل', 'عند البحر'],
};

const HEBREW: CrowdLanguage = {
  share: 1,
  says: ['{a} {d}', 'ביחד עם {a}, {d} {p}'],
  drinks: ['שחור בלי סוכר', 'עם הרבה חלב', 'קר עם קרח'],
  places: ['במרפסת', 'על שפת הים'],
};

const HINDI: CrowdLanguage = {
  share: 2,
  says: ['{a} {d}', '{a} के साथ, {p}, {d}'],
  drinks: ['बिना चीनी के', 'खूब सारे दूध के साथ', 'इलायची के साथ'],
  places: ['बालकनी में', 'सुबह-सुबह'],
};

/** The shares add up to 100. */
export const CROWD_LANGUAGES = [ENGLISH, GERMAN, SPANISH, JAPANESE, ARABIC, HEBREW, HINDI] as const;

/** Endings of some comments; most have none. */
export const CROWD_ENDINGS = [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  ' ☕',
  ' 🤞',
  ' 🤞🏽',
  ' ❤️',
  ' 😍',
  ' 🙏',
  ' ✨',
  ' 🐕‍🦺',
  ' 👩🏽‍🍳',
  ' 🏳️‍🌈',
  ' 👨‍👩‍👧',
] as const;
