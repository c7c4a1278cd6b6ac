/** Headers of deliveries and of message callbacks. Source: service.md, Events, Webhooks in general, 7 and 8. */
export const WEBHOOK_HEADERS = {
  /** Only where a secret is set, as the next one. */
  signature: 'X-Authorization-Content-SHA256',
  signedAt: 'X-Authorization-Timestamp',
  attempt: 'X-Service-Delivery-Attempt',
  deliveryId: 'X-Service-Delivery-Id',
} as const;

/** Client errors after which a delivery is tried again; after any other it is given up. Source: the same, 6. */
export const RETRIED_CLIENT_ERRORS = [408, 425, 429] as const;

/** The two events of automations, by the `type` of their bodies. Source: service.md, Automation events. */
export const AUTOMATION_EVENTS = {
  'automation.triggered': { sent: 'the action fire_webhook runs', claim: 'activityId and actionId' },
  'automation.completed': {
    sent: 'the dispatch has finished, if fire_webhook has sendCompletedEvent',
    claim: 'activityId',
  },
} as const;
