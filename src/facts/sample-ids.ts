/** Ids as the service and the network write them, in what is made up. */
export const SAMPLE_IDS = {
  automation: 'auto_K4mZ8qT2xW',
  trigger: 'trg_p7Rk2a',
  action: 'act_v3Nd9s',
  /** Of the person who did something. */
  person: '17841499000000777',
  /** The network's, of a post. */
  post: '17999000000000456',
} as const;
