/**
 * Tells gateways of their own process where the other services listen. A service that is replaced has another port, so that
 * no connection is lost while a port changes hands.
 */
import type { ChildProcess } from 'node:child_process';
import type * as z from 'zod';
import { Addresses, AddressesUsed } from './messages.ts';

/** A gateway that does not answer for so long is overloaded or stopped. Longer than it waits for a connection. */
const USED_MS = 10_000;

export type ServiceAddresses = z.infer<typeof Addresses>['addresses'];

export class Gateways {
  readonly #addresses: () => ServiceAddresses;
  readonly #running = new Set<ChildProcess>();
  #number = 0;

  /** @param addresses the present ones */
  constructor(addresses: () => ServiceAddresses) {
    this.#addresses = addresses;
  }

  /** A gateway that is ready. An address may have changed since it was started. */
  async add(gateway: ChildProcess): Promise<void> {
    this.#running.add(gateway);
    gateway.once('exit', () => this.#running.delete(gateway));
    await this.#tell(gateway);
  }

  /** Resolves when no request of any gateway is on its way to an address of before. */
  async tellAll(): Promise<void> {
    await Promise.all([...this.#running].map((gateway) => this.#tell(gateway)));
  }

  async #tell(gateway: ChildProcess): Promise<void> {
    if (!gateway.connected) return;
    this.#number += 1;
    const message: z.infer<typeof Addresses> = { addresses: this.#addresses(), number: this.#number };
    await new Promise<void>((resolve) => {
      const answered = (answer: unknown): void => {
        if (AddressesUsed.safeParse(answer).data?.addressesUsed === message.number) end();
      };
      const timer = setTimeout(() => end(), USED_MS);
      const end = (): void => {
        clearTimeout(timer);
        gateway.off('message', answered).off('exit', end);
        resolve();
      };
      gateway.on('message', answered).once('exit', end);
      gateway.send(message, () => undefined);
    });
  }
}
