// Libraries inside the packages that contain programs. Their licenses' texts are in `licenses/`.

/** A library in a package. @property license an SPDX expression of file names in `licenses/` */
export type Library = { name: string; license: string; copyright: string };

/** The libraries in libvips's package, by their name in its versions.json. */
export const IN_LIBVIPS: Record<string, Library> = {
  aom: lib("libaom", "BSD-2-Clause", "Alliance for Open Media (patent license: aomedia.org/license)"),
  archive: lib("libarchive", "BSD-2-Clause", "Tim Kientzle and others"),
  cairo: lib("cairo", "MPL-1.1", "University of Southern California, Red Hat, Inc. and others"),
  cgif: lib("cgif", "MIT", "Daniel Löbl"),
  exif: lib("libexif", "LGPL-3.0-or-later", "Lutz Müller and others"),
  expat: lib("expat", "MIT", "Thai Open Source Software Center Ltd, Clark Cooper and the Expat maintainers"),
  ffi: lib("libffi", "MIT", "Anthony Green, Red Hat, Inc. and others"),
  fontconfig: lib(
    "fontconfig",
    "HPND-sell-variant",
    "Keith Packard, Patrick Lam, Red Hat, Inc. and Google, Inc.",
  ),
  freetype: lib("freetype", "FTL", "David Turner, Robert Wilhelm and Werner Lemberg"),
  fribidi: lib("fribidi", "LGPL-3.0-or-later", "Behdad Esfahbod, Dov Grobgeld and others"),
  glib: lib("glib", "LGPL-3.0-or-later", "Peter Mattis, Spencer Kimball, Josh MacDonald and others"),
  harfbuzz: lib("harfbuzz", "MIT", "Google, Inc., Red Hat, Inc. and others"),
  heif: lib("libheif", "LGPL-3.0-or-later", "Dirk Farin"),
  highway: lib("highway", "BSD-3-Clause", "The Highway Project Authors"),
  imagequant: lib(
    "libimagequant",
    "BSD-2-Clause",
    "Jef Poskanzer, Greg Roelofs, Kornel Lesiński, Lovell Fuller",
  ),
  lcms: lib("lcms2", "MIT", "Marti Maria Saguer"),
  mozjpeg: lib(
    "mozjpeg",
    "IJG AND BSD-3-Clause AND Zlib",
    "Thomas G. Lane, D. R. Commander, Mozilla and others",
  ),
  pango: lib("pango", "LGPL-3.0-or-later", "Red Hat, Inc. and others"),
  pixman: lib("pixman", "MIT", "Keith Packard, Red Hat, Inc., Oracle and others"),
  png: lib("libpng", "libpng-2.0", "The PNG Reference Library Authors"),
  "proxy-libintl": lib("proxy-libintl", "LGPL-3.0-or-later", "Tor Lillqvist"),
  rsvg: lib("librsvg", "LGPL-3.0-or-later", "Red Hat, Inc., Eazel, Inc., Federico Mena Quintero and others"),
  tiff: lib("libtiff", "libtiff", "Sam Leffler, Silicon Graphics, Inc."),
  uhdr: lib("libultrahdr", "MIT", "The Android Open Source Project"),
  vips: lib("libvips", "LGPL-3.0-or-later", "John Cupitt and others"),
  webp: lib("libwebp", "BSD-3-Clause", "Google Inc."),
  xml2: lib("libxml2", "MIT", "Daniel Veillard"),
  "zlib-ng": lib("zlib-ng", "Zlib", "Jean-loup Gailly and Mark Adler"),
};

/** What PostgreSQL's package contains: which files belong to it, and the version as it's written in one of them. */
export const IN_POSTGRES: (Library & { files: RegExp; version: RegExp })[] = [
  {
    ...lib("postgresql", "PostgreSQL", "PostgreSQL Global Development Group"),
    files: /\/native\/(bin\/|share\/|lib\/(libpq|postgresql))/,
    version: /PostgreSQL (\d+\.\d+) on /,
  },
  {
    ...lib("openssl", "OpenSSL", "The OpenSSL Project, Eric Young"),
    files: /\/native\/lib\/lib(crypto|ssl)\./,
    version: /OpenSSL (\d\.\d\.\d[a-z]?) /,
  },
  {
    ...lib("icu", "ICU", "Unicode, Inc., IBM Corporation and others"),
    files: /\/native\/lib\/libicu/,
    version: /\0(\d\d\.\d)\0/,
  },
  {
    ...lib("libxml2", "MIT", "Daniel Veillard"),
    files: /\/native\/lib\/libxml2\./,
    // 20904 is 2.9.4.
    version: /\D([23]0\d{3})\0/,
  },
  {
    ...lib("xz-liblzma", "LicenseRef-public-domain", "Lasse Collin, Igor Pavlov"),
    files: /\/native\/lib\/liblzma\./,
    version: /\0(5\.\d\.\d)\0/,
  },
  {
    ...lib("zlib", "Zlib", "Jean-loup Gailly and Mark Adler"),
    files: /\/native\/lib\/libz\./,
    version: /deflate (\d\.\d\.\d+) /,
  },
];

function lib(name: string, license: string, copyright: string): Library {
  return { name, license, copyright: `Copyright (c) ${copyright}` };
}
