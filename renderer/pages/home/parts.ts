/** What Home shows, in one file that is loaded beside the first screen. */
export { Building } from './Building';
export { Starters } from './Starters';
export { Writing } from './Writing';
