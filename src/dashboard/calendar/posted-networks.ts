import { PLATFORMS, Platform } from '../../service/platforms.ts';

/** The networks that posts can go to, in the order of their names. */
export const POSTED_NETWORKS = Platform.options.filter((platform) => PLATFORMS[platform].posts);
