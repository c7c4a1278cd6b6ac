/** Comments that are answered by DM and email only, and those in which webhook and callback have a part. */
export const WORDS = { quick: 'price please', told: 'where is my parcel?' };
