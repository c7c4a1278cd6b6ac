import type { EndpointName } from '../../facts/endpoints.ts';
import { getAudio } from './get-audio.ts';
import { getComments } from './get-comments.ts';
import type { Handler } from './handler.ts';
import { searchAudio } from './search-audio.ts';

/** One handler an endpoint; a missing one does not compile. */
export const HANDLERS: { readonly [N in EndpointName]: Handler<N> } = { getAudio, getComments, searchAudio };
