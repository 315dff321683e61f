import { expect, it } from 'vitest';
import { MANY_OBJECTS, sizeWarning } from '../../../../server/store/catalogue/catalogue.js';

it('tells the owner of a collection that gets too large, and not before', () => {
  expect(sizeWarning('blog', MANY_OBJECTS)).toBeUndefined();
  expect(sizeWarning('blog', MANY_OBJECTS + 1)).toBe(
    'The collection "blog" holds 500,001 objects; above 500,000, startup and lists get slow',
  );
});
