import { useEffect } from 'react';

const PRODUCT = 'Clinical Pharmacy';

/**
 * Sets the title of the window while mounted; else it is the product's name. Never a patient's full name: titles show in
 * screenshots and histories.
 */
export function useWindowTitle(screen: string): void {
  useEffect(() => {
    document.title = screen ? `${screen} · ${PRODUCT}` : PRODUCT;
    return () => {
      document.title = PRODUCT;
    };
  }, [screen]);
}
