/** What people say that is answered by DM and email alone, and what webhook and callback have a part in. */
export const WORDS = { quick: 'price please', told: 'where is my parcel?' };
