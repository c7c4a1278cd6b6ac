import { ASSUMED } from '../../service/assumed.ts';
import { PLATFORMS, type Platform } from '../../service/platforms.ts';
import type { KnownAccount, NetworkAccount, Profile } from '../store/profiles.ts';
import { deriveUserId } from './network-ids.ts';

/** A new account of a profile, in a state without any problem. @param given default: named after the profile */
export function buildAccount(
  { id, alias, title }: Profile,
  platform: Platform,
  { username, login }: { username: string; login: NetworkAccount['login'] } = {
    username: alias,
    login: PLATFORMS[platform].otherLogin === 'page' ? 'page' : 'direct',
  },
): KnownAccount {
  return {
    profile: id,
    platform,
    id: deriveUserId(platform, username),
    username,
    displayName: title,
    linked: true,
    token: 'ok',
    login,
    permission: 'granted',
    standing: 'good',
    automations: 'on',
    messaging: 'on',
    page: 'selected',
    abilities: ASSUMED.abilities,
  };
}
