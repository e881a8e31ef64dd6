import { useEffect } from 'react';

const PRODUCT = 'Clinical Pharmacy';

/**
 * What the window is called while this is on the screen; the product, where nothing says more. Never a patient's full
 * name: titles show in screenshots and histories.
 */
export function useWindowTitle(screen: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${PRODUCT}` : PRODUCT;
    return () => {
      document.title = PRODUCT;
    };
  }, [screen]);
}
