/**
 * A person at a human's pace. The times are those of the keystroke-level model (Card, Moran and Newell, "The
 * Keystroke-Level Model for User Performance Time with Interactive Systems", Communications of the ACM 23(7), 1980).
 * Letters of two thumbs on a phone are those of 37,000 volunteers (Palin and others, "How do People Type on Mobile
 * Devices?", MobileHCI 2019: 36.2 words a minute).
 */
import type { Locator, Page } from 'playwright-core';

export interface Pace {
  /** Before each decision: the operator M. */
  readonly thinkMs: number;
  /** A key of an average typist who is no typist by trade: the operator K. */
  readonly keyMs: number;
  /** To a target on the screen: the operator P. */
  readonly pointMs: number;
}
const MODEL = { thinkMs: 1_350, pointMs: 1_100 };
export const atDesktop: Pace = { ...MODEL, keyMs: 280 };
export const onPhone: Pace = { ...MODEL, keyMs: 331 };

export interface Step {
  readonly what: string;
  /** Keys and presses, without the letters that find the drug. */
  readonly keystrokes: number;
  readonly ms: number;
  /** The person thinks, types and points. The rest is waiting for the product. */
  readonly ownMs: number;
}

/** The actions of a person within a step. Each waits first, as the person does. */
export interface Hands {
  /** A key or a shortcut. */
  key: (name: string) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Letters that are not counted: those of a drug's name, of a note. */
  typeFree: (text: string) => Promise<void>;
  press: (target: Locator) => Promise<void>;
}

export interface Person {
  readonly steps: readonly Step[];
  /**
   * Thinks before it begins, and ends when what the step waits for is on the screen.
   * @param decisions how often the person thinks
   */
  step: (what: string, how: (hands: Hands) => Promise<void>, until: Locator, decisions?: number) => Promise<void>;
}

export function personAt(page: Page, pace: Pace): Person {
  const steps: Step[] = [];
  let keystrokes = 0;
  let ownMs = 0;
  const take = async (ms: number): Promise<void> => {
    ownMs += ms;
    await page.waitForTimeout(ms);
  };
  const letters = async (text: string): Promise<void> => {
    for (const letter of text) {
      await take(pace.keyMs);
      await page.keyboard.type(letter);
    }
  };
  const hands: Hands = {
    async key(name) {
      await take(pace.keyMs);
      await page.keyboard.press(name);
      keystrokes += 1;
    },
    async type(text) {
      await letters(text);
      keystrokes += text.length;
    },
    typeFree: letters,
    async press(target) {
      await take(pace.pointMs);
      await target.click();
      keystrokes += 1;
    },
  };
  return {
    steps,
    async step(what, how, until, decisions = 1) {
      keystrokes = 0;
      ownMs = 0;
      const begun = performance.now();
      await take(decisions * pace.thinkMs);
      await how(hands);
      await until.waitFor({ state: 'attached' });
      steps.push({ what, keystrokes, ownMs, ms: performance.now() - begun });
    },
  };
}
