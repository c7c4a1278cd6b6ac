/** Accented Latin letters and their marks, as members of a character class. As twitter-text has them. */
export const LATIN = String.raw`\xC0-\xD6\xD8-\xF6\xF8-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB\u0300-\u036F\u1E00-\u1EFF`;
