import { DAY } from '../minutes.ts';

/** When the spring blend was announced, in minutes ago; what people said is counted from there. */
export const LAUNCHED = 2 * DAY;
