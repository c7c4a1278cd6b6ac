/** Ids in the format of the service and the network, for generated samples. */
export const SAMPLE_IDS = {
  automation: 'auto_K4mZ8qT2xW',
  trigger: 'trg_p7Rk2a',
  action: 'act_v3Nd9s',
  /** Id of a person. */
  person: '17841499000000777',
  /** The network's id of a post. */
  post: '17999000000000456',
} as const;
