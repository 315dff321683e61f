/** Values of field kinds that are objects, as the API answers them. All keys are missing while there is no file. */

export interface ImageValue {
  name?: string;
  /** Path of the image at Plinth. */
  url?: string;
  /** In a copy: addresses of further sizes by query. */
  sizes?: Record<string, string>;
  alt?: string;
  caption?: string;
  link?: string;
  featured?: boolean;
  /** In percent of width and height. */
  focalpoint?: { x?: number; y?: number };
  /** How it is mirrored, rotated, then cropped, in percent; `width`, `height` and `url` are of the result. */
  edit?: {
    flip?: boolean;
    rotate?: number;
    crop?: { x: number; y: number; width: number; height: number };
    original?: { width: number; height: number };
  };
  tags?: string[];
  /** `#rrggbb`, the dominant color first. */
  palette?: unknown[];
  exif?: Record<string, unknown>;
  mime?: string;
  size?: number;
  width?: number;
  height?: number;
  uploadDate?: string;
  hash?: string;
}

export interface FileValue {
  name?: string;
  /** Path of the download at Plinth. */
  url?: string;
  download?: string;
  ext?: string;
  mime?: string;
  size?: number;
  uploadDate?: string;
  comments?: string;
  alt?: string;
  caption?: string;
  tags?: string[];
  focalpoint?: { x?: number; y?: number };
  protected?: boolean;
  /** Always empty in answers. */
  password?: string;
  hasPassword?: boolean;
  count?: number;
}

/** Its `mime` is `folder`. */
export interface DepotFolder {
  name?: string;
  mime?: string;
  files?: (FileValue | DepotFolder)[];
}

export interface DepotValue {
  files?: (FileValue | DepotFolder)[];
  protected?: boolean;
  /** Always empty in answers. */
  password?: string;
  hasPassword?: boolean;
}

/** A text for each language, by locale (`en`, `de_CH`). */
export interface LocalizedText {
  [locale: string]: string;
}

export interface ColorValue {
  hex: string;
  /** Lightness in percent, chroma, hue in degrees. */
  oklch: { l: number; c: number; h: number };
}
