/** Relations between objects, and objects found in all collections, for the admin. */
import type { Option } from './schemas.js';

/** An object that names another. */
export interface Referrer {
  collection: string;
  id: string;
  title: string;
  /** Labels of the properties by which it does. */
  properties: string[];
}

/** `GET {api}/relations/collections/{collection}/referrers`: some of the objects that name others, and how many do. */
export interface ReferrerList {
  total: number;
  objects: Referrer[];
}

/** `GET {api}/relations/collections/{collection}/labels/{property}`. */
export interface RelatedLabels {
  labels: Option[];
  /** Values that name no object. */
  missing: (string | number | boolean)[];
}

/** An object found by its title or id. */
export interface FoundObject {
  collection: string;
  id: string;
  title: string;
}

/** `GET {api}/search`: the best first. */
export interface FoundObjects {
  objects: FoundObject[];
}
