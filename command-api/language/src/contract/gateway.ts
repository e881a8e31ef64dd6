/** Shared by the gateway and the command API. Not public: the gateway removes this header from what a client sends. */

/** With `GATEWAY_SECRET` the gateway proves with it that a request, and the address in it, is its own. */
export const GATEWAY_HEADER = 'gateway-secret';
