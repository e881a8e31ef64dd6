/** `/about`: what the product is, and what it is not. Public. */
export { AboutPage as Component } from '../../features/about/about-page.tsx';
