/** A call that needs a fresh proof of who is there, and the dialog that asks for it: one question for all calls. */
import { createStore, useStore } from 'zustand';

const request = createStore<{ isOpen: boolean }>(() => ({ isOpen: false }));
export const useIsProofAsked = (): boolean => useStore(request, ({ isOpen }) => isOpen);

let answered: Promise<boolean> | undefined;
let settle: (isProved: boolean) => void = () => undefined;

/** @returns true if the person has proved who they are; false if they would rather not */
export function askForProof(): Promise<boolean> {
  answered ??= new Promise<boolean>((resolve) => {
    settle = resolve;
    request.setState({ isOpen: true }, true);
  });
  return answered;
}

export function answerProof(isProved: boolean): void {
  answered = undefined;
  request.setState({ isOpen: false }, true);
  settle(isProved);
}
